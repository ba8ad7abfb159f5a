import { QueryError } from '../../../../errors.ts';
import type {
  CompiledGroupBy,
  CompiledTimeseries,
  CompiledTopN,
  NamedPostAggregation,
  NativeAggregation,
} from '../../../compile/compiled-query.ts';
import { outputsReadBy } from '../../../compile/dependencies.ts';
import { columnPositions, identifier, join, sql, type Sql } from '../sql/statement.ts';
import { asDouble, type TypedSql } from '../sql/typed.ts';
import { aggregationSql, splitFilters } from './aggregations.ts';
import { postAggregationSql, type PostScope, sketchSet } from './post-aggregations.ts';
import { type SetColumn, setSizesSql, type Sketch, type SketchAccess, type SketchSet } from './sketches.ts';
import type { Source } from './source.ts';

/** One row for each group: a relation and its columns, keys first, then outputs by name in their order. */
export interface Groups {
  readonly relation: Sql;
  readonly keys: readonly TypedSql[];
  readonly outputs: ReadonlyMap<string, TypedSql>;
}

/** Post-aggregations upon post-aggregations; each layer is a query inside a query. */
const LAYER_LIMIT = 40;

type Aggregating = CompiledTimeseries | CompiledTopN | CompiledGroupBy;

/**
 * Groups events by some keys and computes every output of a query. `named` says which outputs are keys, by their place.
 */
export function groupsSql(
  query: Aggregating,
  keys: readonly TypedSql[],
  source: Source,
  named: ReadonlyMap<string, number> = new Map(),
): Groups {
  const keyColumns = keys.map(({ kind }, index) => ({ kind, sql: identifier(`k${index}`) }));
  const aggregated = query.aggregations.map((aggregation, index) => ({
    name: aggregation.name,
    alias: identifier(`a${index}`),
    expression: aggregationSql(aggregation, source.scope, `aggregations[${index}]`),
  }));
  const outputs = new Map<string, TypedSql>();
  for (const [name, index] of named) outputs.set(name, keyColumns[index] ?? { kind: 'text', sql: sql`NULL` });
  for (const { name, alias, expression } of aggregated) outputs.set(name, { kind: expression.kind, sql: alias });
  const hidden = collectSketchColumns(query.aggregations, keys, source);
  const layers = postAggregationLayers(query.postAggregations, { outputs, hidden: hidden.access, sets: new Map() });
  const columns = [
    ...aggregated.map(({ alias, expression }) => sql`${expression.sql} AS ${alias}`),
    ...hidden.columns(),
  ];
  const base = groupedSql(keys, columns, source);
  return { relation: layers(hidden.join(base)), keys: keyColumns, outputs };
}

function groupedSql(keys: readonly TypedSql[], columns: readonly Sql[], source: Source): Sql {
  const computed = columns.length === 0 ? [sql`count(*) AS n`] : columns;
  const named = keys.map((key, index) => sql`${key.sql} AS ${identifier(`k${index}`)}`);
  const events = sql`SELECT ${join([...named, ...computed], 'comma')} FROM ${source.table} WHERE ${source.where}`;
  return keys.length === 0 ? events : sql`${events} GROUP BY ${columnPositions(keys.length)}`;
}

/** Post-aggregations in as few layers as they refer to each other. Adds them to the outputs and sets of the scope. */
function postAggregationLayers(
  posts: readonly NamedPostAggregation[],
  scope: PostScope & { readonly outputs: Map<string, TypedSql>; readonly sets: Map<string, SketchSet> },
): (base: Sql) => Sql {
  const layers: Sql[][] = [];
  const levels = new Map<string, number>();
  for (const [index, post] of posts.entries()) {
    const level = Math.max(0, ...outputsReadBy(post).map((name) => (levels.get(name) ?? -1) + 1));
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

/** The columns that post-aggregations asked for, and what gives them. */
interface SketchColumns {
  readonly access: SketchAccess;
  /** Aggregates to select beside the others. */
  readonly columns: () => Sql[];
  /** The groups with the sizes of sets beside them. */
  readonly join: (groups: Sql) => Sql;
}

/** Collects what post-aggregations need of their group while they are compiled. */
function collectSketchColumns(
  aggregations: readonly NativeAggregation[],
  keys: readonly TypedSql[],
  source: Source,
): SketchColumns {
  const columns: Sql[] = [];
  const sets: SetColumn[] = [];
  const sketches = sketchesOf(aggregations, source);
  return {
    access: {
      valuesOf: (name, path) => {
        const alias = identifier(`v${columns.length}`);
        columns.push(sql`${valuesSql(aggregations, name, source, path)} AS ${alias}`);
        return alias;
      },
      sizeOf: (set, path) => {
        checkSketches(set, sketches, path);
        if (set.type === 'sketch') return identifier(`a${aggregations.findIndex(({ name }) => name === set.name)}`);
        const alias = identifier(`s${sets.length}`);
        sets.push({ alias, set });
        return sql`coalesce(${alias}, 0)`;
      },
    },
    columns: () => columns,
    join: (groups) =>
      sets.length === 0 ? groups : joinSizes(groups, sets, keys, setSizesSql(sets, sketches, keys, source)),
  };
}

function joinSizes(groups: Sql, sets: readonly SetColumn[], keys: readonly TypedSql[], sizes: Sql): Sql {
  const same = keys.map((_key, index) => {
    const key = identifier(`k${index}`);
    return sql`g.${key} IS NOT DISTINCT FROM s.${key}`;
  });
  const on = same.length === 0 ? sql`TRUE` : join(same, 'and');
  const columns = join(
    sets.map(({ alias }) => sql`s.${alias}`),
    'comma',
  );
  return sql`SELECT g.*, ${columns} FROM (${groups}) AS g LEFT JOIN (${sizes}) AS s ON ${on}`;
}

function sketchesOf(aggregations: readonly NativeAggregation[], source: Source): ReadonlyMap<string, Sketch> {
  const sketches = new Map<string, Sketch>();
  for (const one of aggregations) {
    const { aggregation, condition } = splitFilters(one, source.scope);
    if (aggregation.type !== 'thetaSketch') continue;
    sketches.set(one.name, { fieldName: aggregation.fieldName, condition: condition ?? sql`TRUE` });
  }
  return sketches;
}

function checkSketches(set: SketchSet, sketches: ReadonlyMap<string, Sketch>, path: string): void {
  if (set.type !== 'sketch') {
    for (const member of set.sets) checkSketches(member, sketches, path);
  } else if (!sketches.has(set.name)) {
    throw new QueryError(path, `uses ${JSON.stringify(set.name)} as a thetaSketch, which it is not`);
  }
}

function valuesSql(aggregations: readonly NativeAggregation[], name: string, source: Source, path: string): Sql {
  const found = aggregations.find((aggregation) => aggregation.name === name);
  const { aggregation, condition } = found === undefined ? {} : splitFilters(found, source.scope);
  if (aggregation?.type !== 'quantilesDoublesSketch') {
    throw new QueryError(path, `uses ${JSON.stringify(name)} as a quantilesDoublesSketch, which it is not`);
  }
  const value = asDouble(source.scope.resolve(aggregation.fieldName));
  const present = sql`${value} IS NOT NULL`;
  const where = condition === null || condition === undefined ? present : sql`${present} AND ${condition}`;
  return sql`list_sort(list(${value}) FILTER (WHERE ${where}))`;
}
