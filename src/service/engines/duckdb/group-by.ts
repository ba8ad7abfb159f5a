import { type Json } from '../../../tql/json.ts';
import { formatTimestamp } from '../../../tql/timestamp.ts';
import { type CompiledGroupBy } from '../../compile/compiled.ts';
import { type EventTable } from '../engine.ts';
import { bucketing } from './bucket.ts';
import { dimensionSql } from './dimension.ts';
import { type Expression } from './expression.ts';
import { groupsSql } from './groups.ts';
import { havingSql } from './having.ts';
import { mapRows } from './map-rows.ts';
import { type Plan } from './plan.ts';
import { jsonObject, jsonOf, type Row } from './shape.ts';
import { sourceOf } from './source.ts';
import { join, sql } from './sql.ts';

/** A groupBy: one row for every bucket and combination of values that has events, in the order of both. */
export function planGroupBy(query: CompiledGroupBy, table: EventTable): Plan {
  const { keyOf, startOf, firstMs } = bucketing(query.granularity, query.intervals);
  const source = sourceOf(query, table);
  const dimensions = query.dimensions ?? [];
  const buckets: Expression[] = keyOf === null ? [] : [{ kind: 'long', sql: keyOf(source.time) }];
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
