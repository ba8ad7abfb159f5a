// The results file: everything that a report is rendered from. The schema checks saved files, and the types
// are made from it. Everything except the reader of saved files imports types only.
import * as v from 'valibot';
import type { ErrorKind } from './errors.ts';
import { release, type releaseEvent, type worse } from './results/release.ts';
import { type signal, signals } from './results/signals.ts';
import { count, list, moment, numberOrNull, object, text, textOrNull, value } from './results/values.ts';
import { isGranularity, isQuery, type Query, type QueryGranularity } from './tql/query.ts';

const conclusion = v.picklist(['error', 'failed', 'inconclusive', 'warned', 'passed', 'neutral', 'skipped']);
const outcome = v.picklist(['passed', 'warned', 'failed', 'inconclusive']);
const unit = v.picklist(['events', 'users', 'other']);

const query = v.custom<Query>(isQuery);

/** `start` is inclusive, `end` exclusive. */
const range = object({ start: moment, end: moment });

const period = object({
  label: text,
  /** Inclusive. */
  start: moment,
  /** Exclusive. */
  end: moment,
  /** Whether `end` had passed when the report ran. */
  complete: v.boolean(),
});

const comparedPeriod = object({
  start: moment,
  end: moment,
  /** What this period is to the insight's own. Older files have none. */
  relation: v.exactOptional(v.picklist(['previous-period', 'previous-year', '52-weeks-earlier'])),
});

const row = object({
  key: text,
  parts: list(textOrNull),
  value: numberOrNull,
  share: numberOrNull,
  rank: v.number(),
  values: v.pipe(v.record(text, value), v.readonly()),
  previous: numberOrNull,
  /** Relative to the comparison: 0.1 is a tenth more. */
  change: numberOrNull,
  previousRank: numberOrNull,
  /**
   * The values of the earlier periods of `history`, or of the query's own buckets, oldest first; empty if
   * none were asked for.
   */
  history: list(numberOrNull),
  /** Whether the comparison's table is complete and does not have the row. */
  isNew: v.boolean(),
});

const goneRow = object({
  key: text,
  parts: list(textOrNull),
  previous: numberOrNull,
  previousRank: v.number(),
});

const foldedRows = object({ value: numberOrNull, share: numberOrNull });

const versionRow = object({
  version: text,
  /** The users all of whose events are of lower versions: requiring this version loses them. */
  lost: numberOrNull,
  /** Their part of all users. */
  share: numberOrNull,
  /** The shares in the earlier periods of `history`, oldest first; empty if none were asked for. */
  history: list(numberOrNull),
  /**
   * When the share is expected to be small enough, and the error of that at 95 %; null if nothing can be
   * said.
   */
  expected: v.nullable(object({ at: moment, errorDays: v.number() })),
});

/** What requiring a version would lose. */
const versions = object({
  /** The share of users to keep. */
  keep: v.number(),
  /** All users of the insight. */
  users: v.number(),
  /** The versions that begin with the same word, the word with the most data first. */
  families: list(
    object({
      word: text,
      /** The highest version that keeps the share of users; null if none does. */
      minimum: textOrNull,
      /** The versions that could be required, ascending. */
      rows: list(versionRow),
      /** How many more versions there are. */
      more: count,
    }),
  ),
});

