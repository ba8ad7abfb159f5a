import type { Json } from '../../../../tql/json.ts';
import { formatTimestamp } from '../../../../tql/literals.ts';
import type { CompiledTimeseries } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { checkValueCount, mapRows } from '../answer-limits.ts';
import { selectBuckets } from '../buckets.ts';
import { bucketing } from './clauses/buckets.ts';
import { groupsSql, selectGroups } from './clauses/groups.ts';
import { rollupSource } from './clauses/rollup.ts';
import { sourceOf } from './clauses/source.ts';
import { jsonObject, type Plan, type Row, SHORT_ROW_LIMIT } from './plan.ts';
import { sql, type Sql } from './sql/statement.ts';

/** A timeseries: one row for every bucket of the intervals, including those without events. */
export function planTimeseries(query: CompiledTimeseries, table: EventTable): Plan {
  const { pieces, keyOf, startOf, starts, firstMs } = bucketing(query.granularity, query.intervals);
  const source = rollupSource(query, table, pieces) ?? sourceOf(query, table);
  const groups = groupsSql(query, [], source, keyOf);
  const names = [...groups.outputs.keys()];
  const buckets = starts();
  checkValueCount(buckets.length, names.length);
  // The values of a bucket without events: one row, the same for all of them.
  const emptySql = (): Sql => selectGroups(groupsSql(query, [], { ...source, where: sql`FALSE` }, null));
  const series: Plan = {
    statements: [selectGroups(groups)],
    isShort: buckets.length <= SHORT_ROW_LIMIT,
    ...(keyOf === null ? {} : { optionalStatement: emptySql }),
    toResult: async ([rows = []], runMore) => {
      const selected = selectBuckets(query, buckets);
      const byBucket = new Map(
        rows.map(([key, ...values]) => [keyOf === null ? firstMs : startOf(Number(key)), values]),
      );
      const isAnyEmpty = selected.some((startMs) => !byBucket.has(startMs));
      const [[, ...emptyValues] = []] = isAnyEmpty ? await runMore(emptySql()) : [];
      return seriesOf(query, selected, names, (startMs) => byBucket.get(startMs) ?? emptyValues);
    },
  };
  return query.context?.grandTotal === true ? withGrandTotal(series, query, table) : series;
}

function seriesOf(
  query: CompiledTimeseries,
  buckets: readonly number[],
  names: readonly string[],
  valuesOf: (startMs: number) => Row,
): readonly Json[] | Promise<readonly Json[]> {
  const { timestampResultField = '' } = query.context ?? {};
  const keys = timestampResultField === '' ? names : [...names, timestampResultField];
  return mapRows(buckets, (startMs) => ({
    timestamp: formatTimestamp(startMs),
    result: jsonObject(keys, [...valuesOf(startMs).slice(0, names.length), startMs]),
  }));
}

/** Adds a last row without a timestamp: the whole intervals as one bucket. */
function withGrandTotal(series: Plan, query: CompiledTimeseries, table: EventTable): Plan {
  // The total has no time to show among its values.
  const context = { ...query.context, grandTotal: false, timestampResultField: '' };
  const whole = planTimeseries({ ...query, granularity: 'all', context, limit: 0 }, table);
  const count = series.statements.length;
  return {
    ...series,
    statements: [...series.statements, ...whole.statements],
    toResult: async (results, runMore) => [
      ...(await series.toResult(results.slice(0, count), runMore)),
      ...(await whole.toResult(results.slice(count), runMore)).map(withoutTimestamp),
    ],
  };
}

function withoutTimestamp(row: Json): Json {
  return typeof row === 'object' && row !== null && 'result' in row ? { result: row['result'] ?? null } : row;
}
