// What `columns` prints, and the check of `new` and `columns NAME` that a column is there.
import { InputError } from '../../text/errors.ts';
import * as columns from '../../report/run/columns/ask.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { JsonObject } from '../../tql/json.ts';
import { hasValue } from '../../tql/write.ts';
import { readable } from './rows.ts';

/** A column of events: how many events have a value in it, and how many different values there are. */
interface ColumnSummary extends columns.Column {
  readonly events: number;
  readonly values: number;
}

/** The columns of a service's events by name, with what is counted over an interval. */
export async function summarizeColumns(
  ask: columns.AskRaw,
  interval: JsonObject,
): Promise<readonly ColumnSummary[]> {
  const allColumns = await columns.askColumns(ask);
  const summaries: ColumnSummary[] = [];
  for (let first = 0; first < allColumns.length; first += COLUMNS_AT_ONCE) {
    const chunk = allColumns.slice(first, first + COLUMNS_AT_ONCE);
    const counts = await columns.countColumns(ask, interval, chunk);
    for (const [index, column] of chunk.entries())
      summaries.push({ ...column, events: counts[index]?.events ?? 0, values: counts[index]?.values ?? 0 });
  }
  return summaries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A query may have 500 aggregations; each column needs three. */
const COLUMNS_AT_ONCE = 100;

/** The most frequent values of a column, at most `top`. Throws `InputError` if no event has the column. */
export async function askKnownValues(
  ask: columns.AskRaw,
  interval: JsonObject,
  name: string,
  top: number,
): Promise<readonly columns.ColumnValue[]> {
  const eventColumns = await columns.askColumns(ask);
  checkColumns([name], eventColumns);
  const isNumber = eventColumns.some(
    (column) => column.name === name && column.kind !== 'text' && column.kind !== 'other',
  );
  const values = await columns.askValues(ask, { ...interval, filter: hasValue(name) }, name, top);
  return values.map(({ value, events }) => ({
    // A topN gives its values as text.
    value: readable(name, isNumber && value !== null ? Number(value) : value),
    events,
  }));
}

/** Throws one `InputError` that names every column that no event has, with the one that was perhaps meant. */
export function checkColumns(names: readonly string[], eventColumns: readonly columns.Column[]): void {
  const columnNames = eventColumns.map(({ name }) => name);
  const missing = names.filter((name) => !columnNames.includes(name));
  if (missing.length === 0) return;
  throw new InputError(
    missing.map((name) => `no event has the column ${JSON.stringify(name)}${hintFor(name, columnNames)}`),
  );
}

function hintFor(name: string, columnNames: readonly string[]): string {
  if (columnNames.length === 0) return '; there are no events yet';
  return didYouMean(name, columnNames) || '; "insight-report columns" lists them';
}
