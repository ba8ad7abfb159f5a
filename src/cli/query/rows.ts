// Any query's answer as one plain table, for `query --format table` and `csv`. Pure.
import { queryOutputs } from '../../report/tables/query/outputs.ts';
import { type KeyedRow, keyedRows } from '../../report/tables/rows.ts';
import { rowsOfType } from '../../tql/schema/run-query.ts';
import { tabulate } from '../../report/tables/tabulate.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult, ResultValue } from '../../tql/result.ts';
import type { PlainTable } from './table.ts';

/** The answer of any query as a table: the bucket's time (if there are several), dimensions, outputs. */
export function tableOf(query: Query, result: QueryResult): PlainTable {
  switch (result.kind) {
    case 'timeseries':
    case 'topN':
    case 'groupBy': {
      if (result.kind === 'groupBy' && rowsOfType(query) === 'parts') return stepTable(query, result);
      const { rows, dimensions } = keyedRows(query, result);
      return keyedTable(query, rows, dimensions);
    }
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

/** The parts of a funnel, a retention or an experiment: `step,Users,share` / `Paid,50,0.25`. */
function stepTable(query: Query, result: QueryResult): PlainTable {
  const { rows, dimensions, metric } = tabulate(query, result, null);
  const hasShares = rows.some(({ share }) => share !== null);
  return {
    header: [...dimensions, metric ?? 'value', ...(hasShares ? ['share'] : [])],
    rows: rows.map(({ parts, value, share }) => [...parts, value, ...(hasShares ? [share] : [])]),
  };
}

/**
 * The rows of a timeseries, topN or groupBy: `time,Users` / `2026-10-01T00:00:00.000Z,200`, or of a ranking
 * `model,Users` / `iPhone,120`. A ranking of several buckets has the time before each key.
 */
function keyedTable(query: Query, rows: readonly KeyedRow[], dimensions: readonly string[]): PlainTable {
  const isByTime = dimensions.length === 0;
  // The time of the only bucket says nothing. In a ranking, `parts` begins with the bucket if there are
  // several.
  const hasTime = isByTime ? rows.length > 1 : rows.some(({ parts }) => parts.length > dimensions.length);
  const times = (ms: number) => (hasTime ? [isoOf(ms)] : []);
  const outputs =
    rows.length === 0 ? namesOf(query) : [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return {
    header: [...(hasTime ? ['time'] : []), ...dimensions, ...outputs],
    rows: rows.map(({ parts, values, timestampMs }) => [
      ...(isByTime ? times(timestampMs) : parts),
      ...outputs.map((name) => values[name] ?? null),
    ]),
  };
}

/** The outputs that a query names. */
function namesOf(query: Query): readonly string[] {
  return queryOutputs(query).map(({ name }) => name);
}
