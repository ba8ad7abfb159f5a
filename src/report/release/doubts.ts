// Finds what speaks against a conclusion about a release, even if its interval is clear: events without a
// version, for example, or other people. `judge.ts` calls this for each gate: with a doubt it is
// inconclusive. `../results/doubt.ts` has an example of each doubt.
import type { BySide, Doubt, Side, SideName } from '../results/doubt.ts';
import type { Worse } from '../results/results.ts';
import { isClearlyAbove } from './compare.ts';
import type { People } from './read.ts';
import type { EventBackground, SidesCells } from './sequence.ts';

/** What is known within the values of a column, such as each country. */
interface Mix extends SidesCells {
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

/**
 * What the counts alone would say: the event is `worse` than with the old version, by more than a limit or
 * less.
 */
export interface Conclusion {
  readonly worse: Worse;
  readonly limit: number;
  readonly confidence: number;
}

/** All doubts about an event, and about what its counts would say; null if they say nothing yet. */
export function doubtsOf(event: Doubted, conclusion: Conclusion | null): readonly Doubt[] {
  const { people } = event;
  const doubts = [
    ...(['new', 'old'] as const).flatMap((side) => [
      doubtOfVersions(event, side),
      doubtOfSilence(event, side),
    ]),
    ...(people === null
      ? []
      : [
          doubtOfNewUsers(people, conclusion),
          doubtOfUpdates(people, event),
          doubtOfReturns(people, conclusion),
        ]),
    ...(conclusion === null ? [] : [doubtOfMixes(event, conclusion), doubtOfSample(event, conclusion)]),
    people !== null && conclusion !== null && doubtOfSameUsers(event, people, conclusion),
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/** With a larger part of events without a version, they could change which version is worse. */
const MOST_WITHOUT_VERSION = 0.05;

function doubtOfVersions(event: Doubted, side: SideName): Doubt | false {
  const unversioned = event.unversioned[side];
  const total = event.sides[side].had + unversioned;
  return unversioned > MOST_WITHOUT_VERSION * total && { kind: 'no-version', side, unversioned, total };
}

/** If fewer events are due, none may be chance. */
const FEWEST_DUE = 10;

/** Whether a side has no event at all, or none with a value of a column, although some were due. */
function doubtOfSilence({ sides, mixes, background }: Doubted, side: SideName): Doubt | false {
  // Old versions may be without an event by now that they had before the release.
  if (side === 'old' && (background.before?.rate ?? 0) > 0) return false;
  const parts = mixes.flatMap(({ column, parts }) => parts.map((part) => ({ column, part })));
  for (const { column, part } of [{ column: null, part: sides }, ...parts]) {
    const { users, had } = part[side];
    const other = part[side === 'new' ? 'old' : 'new'];
    const due = (users * other.had) / Math.max(1, other.users);
    if (had === 0 && due >= FEWEST_DUE) return { kind: 'no-event', side, users, due, column };
  }
  return false;
}

/** If a smaller part of the new side than of the old one was there before, the new side is new users. */
const LEAST_THERE_BEFORE = 0.5;
/** New users meet an error up to so many times as often as others (they set up the app), or as rarely. */
const NEW_USERS_FACTOR = 3;

/**
 * Whether the new users of either side, not the version, could have put the rate on its side of the limit.
 */
function doubtOfNewUsers({ priorUsers }: People, conclusion: Conclusion | null): Doubt | false {
  const doubt = { kind: 'new-users', ...priorUsers } as const;
  if (partOf(priorUsers.new) < LEAST_THERE_BEFORE * partOf(priorUsers.old)) return doubt;
  if (conclusion === null) return false;
  const { worse, limit } = conclusion;
  const shifts = [NEW_USERS_FACTOR, 1 / NEW_USERS_FACTOR].map((factor) => {
    const rateOf = (side: Side): number => 1 + (factor - 1) * (1 - partOf(side));
    return rateOf(priorUsers.old) / rateOf(priorUsers.new);
  });
  const mayBe =
    worse.low > limit
      ? (1 + worse.low) * Math.min(...shifts) <= 1 + limit
      : highestOf(worse) * Math.max(...shifts) > 1 + limit;
  return mayBe && doubt;
}

/** If a smaller part of the new version's users had an old version before, that was no update. */
const LEAST_UPDATED = 0.1;

function doubtOfUpdates({ former }: People, { isOldNamed }: Doubted): Doubt | false {
  return !isOldNamed && former.had < LEAST_UPDATED * former.users && { kind: 'other-users', former };
}

/** Users of an app that starts come back at least this many times as often as users of the old version. */
const LEAST_BACK = 0.95;
/** A difference of more standard errors is not chance. */
const CLEAR = 3;

/** Users who come back more often than this may only seem to: the new version wakes on days without use. */
const MOST_BACK = 1.25;

function doubtOfReturns({ back }: People, conclusion: Conclusion | null): Doubt | false {
  const [rate, usualRate] = [partOf(back.new), partOf(back.old)];
  const both = (back.new.had + back.old.had) / (back.new.users + back.old.users);
  const error = Math.sqrt(both * (1 - both) * (1 / back.new.users + 1 / back.old.users));
  const isBeyondChance = Math.abs(usualRate - rate) > CLEAR * error;
  const isMore =
    conclusion !== null && rate > MOST_BACK * usualRate && couldBeWorse(conclusion, usualRate / rate);
  return (rate < LEAST_BACK * usualRate || isMore) && isBeyondChance && { kind: 'not-back', ...back };
}

/** Whether it is not clear on the same side of the limit if users are compared within a column. */
function doubtOfMixes(
  { mixes, background }: Doubted,
  { worse, limit, confidence }: Conclusion,
): Doubt | false {
  // The counts of a mix are in more cells, which lose some evidence: half of it is enough.
  const mix = mixes.find(
    (each) => isClearlyAbove(each, background, limit, 2 * confidence - 1) !== worse.low > limit,
  );
  return mix !== undefined && { kind: 'mix', column: mix.column };
}

/** With a smaller part of the usual events of a user-day, a version may send a sample of them. */
const LEAST_SENT = 0.8;

/** A version that sends half of its events may have twice as many. */
function doubtOfSample({ perDay }: Doubted, conclusion: Conclusion): Doubt | false {
  const sentPart = perDay.new / perDay.old;
  return sentPart < LEAST_SENT && couldBeWorse(conclusion, sentPart) && { kind: 'few-events', ...perDay };
}

/** Whether an event below the limit may be above it if only a part of its rate is seen. */
function couldBeWorse({ worse, limit }: Conclusion, part: number): boolean {
  return worse.low <= limit && highestOf(worse) / part > 1 + limit;
}

/** Without the difference of the people, a ratio within so many standard errors of the limit is not clear. */
const NEAR_LIMIT = 1.3;

/**
 * The doubt that the people explain the difference between the versions, not the versions: those who moved
 * had the event more (or less) often than those who stayed even before they moved, and without that
 * difference it is not clear on which side of the limit the ratio is.
 */
function doubtOfSameUsers(
  { sides, background: { spread } }: Doubted,
  { moved, stayed }: People,
  { worse, limit }: Conclusion,
): Doubt | false {
  const { value } = worse;
  if (value === null || value <= -1) return false;
  const before = logRatio(moved, stayed);
  if (before === null) return false;
  const error = Math.sqrt(spread * (before.variance + (logRatio(sides.new, sides.old)?.variance ?? 0)));
  const direction = value > limit ? 1 : -1;
  const wasUnlike = direction * before.log > Math.sqrt(spread * before.variance);
  const beyondLimit = direction * (Math.log1p(value) - before.log - Math.log1p(limit));
  return wasUnlike && beyondLimit <= NEAR_LIMIT * error && { kind: 'same-users', moved, stayed };
}

/** How many times as often an event may be at most. */
function highestOf({ high }: Worse): number {
  return 1 + (high ?? Infinity);
}

function partOf({ users, had }: Side): number {
  return had / users;
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
