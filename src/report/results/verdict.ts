// The schema of a verdict in the results file: a gate's outcome with its numbers, and the texts that every
// output shows.
import * as v from 'valibot';
import { period, query } from './insight.ts';
import { list, moment, numberOrNull, object, text, textOrNull } from './values.ts';

export const outcome = v.picklist(['passed', 'warned', 'failed', 'inconclusive']);

/** What a sample counts. Users of a release are counted once for each day. */
const sampleUnit = v.picklist(['events', 'users', 'other', 'user-days']);

export const verdict = object({
  /** The name of the threshold's `insight`; null if its assertion names an insight wherever it reads one. */
  insight: textOrNull,
  /** The names of all insights that it is judged by, its own first. Older files have none. */
  insights: v.exactOptional(list(text)),
  /** What people call the gate: its title, or else what its assertion compares, in words. */
  name: text,
  /** The name that its author gave it. */
  title: v.exactOptional(text),
  /** The assertion as it was written. */
  assert: text,
  outcome,
  /**
   * Everything in one line of plain text: `Share of iOS 15: passed, 1.87% (233 of 12,450 users), limit:
   * below 2%`.
   */
  message: text,
  /** Why the outcome is what it is, if the numbers alone do not say it. */
  note: textOrNull,
  /** The side of the deciding comparison that was read; null if it is below `min-group-size`. */
  value: numberOrNull,
  /** The side that it is compared with. */
  limit: numberOrNull,
  /** The side that was read, as it was written. */
  subject: textOrNull,
  /** The sign and the other side as they were written, turned so that `subject` stands on the left. */
  needs: textOrNull,
  /** Whether value and limit are fractions to be read as percentages; `change` has a sign. */
  unit: v.picklist(['number', 'percent', 'change']),
  /** The limit in words: `below 2%`, `at least 700, warns below 900`; null if it is no number. */
  limitText: textOrNull,
  /** The value as it is shown: `1.87%`, `rank 2`. */
  valueText: textOrNull,
  /** The same with what was counted: `1.87% (233 of 12,450 users)`, `838 users on Fri, Nov 27`. */
  nowText: textOrNull,
  /**
   * What the value was counted from: `count` of the named row, `of` the true total; null if unknown. `output`
   * is what is neither users nor events.
   */
  sample: v.nullable(
    object({
      count: numberOrNull,
      of: numberOrNull,
      unit: sampleUnit,
      output: v.exactOptional(text),
      /** The different users behind user-days. */
      people: v.exactOptional(object({ users: v.number(), had: v.number() })),
    }),
  ),
  /** What a value was computed from, if these are counts of several insights. */
  counts: v.exactOptional(
    list(object({ insight: text, count: numberOrNull, unit: sampleUnit, output: v.exactOptional(text) })),
  ),
  /** The sample as it is shown: `233 of 12,450 users`, or `crashes: 12 events, users: 3,000 users`. */
  sampleText: textOrNull,
  /** The period of the first insight's numbers; null if one could not be reported. */
  interval: v.nullable(period),
  timezone: textOrNull,
  warn: textOrNull,
  /** Why the threshold exists, in its author's words. */
  reason: textOrNull,
  /** The threshold's `until` if it is still ahead: until then the outcome counts as `warned` at worst. */
  snoozedUntil: textOrNull,
  /** The threshold's `until` if it has passed. */
  snoozeEnded: textOrNull,
  /** The time of the first report with this outcome; absent if no earlier post knows the gate. */
  since: v.exactOptional(moment),
  /** Its outcome in the report before, and the time of that report; absent if it is the same or unknown. */
  was: v.exactOptional(object({ outcome, at: moment, run: v.exactOptional(text) })),
  /**
   * Why the run stops: the token (401) or the plan (402) was refused for a number that this threshold needs.
   */
  refusal: v.exactOptional(text),
  /**
   * When its value is expected to cross its limit and how sure that is, in a sentence; absent if nothing can
   * be said.
   */
  forecast: v.exactOptional(text),
  /** How many users would lose the app, if a title asks about that: the answer in numbers, in a sentence. */
  lossText: v.exactOptional(text),
  /** The queries that were sent for it beyond those of its insights; absent if there were none. */
  queries: v.exactOptional(list(query)),
});
