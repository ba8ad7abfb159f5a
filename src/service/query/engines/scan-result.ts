// Builds the answer of a scan in Druid's form, from the events that an engine read. It is one batch:
//
//   {"columns": ["__time", "type"], "events": [{"__time": 1790000000000, "type": "launch"}],
//   "rowSignature": …}
import type { Json } from '../../../tql/json.ts';
import { QueryError } from '../../errors.ts';
import { mapRows } from '../../event-loop.ts';
import type { CompiledScan } from '../compile/compiled-query.ts';

/** The columns that a scan shows, of an organization's: by default all, and all virtual ones. */
export function columnsOfScan(
  { columns = [], virtualColumns = [] }: CompiledScan,
  all: Iterable<string>,
): readonly string[] {
  if (columns.length > 0) return [...new Set(columns)];
  return [...new Set(['__time', ...all, ...virtualColumns.map(({ name }) => name)])];
}

/** The most events of one answer. A scan without a `limit` reads one more, to see whether it is exceeded. */
export const EVENT_LIMIT = 500_000;

/**
 * The result of a scan: all events as one batch, none without events. `jsonOf` reads a value of an engine's
 * row.
 */
export async function scanResult(
  rowSignature: readonly { readonly name: string; readonly type: Json }[],
  rows: readonly (readonly unknown[])[],
  jsonOf: (value: unknown) => Json,
): Promise<readonly Json[]> {
  if (rows.length > EVENT_LIMIT)
    throw new QueryError('limit', `is missing, and there are more than ${EVENT_LIMIT} events`);
  const names = rowSignature.map(({ name }) => name);
  const events = await mapRows(rows, (row) =>
    Object.fromEntries(names.map((name, at) => [name, jsonOf(row[at])])),
  );
  return events.length === 0 ? [] : [{ columns: names, events, rowSignature }];
}
