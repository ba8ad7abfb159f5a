// The schema of one insight in the results file: what `run/` counts, `render/` shows and gates read.
import * as v from 'valibot';
import { ERROR_KINDS } from '../../text/errors.ts';
import { isQuery, type Query } from '../../tql/query.ts';
import { isGranularity, type QueryGranularity } from '../../tql/query-parts.ts';
import { count, list, moment, numberOrNull, object, text, textOrNull, value } from './values.ts';

export const unit = v.picklist(['events', 'users', 'other']);

export const query = v.custom<Query>(isQuery);

/** `start` is inclusive, `end` exclusive. */
const range = object({ start: moment, end: moment });

export const period = object({
  label: text,
  /** Inclusive. */
  start: moment,
  /** Exclusive. */
  end: moment,
  /** Whether `end` had passed when the report ran. */
  complete: v.boolean(),
});

export const comparedPeriod = object({
  start: moment,
  end: moment,
  /** What this period is to the insight's own. Older files have none. */
  relation: v.exactOptional(v.picklist(['previous-period', 'previous-year', '52-weeks-earlier'])),
  /**
   * The lengths of both periods in days if they differ, as months do: then changes of sums are by day. A day
   * on which clocks change has a part of a day more or less.
   */
  length: v.exactOptional(object({ days: v.number(), earlier: v.number() })),
});

export const row = object({
  /** The row's name, as thresholds use it. */
  key: text,
  /** The value of each dimension; null if it is missing. */
  parts: list(textOrNull),
  /** The metric; null if it is not a finite number. */
  value: numberOrNull,
  /** The row's share of the total, or of a funnel's first step, from 0 to 1. */
  share: numberOrNull,
  /** The row's place in the answer, from 1. Rows of the same value share a place. */
  rank: v.number(),
  /** Every number of the query, by its name: `{{lookup values "mean"}}`. */
  values: v.pipe(v.record(text, value), v.readonly()),
  /** The value in the compared period. */
  previous: numberOrNull,
  /** The change relative to `previous`: 0.1 means a tenth more. */
  change: numberOrNull,
  /** The place in the compared period. */
  previousRank: numberOrNull,
  /**
   * The values of earlier periods, or of the query's buckets, oldest first: `{{sparkline history}}`. A
   * template also sees this period, if it is over.
   */
  history: list(numberOrNull),
  /** Whether it is known that the compared period did not have the row. */
  isNew: v.boolean(),
  /** The numbers that are null because they are below `fewerThan`: `previous`, `values.mean`. */
  hidden: v.exactOptional(list(text)),
});

/** A row of the compared period that this period does not have. */
export const goneRow = object({
  key: text,
  parts: list(textOrNull),
  previous: numberOrNull,
  previousRank: v.number(),
});

/** Rows of fewer users than `fewerThan`, which are not named. */
export const foldedRows = object({
  rows: count,
  /** Their number; null if it is not known, as of users who may be in several of them. */
  value: numberOrNull,
  share: numberOrNull,
  /** `value`, if it is null because it is below `fewerThan`. */
  hidden: v.exactOptional(list(text)),
});

export const versionRow = object({
  version: text,
  /** The users with events of lower versions only: requiring this version loses them; null if hidden. */
  lost: numberOrNull,
  /** Their part of all users. */
  share: numberOrNull,
  /** The shares in the earlier periods of `history`, oldest first; empty if none were requested. */
  history: list(numberOrNull),
  /** About when the share is expected to be small enough, to a month; null if that is not clear. */
  expected: v.nullable(object({ at: moment })),
  /** `lost`, if it is null because it is below `fewerThan`. */
  hidden: v.exactOptional(list(text)),
});

/** What requiring a version would lose. */
export const versions = object({
  /** The share of users to keep. */
  keep: v.number(),
  /** All users of the insight. */
  users: v.number(),
  /** The versions that begin with the same word, the word with the most data first. */
  families: list(
    object({
      word: text,
      /** The highest version that keeps the share of users; null if none does, or if it is not known. */
      minimum: textOrNull,
      isUnknown: v.exactOptional(v.boolean()),
      /** The versions that could be required, ascending. */
      rows: list(versionRow),
      /** How many more versions there are. */
      more: count,
    }),
  ),
});

export const reportedInsight = object({
  name: text,
  /** The saved insight's id; null for a query file. */
  id: textOrNull,
  title: text,
  status: v.literal('ok'),
  queryType: v.custom<Query['queryType']>((input) => typeof input === 'string'),
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
  /** The days without events because of which no change is concluded. */
  noEventsOn: v.exactOptional(text),
  /**
   * The days without events in both periods, in `timezone`, and in words; absent without any. `isPartial`
   * says that its source has other events on these days, and `part` names the step or the output that alone
   * has none, as if its event was renamed.
   */
  gaps: v.exactOptional(
    list(object({ from: text, until: text, text, isPartial: v.boolean(), part: v.exactOptional(text) })),
  ),
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
   * The largest values that a row outside of both tables can have, now and before; null if that is not known.
   * Absent if there is no such row.
   */
  unseen: v.exactOptional(object({ value: numberOrNull, previous: numberOrNull })),
  /** What requiring a version would lose; absent if the rows are not versions, or if it is not known. */
  versions: v.exactOptional(versions),
  /** The rows in "Other"; null without any. */
  folded: v.nullable(foldedRows),
  /** No number below it is shown (`min-group-size`); absent if all are. */
  fewerThan: v.exactOptional(count),
  /** The totals that are null because they are below `fewerThan`. */
  hidden: v.exactOptional(list(text)),
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
  query,
  /** Where it can be looked at: its app in the dashboard, or its query in the explorer. */
  link: v.exactOptional(text),
});

export const failedInsight = object({
  name: text,
  id: textOrNull,
  title: text,
  status: v.literal('error'),
  error: object({ kind: v.picklist(ERROR_KINDS), status: numberOrNull, message: text }),
});
