import type { Doubt, PlatformDifference, Side, SideName } from '../results/doubt.ts';
import type { Worse } from '../results/results.ts';
import type { SideCounts, People } from './read.ts';

/** What an event's numbers are doubted by. */
export interface Doubted {
  readonly counted: SideCounts;
  readonly sides: Readonly<Record<SideName, Side>>;
  readonly people: People | null;
  readonly platforms: PlatformDifference | null;
  /** How many times as much the counts vary as those of independent events. */
  readonly spread: number;
  /** Whether old versions had the event before the new one came. */
  readonly wasSeen: boolean;
}

const FEWEST_DUE = 10;
const MOST_WITHOUT_VERSION = 0.05;
const CLEAR = 3;
/** Users of an app that is fine come back this many times as often, or more. */
const LEAST_BACK = 0.8;

/** What speaks against any conclusion. */
export function doubtsOf({ counted, sides, people, platforms, wasSeen }: Doubted): readonly Doubt[] {
  const unversioned = (['new', 'old'] as const).flatMap((side): readonly Doubt[] => {
    const without = counted.unversioned[side];
    const of = sides[side].had + without;
    return without > MOST_WITHOUT_VERSION * of ? [{ kind: 'no-version', side, without, of }] : [];
  });
  const silent = (['new', 'old'] as const).flatMap((side): readonly Doubt[] => {
    const [{ users, had }, other] = [sides[side], sides[side === 'new' ? 'old' : 'new']];
    const due = (users * other.had) / Math.max(1, other.users);
    const isSilent = had === 0 && due >= FEWEST_DUE && (side === 'new' || !wasSeen);
    return isSilent ? [{ kind: 'no-event', side, users, due }] : [];
  });
  return [
    ...unversioned,
    ...silent,
    ...(platforms === null ? [] : [{ kind: 'platforms', ...platforms } as const]),
    ...(people === null ? [] : [...unlike(people), ...notBack(people.back)]),
  ];
}

/** With fewer users than this part, those who stayed are what is left over, and not like those who moved. */
const FEWEST_STAYED = 0.1;
/** If a smaller part of one side was there before than of the other, one side is new users. */
const LEAST_KNOWN = 0.5;

function unlike({ moved, stayed, priorUsers }: People): readonly Doubt[] {
  const [part, usual] = [
    priorUsers.new.had / priorUsers.new.users,
    priorUsers.old.had / priorUsers.old.users,
  ];
  if (part < LEAST_KNOWN * usual) return [{ kind: 'new-users', ...priorUsers }];
  const of = moved.users + stayed.users;
  return stayed.users < FEWEST_STAYED * of ? [{ kind: 'few-stayed', stayed: stayed.users, of }] : [];
}

function notBack({ new: fresh, old }: People['back']): readonly Doubt[] {
  const [rate, usual] = [fresh.had / fresh.users, old.had / old.users];
  const error = Math.sqrt((rate * (1 - rate)) / fresh.users + (usual * (1 - usual)) / old.users);
  const isClear = rate < LEAST_BACK * usual && usual - rate > CLEAR * error;
  return isClear ? [{ kind: 'not-back', new: fresh, old }] : [];
}

/** How sure it has to be that who moved does not explain a difference, in standard errors. */
const SURE = 1.3;

/**
 * Whether the same users contradict that the new version is worse than a limit, or better: those who moved
 * had the event more often, or less, than those who stayed before they moved, and without that difference
 * the limit is within reach.
 */
export function contradiction(
  { sides, people, spread }: Pick<Doubted, 'sides' | 'people' | 'spread'>,
  { value }: Worse,
  limit: number,
): Doubt | null {
  if (people === null || value === null || value <= -1) return null;
  const { moved, stayed } = people;
  const before = logRatio(moved, stayed);
  if (before === null) return null;
  const since = logRatio(sides.new, sides.old);
  const error = Math.sqrt(spread * (before.variance + (since?.variance ?? 0)));
  const isWorse = value > limit ? 1 : -1;
  const isUnlike = isWorse * before.log > Math.sqrt(spread * before.variance);
  const rest = isWorse * (Math.log1p(value) - before.log - Math.log1p(limit));
  return isUnlike && rest <= SURE * error ? { kind: 'same-users', moved, stayed } : null;
}

/** How many times as often one side had an event, by its logarithm; half an event more is in each. */
function logRatio(one: Side, other: Side): { readonly log: number; readonly variance: number } | null {
  if (one.users === 0 || other.users === 0) return null;
  const [a, b] = [one.had + 0.5, other.had + 0.5];
  return { log: Math.log(a / one.users) - Math.log(b / other.users), variance: 1 / a + 1 / b };
}
