import type { GoneRow, ReportedInsight, ResultsRow } from '../../results.ts';

/** An insight's rows by their keys, in one Unicode form (NFC). Two rows may have one key: a missing value and the text `null`, for example. */
interface RowIndex {
  readonly rows: ReadonlyMap<string, readonly ResultsRow[]>;
  readonly gone: ReadonlyMap<string, readonly GoneRow[]>;
}

const INDEXES = new WeakMap<ReportedInsight, RowIndex>();

/** The index of an insight's rows; made once for each insight. */
export function rowIndexOf(insight: ReportedInsight): RowIndex {
  const known = INDEXES.get(insight);
  if (known !== undefined) return known;
  const index = { rows: groupByKey(insight.rows), gone: groupByKey(insight.gone) };
  INDEXES.set(insight, index);
  return index;
}

function groupByKey<R extends { readonly key: string }>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const key = row.key.normalize();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