const reportedInsight = object({
  name: text,
  /** The saved insight's id; null for a query file. */
  id: textOrNull,
  title: text,
  status: v.literal('ok'),
  queryType: v.custom<Query['queryType']>((given) => typeof given === 'string'),
  metric: textOrNull,
  unit,
  /** How many rows to show. */
  top: count,
  timezone: text,
  interval: period,
  compare: v.nullable(comparedPeriod),
  dimensions: list(text),
  outputs: list(text),
  total: numberOrNull,
  previousTotal: numberOrNull,
  /**
   * The day of the first event, in `timezone`, if the period to compare with or one of `history` begins
   * before it: such a period has no numbers.
   */
  eventsSince: v.exactOptional(text),
  /** The days without any event because of which nothing is compared. */
  noEventsOn: v.exactOptional(text),
  /** Why there are no numbers of the period to compare with, if the request for them failed. */
  compareError: v.exactOptional(text),
  /** The totals of the earlier periods of `history`, or of the query's own buckets, oldest first. */
  totalHistory: list(numberOrNull),
  /** The periods of every `history` in this insight. */
  history: list(range),
  /**
   * The granularity that makes a bucket of each of these periods; none if they are the query's own buckets.
   */
  historyGranularity: v.exactOptional(v.custom<QueryGranularity>(isGranularity)),
  /** Whether the answer may lack rows, because it holds as many as the query allows. */
  cutOff: v.boolean(),
  /**
   * What a reader should know about the numbers, in sentences: a first bucket that begins earlier, for
   * example.
   */
  notes: list(text),
  durationMs: v.number(),
  rows: list(row),
  gone: list(goneRow),
  /**
   * The most that a row can have which neither table holds, now and before; null if that is not known. Absent
   * if there is no such row.
   */
  unseen: v.exactOptional(object({ value: numberOrNull, previous: numberOrNull })),
  /** What requiring a version would lose; absent if the rows are not versions, or if it is not known. */
  versions: v.exactOptional(versions),
  folded: v.nullable(foldedRows),
  /** Which direction of its numbers is good news; absent if neither. */
  good: v.exactOptional(v.picklist(['up', 'down'])),
  /**
   * Of the row that moved most, the values that most of the move is in, one for each dimension of `explain`
   * that has one; absent if there is none.
   */
  explained: v.exactOptional(
    object({
      key: text,
      mostly: list(object({ dimension: text, value: textOrNull, difference: v.number() })),
    }),
  ),
  /**
   * Counts are rounded to multiples of it, and smaller rows are folded (`min-group-size`); absent if nothing
   * is rounded.
   */
  roundedTo: v.exactOptional(count),
  query,
});

const ERROR_KINDS = [
  ...(['unauthorized', 'plan', 'data-source', 'forbidden', 'not-found', 'invalid-query'] as const),
  ...(['rate-limited', 'timeout', 'network', 'service', 'unreadable'] as const),
] satisfies readonly ErrorKind[];

const failedInsight = object({
  name: text,
  id: textOrNull,
  title: text,
  status: v.literal('error'),
  error: object({ kind: v.picklist(ERROR_KINDS), status: numberOrNull, message: text }),
});

const verdict = object({
  /** The name of its own insight; null if its assertion names an insight wherever it reads one. */
  insight: textOrNull,
  /** The names of all insights that it is judged by, its own first. Older files have none. */
  insights: v.exactOptional(list(text)),
  /** The gate's name for people, if one was given. */
  title: v.exactOptional(text),
  /** The assertion as it was written. */
  assert: text,
  outcome,
  /** Everything in one line of plain text: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450)`. */
  message: text,
  /** Why the outcome is what it is, if the numbers alone do not say it. */
  note: textOrNull,
  /** The side of the deciding comparison that was read. */
  value: numberOrNull,
  /** The side that it is compared with. */
  limit: numberOrNull,
  /** The side that was read, as it was written. */
  subject: textOrNull,
  /** The sign and the other side as they were written, turned so that `subject` stands on the left. */
  needs: textOrNull,
  /** Whether value and limit are fractions to be read as percentages; `change` has a sign. */
  unit: v.picklist(['number', 'percent', 'change']),
  /** The value as it is shown: `1.87%`. */
  valueText: textOrNull,
  /**
   * What the value was counted from: `count` of the named row, `of` the true total; null if unknown. `output`
   * is what is neither users nor events.
   */
  sample: v.nullable(object({ count: numberOrNull, of: numberOrNull, unit, output: v.exactOptional(text) })),
  /** What a value was computed from, if these are counts of several insights. */
  counts: v.exactOptional(
    list(object({ insight: text, count: v.number(), unit, output: v.exactOptional(text) })),
  ),
  /** The sample as it is shown: `233 of 12,450`, or `crashes: 12 events, users: 3,000 users`. */
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
  was: v.exactOptional(object({ outcome, at: moment })),
  /**
   * Why the run stops: the token (401) or the plan (402) was refused for a number that this threshold needs.
   */
  refusal: v.exactOptional(text),
  /**
   * When its value is expected to cross its limit and how sure that is, in a sentence; absent if nothing can
   * be said.
   */
  forecast: v.exactOptional(text),
  /** The queries behind the sets of rows that it reads, as they were asked; absent if it reads none. */
  queries: v.exactOptional(list(query)),
});

