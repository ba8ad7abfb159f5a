/** A value of a result row. Infinities and NaN travel as the strings `"Infinity"`, `"-Infinity"`, `"NaN"`. */
export type ResultValue = number | string | boolean | null | readonly ResultValue[];

/** One row of a result: output name → value, in the service's order. */
export type ResultRow = Readonly<Record<string, ResultValue>>;

/** The answer to a run query, parsed: both response shapes and every timestamp form become this. Times are epoch ms. */
export type QueryResult =
  | {
      readonly kind: 'timeseries';
      readonly buckets: readonly { readonly timestampMs: number; readonly values: ResultRow }[];
    }
  | {
      readonly kind: 'topN';
      readonly buckets: readonly { readonly timestampMs: number; readonly rows: readonly ResultRow[] }[];
    }
  | { readonly kind: 'groupBy'; readonly rows: readonly { readonly timestampMs: number; readonly event: ResultRow }[] }
  | { readonly kind: 'scan'; readonly columns: readonly string[]; readonly events: readonly ResultRow[] };
