import type { ResultRow } from '../tql/result.ts';

/** One row of a table. `value` is the metric's; null where the answer has none. `rank` is the place in the answer, from 1. */
export interface TableRow {
  /** Dimensions joined with ` / `, a bucket's start in ISO form, or a funnel's step name; `null` for a missing value. */
  readonly key: string;
  /** The dimension values behind the key, null where missing; the bucket's start for a timeseries. */
  readonly parts: readonly (string | null)[];
  readonly value: number | null;
  /** Of the true total, 0 to 1; null where there is no meaningful total. */
  readonly share: number | null;
  readonly rank: number;
  /** Every output of the row. */
  readonly values: ResultRow;
}

/** A result of any query type in the one shape that the rest of the pipeline knows. */
export interface Table {
  readonly queryType: string;
  /** The output that rows are valued by; null for a scan. */
  readonly metric: string | null;
  /** Which kind of thing the metric counts, for words: events, users, or another output. */
  readonly unit: 'events' | 'users' | 'other';
  readonly dimensions: readonly string[];
  readonly outputs: readonly string[];
  readonly rows: readonly TableRow[];
  /** The true total of the metric; null where none is meaningful. */
  readonly total: number | null;
  /** Whether the answer holds as many rows as the query allowed, so that more may exist. */
  readonly cutOff: boolean;
  /** The first bucket's start in epoch ms; null for an empty answer. */
  readonly firstBucketMs: number | null;
}
