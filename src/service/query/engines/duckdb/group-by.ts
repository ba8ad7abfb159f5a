import type { Having } from '../../../../tql/filter.ts';
import type { Json } from '../../../../tql/json.ts';
import { formatTimestamp } from '../../../../tql/literals.ts';
import type { CompiledGroupBy } from '../../compile/compiled-query.ts';
import type { EventTable } from '../engine.ts';
import { bucketing } from './clauses/buckets.ts';
import { applyExtraction, dimensionSql } from './clauses/dimensions.ts';
import { filterSql } from './clauses/filters.ts';
import { groupsSql } from './clauses/groups.ts';
import { sourceOf } from './clauses/source.ts';
import { jsonObject, jsonOf, mapRows, type Plan, type Row } from './plan.ts';
import { outputScope } from './sql/scope.ts';
import { double, join, sql, type Sql, text } from './sql/statement.ts';
import { asDouble, asText, type TypedSql } from './sql/typed.ts';

/** A groupBy: one row for every bucket and combination of values that has events, in the order of both. */
export function planGroupBy(query: CompiledGroupBy, table: EventTable): Plan {
  const { keyOf, startOf, firstMs } = bucketing(query.granularity, query.intervals);
  const source = sourceOf(query, table);
  const dimensions = query.dimensions ?? [];
  const buckets: TypedSql[] = keyOf === null ? [] : [{ kind: 'long', sql: keyOf(source.time) }];
  const keys = [...buckets, ...dimensions.map((dimension) => dimensionSql(dimension, source.scope))];
  const named = new Map(dimensions.map(({ outputName }, index) => [outputName, buckets.length + index]));
  const groups = groupsSql(query, keys, source, named);
  const names = [...groups.outputs.keys()];
  const columns = [
    groups.keys.slice(0, buckets.length)[0]?.sql ?? sql`NULL`,
    ...[...groups.outputs.values()].map((o) => o.sql),
  ];
  const having = query.having === undefined ? sql`` : sql` WHERE ${havingSql(query.having, groups.outputs)}`;
  const { sortByDimsFirst = false, resultAsArray = false } = query.context ?? {};
  const inOrder = sortByDimsFirst
    ? [...groups.keys.slice(buckets.length), ...groups.keys.slice(0, buckets.length)]
    : groups.keys;
  const order = inOrder.map((key) => sql`${key.sql} ASC NULLS FIRST`);
  const sorted = order.length === 0 ? sql`` : sql` ORDER BY ${join(order, 'comma')}`;
  return {
    statements: [sql`SELECT ${join(columns, 'comma')} FROM (${groups.relation})${having}${sorted}`],
    shape: ([rows = []]) =>
      mapRows<Row, Json>(rows, ([bucket, ...values]) => {
        const startMs = keyOf === null ? firstMs : startOf(Number(bucket));
        if (resultAsArray) return [...(keyOf === null ? [] : [startMs]), ...values.map(jsonOf)];
        return { version: 'v1', timestamp: formatTimestamp(startMs), event: jsonObject(names, values) };
      }),
  };
}

/** A having spec as a condition over the outputs of a group. A null counts as 0 where it is compared with a number. */
function havingSql(having: Having, outputs: ReadonlyMap<string, TypedSql>): Sql {
  const scope = outputScope(outputs, 'having');
  const number = (name: string): Sql => sql`coalesce(${asDouble(scope.resolve(name))}, 0)`;
  switch (having.type) {
    case 'equalTo':
      return sql`(${number(having.aggregation)} = ${double(having.value)})`;
    case 'greaterThan':
      return sql`(${number(having.aggregation)} > ${double(having.value)})`;
    case 'lessThan':
      return sql`(${number(having.aggregation)} < ${double(having.value)})`;
    case 'dimSelector':
      return sql`(${asText(applyExtraction(scope.resolve(having.dimension), having.extractionFn))} IS NOT DISTINCT FROM ${text(having.value)})`;
    case 'filter':
      return filterSql(having.filter, scope);
    case 'and':
    case 'or': {
      const specs = having.havingSpecs.map((spec) => havingSql(spec, outputs));
      return sql`(${join(specs, having.type)})`;
    }
    case 'not':
      return sql`(NOT ${havingSql(having.havingSpec, outputs)})`;
  }
}
