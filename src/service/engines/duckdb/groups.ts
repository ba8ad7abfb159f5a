import {
  type CompiledGroupBy,
  type CompiledTimeseries,
  type CompiledTopN,
  type NamedPostAggregation,
} from '../../compile/compiled.ts';
import { fieldNamesOf } from '../../compile/post-aggregations.ts';
import { QueryError } from '../../errors.ts';
import { aggregationSql } from './aggregation.ts';
import { type Expression } from './expression.ts';
import { hiddenColumns } from './hidden-columns.ts';
import { type SketchSet } from './hidden.ts';
import { postAggregationSql, sketchSet, type PostScope } from './post-aggregation.ts';
import { type Source } from './source.ts';
import { identifier, join, positions, sql, type Sql } from './sql.ts';

/** One row for each group: a relation and its columns, keys first, then outputs by name in their order. */
export interface Groups {
  readonly relation: Sql;
  readonly keys: readonly Expression[];
  readonly outputs: ReadonlyMap<string, Expression>;
}

/** Post-aggregations upon post-aggregations; each layer is a query inside a query. */
const LAYER_LIMIT = 40;

type Aggregating = CompiledTimeseries | CompiledTopN | CompiledGroupBy;

/**
 * Groups events by some keys and computes every output of a query. `named` says which outputs are keys, by their place.
 */
export function groupsSql(
  query: Aggregating,
  keys: readonly Expression[],
  source: Source,
  named: ReadonlyMap<string, number> = new Map(),
): Groups {
  const keyColumns = keys.map(({ kind }, index) => ({ kind, sql: identifier(`k${index}`) }));
  const aggregated = query.aggregations.map((aggregation, index) => ({
    name: aggregation.name,
    alias: identifier(`a${index}`),
    expression: aggregationSql(aggregation, source.scope, `aggregations[${index}]`),
  }));
  const outputs = new Map<string, Expression>();
  for (const [name, index] of named) outputs.set(name, keyColumns[index] ?? { kind: 'text', sql: sql`NULL` });
  for (const { name, alias, expression } of aggregated) outputs.set(name, { kind: expression.kind, sql: alias });
  const hidden = hiddenColumns(query.aggregations, keys, source);
  const layers = postLayers(query.postAggregations, { outputs, hidden: hidden.access, sets: new Map() });
  const columns = [
    ...aggregated.map(({ alias, expression }) => sql`${expression.sql} AS ${alias}`),
    ...hidden.columns(),
  ];
  const base = baseSql(keys, columns, source);
  return { relation: layers(hidden.join(base)), keys: keyColumns, outputs };
}

function baseSql(keys: readonly Expression[], columns: readonly Sql[], source: Source): Sql {
  const computed = columns.length === 0 ? [sql`count(*) AS n`] : columns;
  const named = keys.map((key, index) => sql`${key.sql} AS ${identifier(`k${index}`)}`);
  const events = sql`SELECT ${join([...named, ...computed], 'comma')} FROM ${source.table} WHERE ${source.where}`;
  return keys.length === 0 ? events : sql`${events} GROUP BY ${positions(keys.length)}`;
}

/** Post-aggregations in as few layers as they refer to each other. Adds them to the outputs and sets of the scope. */
function postLayers(
  posts: readonly NamedPostAggregation[],
  scope: PostScope & { readonly outputs: Map<string, Expression>; readonly sets: Map<string, SketchSet> },
): (base: Sql) => Sql {
  const layers: Sql[][] = [];
  const levels = new Map<string, number>();
  for (const [index, post] of posts.entries()) {
    const level = Math.max(0, ...fieldNamesOf(post).map((name) => (levels.get(name) ?? -1) + 1));
    if (level >= LAYER_LIMIT) throw new QueryError(`postAggregations[${index}]`, 'stands on too many others');
    const path = `postAggregations[${index}]`;
    const expression = postAggregationSql(post, scope, path);
    const alias = identifier(`p${index}`);
    (layers[level] ??= []).push(sql`${expression.sql} AS ${alias}`);
    if (post.type === 'thetaSketchSetOp') scope.sets.set(post.name, sketchSet(post, scope, path));
    scope.outputs.set(post.name, { kind: expression.kind, sql: alias });
    levels.set(post.name, level);
  }
  return (base) => layers.reduce((below, layer) => sql`SELECT *, ${join(layer, 'comma')} FROM (${below})`, base);
}