const workflowRun = object({
  url: text,
  id: text,
  attempt: v.number(),
  /** The number that GitHub counts the run by, if known. */
  number: v.exactOptional(text),
  /** The workflow's name, if known. */
  workflow: v.exactOptional(text),
});

const previousPost = object({
  /** Null if this report is posted in the same place. */
  url: textOrNull,
  at: moment,
  /** The longest wait of the schedule, if it is evident. */
  expectedGapMs: numberOrNull,
});

/** The results file of one report. */
export const RESULTS_SCHEMA = object({
  schema: v.literal(1),
  conclusion,
  generatedAt: moment,
  /** Null outside Actions. */
  run: v.nullable(workflowRun),
  reportId: text,
  title: text,
  timezone: text,
  locale: text,
  /** The report before this one, if one was found. */
  previousPost: v.exactOptional(v.nullable(previousPost)),
  /**
   * What is marked on trends, oldest first; absent if nothing is. `date`: a day in whatever zone, of which
   * `at` is noon UTC.
   */
  marks: v.exactOptional(list(object({ at: moment, date: v.exactOptional(text), text }))),
  durationMs: v.number(),
  /** Why the run could not begin, if it could not. */
  error: v.exactOptional(object({ message: text })),
  /** Why nothing was asked, if the run was skipped. */
  reason: v.exactOptional(text),
  /**
   * The highest version that keeps the share of users of the first insight with `kind: versions`, else of the
   * first of versions; absent without one, null if it is not known.
   */
  minimumVersion: v.exactOptional(textOrNull),
  insights: list(v.variant('status', [reportedInsight, failedInsight])),
  thresholds: list(verdict),
  /** Absent if none were judged. */
  releases: v.exactOptional(list(v.variant('status', [release, failedInsight]))),
  /**
   * The event names in the code, held against events; absent if they were not asked for, or a change touches
   * none.
   */
  signals: v.exactOptional(signals),
});

/** The results file of several reports: all of them, and the worst of their conclusions. */
export const SEVERAL_RESULTS_SCHEMA = object({
  schema: v.literal(1),
  conclusion,
  reports: list(RESULTS_SCHEMA),
});

export type Results = v.InferOutput<typeof RESULTS_SCHEMA>;
export type SeveralResults = v.InferOutput<typeof SEVERAL_RESULTS_SCHEMA>;
/**
 * The worst outcome before policies; `neutral` without thresholds, `skipped` if nothing ran, `error` if the
 * run could not begin.
 */
export type Conclusion = v.InferOutput<typeof conclusion>;
/** What a threshold came to, before policies. */
export type Outcome = v.InferOutput<typeof outcome>;
/** A threshold and what it came to. */
export type Verdict = v.InferOutput<typeof verdict>;
export type Period = v.InferOutput<typeof period>;
/** The period that an insight is compared with. */
export type ComparedPeriod = v.InferOutput<typeof comparedPeriod>;
/**
 * What the earlier period is to the insight's own: the one just before it, the same dates a year earlier, or
 * 52 weeks earlier.
 */
export type ComparisonRelation = NonNullable<ComparedPeriod['relation']>;
/** A row of a table, with its comparison and history. What is not known is null. */
export type ResultsRow = v.InferOutput<typeof row>;
/** What requiring a version would lose, for each version that could be required. */
export type Versions = v.InferOutput<typeof versions>;
export type VersionRow = v.InferOutput<typeof versionRow>;
/** A row of the comparison's table that this table, which is complete, does not have. */
export type GoneRow = v.InferOutput<typeof goneRow>;
/** What rounded counts leave of their total beside the rows shown. How many rows that is is not said. */
export type FoldedRows = v.InferOutput<typeof foldedRows>;
export type ReportedInsight = v.InferOutput<typeof reportedInsight>;
/** A release, judged or not. */
export type ReportedRelease = v.InferOutput<typeof release>;
export type ReleaseResult = ReportedRelease | FailedInsight;
export type ReleaseEvent = v.InferOutput<typeof releaseEvent>;
export type Worse = v.InferOutput<typeof worse>;
export type FailedInsight = v.InferOutput<typeof failedInsight>;
/** The event names in the code that a report shows. */
export type Signals = v.InferOutput<typeof signals>;
export type SignalResult = v.InferOutput<typeof signal>;
export type InsightResult = ReportedInsight | FailedInsight;
