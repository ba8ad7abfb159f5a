// What speaks against a conclusion about a release, even if its interval is clear: events without a version,
// other platforms, other people. A gate with a doubt is inconclusive (`judge.ts`); `render/verdict/doubt.ts`
// says it.
import type { Doubt, PlatformDifference, Side, SideName } from '../results/doubt.ts';
import type { Worse } from '../results/results.ts';
import type { People } from './read.ts';
import type { EventBackground } from './sequence.ts';

/** The numbers of an event that may be doubted. */
export interface Doubted {
  /** The user-days of each side, and those with the event. */
  readonly sides: Readonly<Record<SideName, Side>>;
  /** The user-days with events that do not say their version, by the side that the user was on. */
  readonly unversioned: Readonly<Record<SideName, number>>;
  /** All events of each side. */
  readonly sent: Readonly<Record<SideName, number>>;
  readonly background: EventBackground;
  readonly platforms: PlatformDifference | null;
  /** Null if the query for them had no answer. */
  readonly people: People | null;
  /** Whether the entry names the old versions: then users of the new one need not have had them. */
  readonly isOldNamed: boolean;
}

const MOST_WITHOUT_VERSION = 0.05;
const FEWEST_DUE = 10;

/** Every doubt about an event, whatever the limit is. */
export function doubtsOf({
  sides,
  unversioned,
  sent,
  background,
  platforms,
  people,
  isOldNamed,
}: Doubted): readonly Doubt[] {
  const wasSeen = (background.before?.rate ?? 0) > 0;
  const ofSides = (['new', 'old'] as const).flatMap((side): readonly (Doubt | false)[] => {
    const [{ users, had }, other] = [sides[side], sides[side === 'new' ? 'old' : 'new']];
    const without = unversioned[side];
    const due = (users * other.had) / Math.max(1, other.users);
    const isSilent = had === 0 && due >= FEWEST_DUE && (side === 'new' || !wasSeen);
    return [
      without > MOST_WITHOUT_VERSION * (had + without) && {
        kind: 'no-version',
        side,
        without,
        of: had + without,
      },
      isSilent && { kind: 'no-event', side, users, due },
    ];
  });
  return [
    ...ofSides,
    platforms !== null && ({ kind: 'platforms', ...platforms } as const),
    doubtOfEvents({ new: sent.new / sides.new.users, old: sent.old / sides.old.users }),
    ...(people === null
      ? []
      : [doubtOfGroups(people), !isOldNamed && doubtOfFormer(people.former), doubtOfReturns(people.back)]),
  ].filter((doubt) => doubt !== false);
}

/** With a smaller part of the usual events of a user-day, a version sends a sample of them. */
const LEAST_SENT = 0.25;

function doubtOfEvents(perUserDay: Readonly<Record<SideName, number>>): Doubt | false {
  return perUserDay.new < LEAST_SENT * perUserDay.old && { kind: 'few-events', ...perUserDay };
}

/** With a smaller part of the users, those who stayed are not like those who moved. */
const LEAST_STAYED = 0.1;
/** If a smaller part of the new side than of the old one was there before, the new side is new users. */
const LEAST_THERE_BEFORE = 0.5;

function doubtOfGroups({ moved, stayed, priorUsers }: People): Doubt | false {
  if (partOf(priorUsers.new) < LEAST_THERE_BEFORE * partOf(priorUsers.old))
    return { kind: 'new-users', ...priorUsers };
  const of = moved.users + stayed.users;
  return stayed.users < LEAST_STAYED * of && { kind: 'few-stayed', stayed: stayed.users, of };
}

/** If fewer of the new version's users had an old version before, that was no update. */
const LEAST_UPDATED = 0.1;

function doubtOfFormer(former: Side): Doubt | false {
  return former.had < LEAST_UPDATED * former.users && { kind: 'other-users', former };
}

/** Users of an app that starts come back this many times as often as others, or more. */
const LEAST_BACK = 0.8;
/** In standard errors. */
const CLEAR = 3;

function doubtOfReturns(back: People['back']): Doubt | false {
  const [rate, usualRate] = [partOf(back.new), partOf(back.old)];
  const error = Math.sqrt(
    (rate * (1 - rate)) / back.new.users + (usualRate * (1 - usualRate)) / back.old.users,
  );
  return rate < LEAST_BACK * usualRate && usualRate - rate > CLEAR * error && { kind: 'not-back', ...back };
}

function partOf({ users, had }: Side): number {
  return had / users;
}

/** In standard errors: within so many of the limit, other people explain the difference. */
const NEAR_LIMIT = 1.3;

/**
 * Whether the people explain the difference between the versions: those who moved had the event more often
 * (or less) than those who stayed even before they moved, and without that difference the limit is within
 * reach.
 */
export function contradiction(
  { sides, people, background: { spread } }: Pick<Doubted, 'sides' | 'people' | 'background'>,
  { value }: Worse,
  limit: number,
): Doubt | null {
  if (people === null || value === null || value <= -1) return null;
  const { moved, stayed } = people;
  const before = logRatio(moved, stayed);
  if (before === null) return null;
  const error = Math.sqrt(spread * (before.variance + (logRatio(sides.new, sides.old)?.variance ?? 0)));
  const direction = value > limit ? 1 : -1;
  const wasUnlike = direction * before.log > Math.sqrt(spread * before.variance);
  const beyondLimit = direction * (Math.log1p(value) - before.log - Math.log1p(limit));
  return wasUnlike && beyondLimit <= NEAR_LIMIT * error ? { kind: 'same-users', moved, stayed } : null;
}

/**
 * The logarithm of how many times as often one side had an event; each has half an event more, so none has 0.
 */
function logRatio(one: Side, other: Side) {
  if (one.users === 0 || other.users === 0) return null;
  const [hadOne, hadOther] = [one.had + 0.5, other.had + 0.5];
  const log = Math.log(hadOne / one.users) - Math.log(hadOther / other.users);
  return { log, variance: 1 / hadOne + 1 / hadOther };
}
