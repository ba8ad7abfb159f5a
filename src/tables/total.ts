import { ResponseError } from '../errors.ts';
import { isJsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult, ResultRow } from '../tql/result.ts';
import { outputKind } from './aggregations.ts';
import { sizeName } from './group-sizes.ts';
import { roundWhole } from './round-row.ts';
import { findNumber, isRanking, sumOf, type Table, withShares } from './table.ts';

/** A table with the total that the answer to its `totalQuery` holds, and each row's share of it. */
export function withTotal(query: Query, table: Table, result: QueryResult): Table {
  if (result.kind !== 'timeseries')
    throw new ResponseError(`the total was asked for as a timeseries, a ${result.kind} came`);
  const values = result.buckets[0]?.values;
  return shared(query, table, values === undefined ? null : totalBeside(table, values));
}

/** A total as it may be told beside the table's rows. */
function totalBeside({ metric, rounding, rows, queryType }: Table, values: ResultRow): number | null {
  const total = findNumber(values, metric);
  if (rounding === null || total === null) return total;
  const { size, hiddenRows, hiddenSize, shownSize, isPart, cutOffMs, isChosenByNumber } = rounding;
  if (isChosenByNumber) return null;
  // A cut-off table tells how many rows were folded: as many as are missing.
  if (hiddenRows > 0 && cutOffMs.length > 0) return null;
  const of = values[sizeName(metric ?? '')];
  if (typeof of !== 'number') {
    const folded = isPart ? Infinity : isRanking({ queryType }) ? hiddenRows : 0;
    return roundWhole(total, rows.map(({ value }) => value), size, folded); // prettier-ignore
  }
  // What the rows do not tell is a group of its own.
  const rest = isPart ? of - shownSize : hiddenSize;
  return rest >= size || (rest === 0 && !isPart) ? total : null;
}

/** A table with its total and shares if its own rows tell them. */
export function withOwnTotal(query: Query, table: Table): Table {
  return hasTotal(query) && isTotalKnown(query, table) ? shared(query, table, ownTotal(query, table)) : table;
}

/** Whether a total means anything for a query's type. */
export function hasTotal(query: { readonly queryType: string }): boolean {
  return query.queryType === 'timeseries' || isRanking(query);
}

/** Whether a table holds every row: it is not cut off, begins with the first row, and no condition left rows out. */
export function isComplete({ metric, offset, having }: Query, { cutOff }: Pick<Table, 'cutOff'>): boolean {
  const isFromStart =
    !(typeof offset === 'number' && offset > 0) &&
    !(isJsonObject(metric) && typeof metric['previousStop'] === 'string');
  return !cutOff && !isJsonObject(having) && isFromStart;
}

/** Whether a table's own rows tell its total: they are complete, and they add up or there is only one. */
export function isTotalKnown(query: Query, table: Table): boolean {
  const { metric, rows, rounding } = table;
  if (!isComplete(query, table) || rounding?.isPart === true) return false;
  const kind = outputKind(query, metric);
  // The only row of a timeseries of one bucket is the whole, whatever the metric: a rate, a minimum.
  if (query.queryType === 'timeseries' && (query['granularity'] ?? 'all') === 'all') return rows.length <= 1;
  return (
    kind === 'additive' || (kind !== 'other' && rows.length + (isRanking(query) ? (rounding?.hiddenRows ?? 0) : 0) <= 1)
  );
}

/**
 * The count of nothing is 0, while the sum or the mean of nothing is unknown. The service makes an event count a sum, so it may
 * answer null for a bucket without events.
 */
function ownTotal(query: Query, { metric, rows, unit, rounding }: Table): number | null {
  const { hiddenSize = 0, size = 0, foldedValue = null } = rounding ?? {};
  // Beside the sums of the other rows, the total would tell that of a small group.
  if (unit === 'other' && hiddenSize > 0 && hiddenSize < size) return null;
  const values = [...rows.map((row) => (metric === null ? null : (row.values[metric] ?? null))), foldedValue];
  if (values.some((value) => value !== null)) return sumOf(values);
  return unit !== 'other' && outputKind(query, metric) !== 'mean' ? 0 : null;
}

/** A mean of a part is not a share of the whole's. */
function shared(query: Query, table: Table, total: number | null): Table {
  const kind = outputKind(query, table.metric);
  const isShared = kind === 'additive' || kind === 'distinct';
  return { ...table, total, rows: withShares(table.rows, isShared ? total : null) };
}

/** A part of a total, at most 1: distinct counts may be estimates, so a part may be larger than the whole. Null if it is not known. */
export function partOf(value: number | null, total: number | null): number | null {
  return value === null || total === null || total === 0 ? null : Math.min(1, value / total);
}
