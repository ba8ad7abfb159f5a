import { formatTimestamp } from '../../../tql/timestamp.ts';
import { type Json } from '../../../tql/json.ts';
import { type CompiledTimeseries } from '../../compile/compiled.ts';
import { QueryError } from '../../errors.ts';
import { type EventTable } from '../engine.ts';
import { bucketing } from './bucket.ts';
import { groupsSql } from './groups.ts';
import { mapRows } from './map-rows.ts';
import { type Plan } from './plan.ts';
import { jsonObject, type Row } from './shape.ts';
import { sourceOf } from './source.ts';
import { join, sql } from './sql.ts';

/** A timeseries: one row for every bucket of the intervals, those without events too. */
export function planTimeseries(query: CompiledTimeseries, table: EventTable): Plan {
  const { keyOf, startOf, starts } = bucketing(query.granularity, query.intervals);
  const source = sourceOf(query, table);
  const keys = keyOf === null ? [] : [{ kind: 'long', sql: keyOf(source.time) } as const];
  const groups = groupsSql(query, keys, source, { withEmpty: keyOf !== null, named: new Map() });
  const names = [...groups.outputs.keys()];
  const bucket = groups.keys[0]?.sql ?? sql`NULL`;
  const values = [...groups.outputs.values()].map((output) => output.sql);
  const buckets = starts();
  if (buckets.length * names.length > VALUE_LIMIT) {
    throw new QueryError(
      'granularity',
      `makes ${buckets.length} buckets of ${names.length} values each, which is too long an answer`,
    );
  }
  const statement = sql`SELECT ${join([bucket, ...values], 'comma')} FROM (${groups.relation})`;
  const series: Plan = { statements: [statement], shape: ([rows = []]) => shape(query, buckets, names, rows, startOf) };
  return query.context?.grandTotal === true ? withTotal(series, query, table) : series;
}

/** Empty buckets are rows as well, and the engine does not make them. */
const VALUE_LIMIT = 10_000_000;

function shape(
  query: CompiledTimeseries,
  buckets: readonly number[],
  names: readonly string[],
  rows: readonly Row[],
  startOf: (key: number) => number,
): ReturnType<Plan['shape']> {
  const byBucket = new Map(rows.map((row) => [row[0] === null ? null : startOf(Number(row[0])), row.slice(1)]));
  const empty = byBucket.get(null) ?? [];
  const ordered = query.descending === true ? buckets.toReversed() : buckets;
  const limited = query.limit === undefined || query.limit === 0 ? ordered : ordered.slice(0, query.limit);
  const { timestampResultField: field = '' } = query.context ?? {};
  const named = field === '' ? names : [...names, field];
  return mapRows(limited, (startMs) => ({
    timestamp: formatTimestamp(startMs),
    result: jsonObject(named, [...(byBucket.get(startMs) ?? empty).slice(0, names.length), startMs]),
  }));
}

/** One more row, last and without a timestamp: the whole of the intervals as one bucket. */
function withTotal(series: Plan, query: CompiledTimeseries, table: EventTable): Plan {
  // The total has no time that could be among its values.
  const context = { ...query.context, grandTotal: false, timestampResultField: '' };
  const whole = planTimeseries({ ...query, granularity: 'all', context, limit: 0 }, table);
  const count = series.statements.length;
  return {
    statements: [...series.statements, ...whole.statements],
    shape: async (results) => [
      ...(await series.shape(results.slice(0, count))),
      ...(await whole.shape(results.slice(count))).map(withoutTimestamp),
    ],
  };
}

function withoutTimestamp(row: Json): Json {
  return typeof row === 'object' && row !== null && 'result' in row ? { result: row['result'] ?? null } : row;
}
