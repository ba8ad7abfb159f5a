// Plans a groupBy as SQL: `SELECT … GROUP BY bucket, dimensions`, and its `having` as a `WHERE` around it.
import type { Having } from '../../../../tql/schema/having.ts';
import type { Json } from '../../../../tql/json.ts';
import type { CompiledGroupBy } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { mapRows } from '../../../event-loop.ts';
import { groupByRow } from '../results.ts';
import { bucketing } from './clauses/buckets.ts';
import { filterSql } from './clauses/filters.ts';
import { type Groups, groupsSql, selectGroups } from './clauses/groups.ts';
import { requireNumber } from './clauses/post-aggregations.ts';
import { sourceOf } from './clauses/source.ts';
import { jsonOf, type Plan, type Row } from './plan.ts';
import { outputScope } from './sql/scope.ts';
import { double, join, sql, type Sql } from './sql/statement.ts';
import { asDouble } from './sql/typed.ts';

/** A groupBy: one row for every bucket and combination of values that has events, ordered by both. */
export function planGroupBy(query: CompiledGroupBy, table: EventTable): Plan {
  const bucketKeys = bucketing(query.granularity, query.intervals);
  const { keyOf, startOf, firstMs } = bucketKeys;
  const groups = groupsSql(query, query.dimensions ?? [], sourceOf(query, table), bucketKeys);
  const names = [...groups.outputs.keys()];
  const having = query.having === undefined ? sql`` : sql` WHERE ${havingSql(query.having, groups)}`;
  const keys = [...(keyOf === null ? [] : [groups.bucket]), ...groups.dimensions.map((each) => each.sql)];
  const order = keys.map((key) => sql`${key} ASC NULLS FIRST`);
  const orderBy = order.length === 0 ? sql`` : sql` ORDER BY ${join(order, 'comma')}`;
  return {
    statements: [sql`${selectGroups(groups)}${having}${orderBy}`],
    toResult: ([rows = []]) =>
      mapRows<Row, Json>(rows, ([bucket, ...values]) => {
        const startMs = keyOf === null ? firstMs : startOf(Number(bucket));
        return groupByRow(startMs, names, values.map(jsonOf));
      }),
  };
}

/**
 * A having spec as a condition on the outputs of a group. It is true or false, never unknown: a null matches
 * no comparison, so `not` of a comparison matches it.
 */
function havingSql(having: Having, groups: Groups): Sql {
  const { outputs, dimensions } = groups;
  const scope = outputScope(outputs, 'having');
  const number = (name: string): Sql => {
    const value = scope.resolve(name);
    return asDouble(dimensions.includes(value) ? value : requireNumber(value, 'having'));
  };
  switch (having.type) {
    case 'equalTo':
    case 'greaterThan':
    case 'lessThan': {
      const compares = COMPARISONS[having.type];
      return sql`((${number(having.aggregation)} ${compares} ${double(having.value)}) IS TRUE)`;
    }
    case 'filter':
      return sql`(${filterSql(having.filter, scope)} IS TRUE)`;
    case 'and':
    case 'or': {
      const specs = having.havingSpecs.map((spec) => havingSql(spec, groups));
      return sql`(${join(specs, having.type)})`;
    }
    case 'not':
      return sql`(NOT ${havingSql(having.havingSpec, groups)})`;
  }
}

const COMPARISONS = { equalTo: sql`=`, greaterThan: sql`>`, lessThan: sql`<` };
