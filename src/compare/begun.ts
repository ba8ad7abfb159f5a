import type { ResultsRow } from '../results.ts';

/** The buckets of a timeseries that have begun: a service may answer with zeros for the rest of a running month. */
export function begunRows(rows: readonly ResultsRow[], nowMs: number): readonly ResultsRow[] {
  return rows.filter(({ key }) => !(Date.parse(key) > nowMs));
}
