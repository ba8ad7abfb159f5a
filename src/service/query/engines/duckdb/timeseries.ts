// Plans a timeseries as SQL: `SELECT … GROUP BY bucket`. Buckets without events, which SQL does not give, get
// the values of no events.
import type { Json } from '../../../../tql/json.ts';
import type { CompiledTimeseries } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { checkValueCount } from '../buckets.ts';
import { timeseriesResult } from '../results.ts';
import { bucketing } from './clauses/buckets.ts';
import { groupsSql, selectGroups } from './clauses/groups.ts';
import { rollupSource } from './clauses/rollup.ts';
import { sourceOf } from './clauses/source.ts';
import { jsonObject, type Plan, type Row } from './plan.ts';
import { sql, type Sql } from './sql/statement.ts';

/** A timeseries: one row for every bucket of the intervals, including those without events. */
export function planTimeseries(query: CompiledTimeseries, table: EventTable): Plan {
  const bucketKeys = bucketing(query.granularity, query.intervals);
  const { pieces, keyOf, startOf, starts, firstMs } = bucketKeys;
  const source = rollupSource(query, table, pieces) ?? sourceOf(query, table);
  const groups = groupsSql(query, [], source, bucketKeys);
  const names = [...groups.outputs.keys()];
  const buckets = starts();
  checkValueCount(buckets.length, names.length);
  // One row with the values of a bucket without events, which are the same for all such buckets.
  const emptySql = (): Sql =>
    selectGroups(groupsSql(query, [], { ...source, where: sql`FALSE` }, { keyOf: null, pair: null }));
  const plan: Plan = {
    statements: [selectGroups(groups)],
    ...(keyOf !== null && { optionalStatement: emptySql }),
    toResult: ([rows = []], runMore) => {
      const valuesByBucket = new Map(
        rows.map(([key, ...values]) => [keyOf === null ? firstMs : startOf(Number(key)), values]),
      );
      const emptyValues = async () => (await runMore(emptySql()))[0]?.slice(1) ?? [];
      const read = (values: Row) => jsonObject(names, values);
      return timeseriesResult(query, { buckets, valuesByBucket, emptyValues, read });
    },
  };
  return query.context?.grandTotal === true ? withGrandTotal(plan, query, table) : plan;
}

/** Adds a last row without a timestamp, with all intervals as one bucket. */
function withGrandTotal(plan: Plan, query: CompiledTimeseries, table: EventTable): Plan {
  const context = { ...query.context, grandTotal: false };
  const totalPlan = planTimeseries({ ...query, granularity: 'all', context, limit: 0 }, table);
  const count = plan.statements.length;
  return {
    ...plan,
    statements: [...plan.statements, ...totalPlan.statements],
    toResult: async (results, runMore) => [
      ...(await plan.toResult(results.slice(0, count), runMore)),
      ...(await totalPlan.toResult(results.slice(count), runMore)).map(withoutTimestamp),
    ],
  };
}

function withoutTimestamp(row: Json): Json {
  return typeof row === 'object' && row !== null && 'result' in row ? { result: row['result'] ?? null } : row;
}
