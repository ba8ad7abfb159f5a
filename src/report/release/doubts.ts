// What speaks against a conclusion about a release, even if its interval is clear: events without a version,
// other people. A gate with a doubt is inconclusive (`judge.ts`). `../results/doubt.ts` has
// an example of each doubt.
import type { BySide, Doubt, Side, SideName } from '../results/doubt.ts';
import type { Worse } from '../results/results.ts';
import type { People } from './read.ts';
import type { EventBackground, SidesCells } from './sequence.ts';

/** What is known within the values of a column, such as each country. */
export interface Mix extends SidesCells {
  readonly column: string;
  /** The user-days of both sides with each value. */
  readonly parts: readonly BySide<Side>[];
}

/** The numbers of an event that may be doubted. */
export interface Doubted {
  /** The user-days of each side, and those with the event. */
  readonly sides: BySide<Side>;
  /** The user-days with an event that does not say its version, by the side that the user was on. */
  readonly unversioned: BySide<number>;
  /** How many events of any name a user of each side sends in a day. */
  readonly perDay: BySide<number>;
  readonly mixes: readonly Mix[];
  readonly background: EventBackground;
  /** Null if the query for them had no answer. */
  readonly people: People | null;
  /** Whether the entry names the old versions: then users of the new one need not have had them. */
  readonly isOldNamed: boolean;
}

/** With a larger part of events without a version, they could change which version is worse. */
const MOST_WITHOUT_VERSION = 0.05;
/** If fewer events are due, none may be chance. */
const FEWEST_DUE = 10;
/** With a smaller part of the usual events of a user-day, a version may send a sample of them. */
const LEAST_SENT = 0.8;
/** If a smaller part of the new version's users had an old version before, that was no update. */
const LEAST_UPDATED = 0.1;

/** Every doubt about an event, whatever the limit is. */
export function doubtsOf(doubted: Doubted): readonly Doubt[] {
  const { sides, unversioned, mixes, people, isOldNamed } = doubted;
  const doubts: (Doubt | false)[] = [];
  for (const side of ['new', 'old'] as const) {
    const total = sides[side].had + unversioned[side];
    if (unversioned[side] > MOST_WITHOUT_VERSION * total)
      doubts.push({ kind: 'no-version', side, unversioned: unversioned[side], total });
    const within = mixes.flatMap(({ column, parts }) => parts.map((part) => ({ column, part })));
    doubts.push(
      [{ column: null, part: sides }, ...within]
        .map(({ column, part }) => doubtOfSilence(side, part, column, doubted))
        .find((doubt) => doubt !== false) ?? false,
    );
  }
  if (people !== null) {
    const { former, priorUsers } = people;
    if (partOf(priorUsers.new) < LEAST_THERE_BEFORE * partOf(priorUsers.old))
      doubts.push({ kind: 'new-users', ...priorUsers });
    if (!isOldNamed && former.had < LEAST_UPDATED * former.users)
      doubts.push({ kind: 'other-users', former });
    doubts.push(doubtOfReturns(people.back));
  }
  return doubts.filter((doubt) => doubt !== false);
}

/** Whether a side has no event at all, or none with a value of a column, although some were due. */
function doubtOfSilence(
  side: SideName,
  part: BySide<Side>,
  column: string | null,
  { background }: Pick<Doubted, 'background'>,
): Doubt | false {
  const { users, had } = part[side];
  const other = part[side === 'new' ? 'old' : 'new'];
  const due = (users * other.had) / Math.max(1, other.users);
  // Old versions may be without an event by now that they had before the release.
  const mayBeSilent = side === 'old' && (background.before?.rate ?? 0) > 0;
  return had === 0 && due >= FEWEST_DUE && !mayBeSilent && { kind: 'no-event', side, users, due, column };
}

/** If a smaller part of the new side than of the old one was there before, the new side is new users. */
const LEAST_THERE_BEFORE = 0.5;

/** Users of an app that starts come back at least this many times as often as users of the old version. */
const LEAST_BACK = 0.95;
/** A difference of more standard errors is not chance. */
const CLEAR = 3;

function doubtOfReturns(back: People['back']): Doubt | false {
  const [rate, usualRate] = [partOf(back.new), partOf(back.old)];
  const both = (back.new.had + back.old.had) / (back.new.users + back.old.users);
  const error = Math.sqrt(both * (1 - both) * (1 / back.new.users + 1 / back.old.users));
  const isBeyondChance = usualRate - rate > CLEAR * error;
  return rate < LEAST_BACK * usualRate && isBeyondChance && { kind: 'not-back', ...back };
}

function partOf({ users, had }: Side): number {
  return had / users;
}

/** Without the difference of the people, a ratio within so many standard errors of the limit is not clear. */
const NEAR_LIMIT = 1.3;

/**
 * The doubt that the people explain the difference between the versions, not the versions: those who moved
 * had the event more (or less) often than those who stayed even before they moved, and without that
 * difference it is not clear on which side of the limit the ratio is.
 */
export function contradiction(
  {
    sides,
    people,
    perDay,
    background: { spread },
  }: Pick<Doubted, 'sides' | 'people' | 'perDay' | 'background'>,
  worse: Worse,
  limit: number,
): Doubt | null {
  const { value } = worse;
  const sentPart = perDay.new / perDay.old;
  // A version that sends half of its events may have twice as many.
  if (sentPart < LEAST_SENT && worse.low <= limit && (1 + (worse.high ?? 0)) / sentPart > 1 + limit)
    return { kind: 'few-events', ...perDay };
  if (people === null || value === null || value <= -1) return null;
  if (mayBeNewUsers(people.priorUsers, worse, limit)) return { kind: 'new-users', ...people.priorUsers };
  const { moved, stayed } = people;
  const before = logRatio(moved, stayed);
  if (before === null) return null;
  const error = Math.sqrt(spread * (before.variance + (logRatio(sides.new, sides.old)?.variance ?? 0)));
  const direction = value > limit ? 1 : -1;
  const wasUnlike = direction * before.log > Math.sqrt(spread * before.variance);
  const beyondLimit = direction * (Math.log1p(value) - before.log - Math.log1p(limit));
  return wasUnlike && beyondLimit <= NEAR_LIMIT * error ? { kind: 'same-users', moved, stayed } : null;
}

/** New users meet an error up to so many times as often as others (they set up the app), or as rarely. */
const NEW_USERS_FACTOR = 3;

/**
 * Whether the new users of either side, not the version, could have put the rate on its side of the limit.
 */
function mayBeNewUsers({ new: newSide, old }: People['priorUsers'], worse: Worse, limit: number): boolean {
  const shifts = [NEW_USERS_FACTOR, 1 / NEW_USERS_FACTOR].map((factor) => {
    const rateOf = (side: Side): number => 1 + (factor - 1) * (1 - partOf(side));
    return rateOf(old) / rateOf(newSide);
  });
  if (worse.low > limit) return (1 + worse.low) * Math.min(...shifts) <= 1 + limit;
  return (1 + (worse.high ?? 0)) * Math.max(...shifts) > 1 + limit;
}

/**
 * The logarithm of how many times as often one side had an event as the other, and its variance. Half an
 * event is added to each side, since 0 has no logarithm.
 */
function logRatio(one: Side, other: Side) {
  if (one.users === 0 || other.users === 0) return null;
  const [hadOne, hadOther] = [one.had + 0.5, other.had + 0.5];
  const log = Math.log(hadOne / one.users) - Math.log(hadOther / other.users);
  return { log, variance: 1 / hadOne + 1 / hadOther };
}
