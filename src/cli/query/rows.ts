import { groupByRows, type KeyedRow, timeseriesRows, topNRows } from '../../tables/rows.ts';
import { rowsOfType } from '../../tables/table.ts';
import { tabulate } from '../../tables/tabulate.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult, ResultRow, ResultValue } from '../../tql/result.ts';
import type { PlainTable } from './table.ts';

/** The answer of any query as a table: the bucket's time (if there are several), dimensions, outputs. */
export function tableOf(query: Query, result: QueryResult): PlainTable {
  switch (result.kind) {
    case 'timeseries':
      return keyedTable({ rows: timeseriesRows(result), dimensions: [] });
    case 'topN':
      return keyedTable(topNRows(query, result));
    case 'groupBy':
      return rowsOfType(query) === 'parts'
        ? stepTable(query, result)
        : keyedTable(groupByRows(query, result));
    case 'scan':
      return {
        header: result.columns,
        rows: result.events.map((event) => result.columns.map((name) => readable(name, event[name] ?? null))),
      };
    case 'timeBoundary': {
      const { range } = result;
      const dates = range === null ? [null, null] : [range.firstMs, range.lastMs].map(isoOf);
      return { header: ['first', 'last'], rows: [dates] };
    }
    case 'segmentMetadata':
      return { header: ['column', 'type'], rows: result.columns.map(({ name, type }) => [name, type]) };
  }
}

/** An event's time comes in milliseconds. */
export function readable(column: string, value: ResultValue): ResultValue {
  const ms = column === '__time' && value !== null ? Number(value) : NaN;
  return Number.isNaN(ms) ? value : isoOf(ms);
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function stepTable(query: Query, result: QueryResult): PlainTable {
  const { rows, dimensions, metric } = tabulate(query, result, null);
  const hasShares = rows.some(({ share }) => share !== null);
  return {
    header: [...dimensions, metric ?? 'value', ...(hasShares ? ['share'] : [])],
    rows: rows.map(({ parts, value, share }) => [...parts, value, ...(hasShares ? [share] : [])]),
  };
}

function keyedTable({
  rows,
  dimensions,
}: {
  readonly rows: readonly KeyedRow[];
  readonly dimensions: readonly string[];
}): PlainTable {
  const isByTime = dimensions.length === 0;
  const hasTime = isByTime ? rows.length > 1 : rows.some(({ parts }) => parts.length > dimensions.length);
  const outputs = outputsOf(rows.map(({ values }) => values));
  return {
    header: [...(hasTime ? ['time'] : []), ...dimensions, ...outputs],
    rows: rows.map(({ parts, values, timestampMs }) => [
      ...(isByTime ? (hasTime ? [isoOf(timestampMs)] : []) : parts),
      ...outputs.map((name) => values[name] ?? null),
    ]),
  };
}

/** The outputs of all rows, in the order in which they come. */
function outputsOf(rows: readonly ResultRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}
