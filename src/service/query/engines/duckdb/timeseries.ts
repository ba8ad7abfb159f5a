import { formatTimestamp } from '../../../../tql/literals.ts';
import type { Json } from '../../../../tql/json.ts';
import type { CompiledTimeseries } from '../../compile/compiled-query.ts';
import { QueryError } from '../../../errors.ts';
import type { EventTable } from '../engine.ts';
import { bucketing } from './clauses/buckets.ts';
import { type Groups, groupsSql } from './clauses/groups.ts';
import { mapRows } from './plan.ts';
import { type Plan, SHORT_ROW_LIMIT } from './plan.ts';
import { jsonObject, type Row } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { join, sql, type Sql } from './sql/statement.ts';

/** A timeseries: one row for every bucket of the intervals, those without events too. */
export function planTimeseries(query: CompiledTimeseries, table: EventTable): Plan {
  const { keyOf, startOf, starts, firstMs } = bucketing(query.granularity, query.intervals);
  const source = sourceOf(query, table);
  const keys = keyOf === null ? [] : [{ kind: 'long', sql: keyOf(source.time) } as const];
  const groups = groupsSql(query, keys, source);
  const names = [...groups.outputs.keys()];
  const buckets = starts();
  if (buckets.length * names.length > VALUE_LIMIT) {
    throw new QueryError(
      'granularity',
      `makes ${buckets.length} buckets of ${names.length} values each, which is too long an answer`,
    );
  }
  // What a bucket without events has: one row, the same for all of them.
  const empty = (): Sql => rowsSql(groupsSql(query, [], { ...source, where: sql`FALSE` }));
  const series: Plan = {
    statements: [rowsSql(groups)],
    isShort: buckets.length <= SHORT_ROW_LIMIT,
    ...(keyOf === null ? {} : { perhaps: empty }),
    shape: async ([rows = []], runMore) => {
      const wanted = selectBuckets(query, buckets);
      const byBucket = new Map(
        rows.map(([key, ...values]) => [keyOf === null ? firstMs : startOf(Number(key)), values]),
      );
      const isAnyEmpty = wanted.some((startMs) => !byBucket.has(startMs));
      const [[, ...nothing] = []] = isAnyEmpty ? await runMore(empty()) : [];
      return shape(query, wanted, names, (startMs) => byBucket.get(startMs) ?? nothing);
    },
  };
  return query.context?.grandTotal === true ? withGrandTotal(series, query, table) : series;
}

/** A row for each group: its key, null where there is none, and its values. */
function rowsSql({ relation, keys, outputs }: Groups): Sql {
  const values = [...outputs.values()].map((output) => output.sql);
  return sql`SELECT ${join([keys[0]?.sql ?? sql`NULL`, ...values], 'comma')} FROM (${relation})`;
}

/** Empty buckets are rows as well, and the engine does not make them. */
const VALUE_LIMIT = 10_000_000;

function selectBuckets({ descending, limit }: CompiledTimeseries, buckets: readonly number[]): readonly number[] {
  const ordered = descending === true ? buckets.toReversed() : buckets;
  return limit === undefined || limit === 0 ? ordered : ordered.slice(0, limit);
}

function shape(
  query: CompiledTimeseries,
  buckets: readonly number[],
  names: readonly string[],
  valuesOf: (startMs: number) => Row,
): readonly Json[] | Promise<readonly Json[]> {
  const { timestampResultField: field = '' } = query.context ?? {};
  const named = field === '' ? names : [...names, field];
  return mapRows(buckets, (startMs) => ({
    timestamp: formatTimestamp(startMs),
    result: jsonObject(named, [...valuesOf(startMs).slice(0, names.length), startMs]),
  }));
}

/** One more row, last and without a timestamp: the whole of the intervals as one bucket. */
function withGrandTotal(series: Plan, query: CompiledTimeseries, table: EventTable): Plan {
  // The total has no time that could be among its values.
  const context = { ...query.context, grandTotal: false, timestampResultField: '' };
  const whole = planTimeseries({ ...query, granularity: 'all', context, limit: 0 }, table);
  const count = series.statements.length;
  return {
    ...series,
    statements: [...series.statements, ...whole.statements],
    shape: async (results, runMore) => [
      ...(await series.shape(results.slice(0, count), runMore)),
      ...(await whole.shape(results.slice(count), runMore)).map(withoutTimestamp),
    ],
  };
}

function withoutTimestamp(row: Json): Json {
  return typeof row === 'object' && row !== null && 'result' in row ? { result: row['result'] ?? null } : row;
}
