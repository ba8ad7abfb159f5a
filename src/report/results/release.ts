// The schema of a release in the results file: the new version compared with older ones, event by event.
import * as v from 'valibot';
import { count, list, numberOrNull, object, text, textOrNull } from './values.ts';

const countOrNull = v.nullable(count);

/** The users of one side, each counted once for each day and stratum. */
const releaseSide = object({
  /** Null if they are below `fewerThan`. */
  users: countOrNull,
  /** How many of them had the event. */
  had: countOrNull,
  /** `had` divided by `users`; null without users, or if a count is hidden. */
  rate: numberOrNull,
});

/** How much more likely the event is with the new version (0.1: 10% more), and the interval around it. */
export const worse = object({
  /** Null if nobody had the event, or only users of the new version. */
  value: numberOrNull,
  low: v.number(),
  /** Null if nothing bounds it. */
  high: numberOrNull,
});

/** Users of the new version compared with users of older ones, on the same days, by one event. */
export const releaseEvent = object({
  event: text,
  new: releaseSide,
  old: releaseSide,
  /** The rate of users of the new version, if they had the event as often as old users on the same days. */
  expected: numberOrNull,
  /** The interval is valid however often one looks at it, with the release's `confidence`. */
  worse,
  /** What its gate allows (0.1: 10% more); absent without a gate. */
  limit: v.exactOptional(v.number()),
  /** What `worse` was at the end of each day, oldest first. */
  days: list(object({ day: text, worse })),
  /** Days on which far more users of old versions had the event than usual: they count nowhere. */
  leftOut: v.exactOptional(list(text)),
  /**
   * The days before the release on which the users of old versions came who have moved to the new version
   * since, and those who stayed; absent if nobody moved, or if it is not known.
   */
  sameUsers: v.exactOptional(object({ days: count, moved: releaseSide, stayed: releaseSide })),
  /** The days of users of each version who were there before, and those after which they came back. */
  back: v.exactOptional(object({ new: releaseSide, old: releaseSide })),
  /** The different users of the new version, and those who had the event; absent if they are not known. */
  different: v.exactOptional(releaseSide),
});

export const release = object({
  name: text,
  title: text,
  status: v.literal('ok'),
  /** The column of versions. */
  version: text,
  /** Null if no version has enough users. */
  new: textOrNull,
  /** What it is compared with, in words. */
  against: text,
  /** The first day, in the report's zone; null if nobody has the new version. */
  since: textOrNull,
  strata: list(text),
  confidence: v.number(),
  /** A user counts once a day; a day with both sides is one of the new version. */
  events: list(releaseEvent),
  /** Why nothing can be compared; null if something can. */
  problem: textOrNull,
  /** What to do by the worst of its gates; null if none is judged by it. */
  advice: v.nullable(v.picklist(['go on', 'stop', 'wait'])),
  /** The advice with its reason, or what is known, in words. */
  sentence: text,
  /** No count below it is shown (`min-group-size`); absent if all are. */
  fewerThan: v.exactOptional(count),
});
