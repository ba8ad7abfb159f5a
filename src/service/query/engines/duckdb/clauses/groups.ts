// Writes the statement of a timeseries, topN or groupBy, with a row for each group. Events per user by model,
// simplified:
//
//   SELECT *, "a0" / "a1" AS "p0" FROM (
//     SELECT "modelName" AS "k0", sum("count") AS "a0", count(DISTINCT "_ir_user") AS "a1"
//     FROM events WHERE … GROUP BY 1)
//
// Columns: `k` keys (bucket, dimensions), `a` aggregations, `p` post-aggregations, `s` sizes of sets of
// users, `v` lists of values for quantiles.
import type { Dimension } from '../../../../../tql/dimension.ts';
import { outputsReadBy, POST_AGGREGATIONS } from '../../../../../tql/post-aggregation.ts';
import { QueryError } from '../../../../errors.ts';
import type {
  AggregatingQuery,
  NamedPostAggregation,
  NativeAggregation,
} from '../../../compile/compiled-query.ts';
import {
  columnPositions,
  identifier,
  inlineInteger,
  join,
  keyColumn,
  sql,
  type Sql,
} from '../sql/statement.ts';
import { NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import { aggregationSql, sampleSql, splitFilters } from './aggregations.ts';
import type { Bucketing } from './buckets.ts';
import { dimensionSql } from './dimensions.ts';
import { type PlacedPost, type PostScope, postSql, setOf } from './post-aggregations.ts';
import {
  type SetColumn,
  setSizesSql,
  type Sketch,
  type SketchAccess,
  sketchNames,
  type SketchSet,
} from './sketches.ts';
import type { Source } from './source.ts';

/** A relation (SQL that gives rows) with one row for each group, and its columns. */
export interface Groups {
  readonly relation: Sql;
  /** The key of the group's bucket; NULL if there is only one bucket. */
  readonly bucket: Sql;
  /** The values of the dimensions, in order. */
  readonly dimensions: readonly TypedSql[];
  /** The outputs by name, in order: dimensions, aggregations, post-aggregations. */
  readonly outputs: ReadonlyMap<string, TypedSql>;
}

/** Limits how deeply post-aggregations build on each other; each layer is a subquery. */
const LAYER_LIMIT = 40;

/** Groups events by bucket (not if there is only one) and dimensions, and computes all outputs of a query. */
export function groupsSql(
  query: AggregatingQuery,
  dimensions: readonly Dimension[],
  source: Source,
  { keyOf, pair }: Pick<Bucketing, 'keyOf' | 'pair'>,
): Groups {
  const buckets: TypedSql[] = keyOf === null ? [] : [{ kind: 'long', sql: keyOf(source.time) }];
  const keys = [...buckets, ...dimensions.map((dimension) => dimensionSql(dimension, source.scope))];
  const columns = keys.map(({ kind }, index) => ({ kind, sql: keyColumn(index) }));
  const dimensionColumns = columns.slice(buckets.length);
  const outputs = new Map(
    dimensionColumns.map((column, index) => [dimensions[index]?.outputName ?? '', column]),
  );
  return {
    relation: relationSql(query, keys, source, pair, outputs),
    bucket: keyOf === null ? sql`NULL` : keyColumn(0),
    dimensions: dimensionColumns,
    outputs,
  };
}

/** Selects a row for each group: its bucket, its outputs, and added columns. */
export function selectGroups({ relation, bucket, outputs }: Groups, added: readonly Sql[] = []): Sql {
  const columns = [bucket, ...[...outputs.values()].map((output) => output.sql), ...added];
  return sql`SELECT ${join(columns, 'comma')} FROM (${relation})`;
}

/**
 * The groups with all outputs. Adds the aggregations and post-aggregations to `outputs`, in this order: a
 * post-aggregation is resolved by the outputs before it, and requests further columns of `sketches`, which
 * are selected only after all of that.
 */
function relationSql(
  { aggregations, postAggregations }: AggregatingQuery,
  keys: readonly TypedSql[],
  source: Source,
  pair: Bucketing['pair'],
  outputs: Map<string, TypedSql>,
): Sql {
  const aggregates = aggregations.map((aggregation, index) => {
    const alias = identifier(`a${index}`);
    const { kind, sql: value } = aggregationSql(aggregation, source.scope);
    outputs.set(aggregation.name, { kind, sql: alias });
    return sql`${value} AS ${alias}`;
  });
  const sketches = collectSketchColumns(aggregations, keys, source);
  const scope = { outputs, sketches: sketches.access, sets: new Map<string, SketchSet>() };
  const layers = postAggregationLayers(postAggregations, scope);
  const columns = [...aggregates, ...sketches.columns()];
  const groups = sketches.join(groupedSql(keys, columns, source, pair));
  return layers.reduce((below, layer) => sql`SELECT *, ${join(layer, 'comma')} FROM (${below})`, groups);
}

/**
 * The groups with their aggregates. Two buckets are grouped one by one: DuckDB 1.5 counts the users of each
 * device in two months in 140 ms so, and in 210 ms where the month is a key beside the device.
 */
function groupedSql(
  keys: readonly TypedSql[],
  columns: readonly Sql[],
  source: Source,
  pair: Bucketing['pair'],
): Sql {
  const computed = columns.length === 0 ? [sql`count(*) AS n`] : columns;
  const keyColumns = keys.map((key, index) => sql`${key.sql} AS ${keyColumn(index)}`);
  const select = (selectedKeys: readonly Sql[], where: Sql): Sql =>
    sql`SELECT ${join([...selectedKeys, ...computed], 'comma')} FROM ${source.table} WHERE ${where}`;
  const groupBy = keys.length === 0 ? sql`` : sql` GROUP BY ${columnPositions(keys.length)}`;
  if (pair === null) return sql`${select(keyColumns, source.where)}${groupBy}`;
  const [, [, border]] = pair;
  const dimensions = keyColumns.slice(1);
  // A bucket without events has no row. Without a dimension, a GROUP BY of the constant key takes longer.
  const grouping = dimensions.length === 0 ? sql` HAVING count(*) > 0` : groupBy;
  const selections = pair.map(([key, startMs]) => {
    const comparison = startMs < border ? sql`<` : sql`>=`;
    const where = sql`${source.where} AND ${source.time} ${comparison} ${inlineInteger(border)}`;
    return sql`${select([sql`${inlineInteger(key)} AS ${keyColumn(0)}`, ...dimensions], where)}${grouping}`;
  });
  return join(selections, 'union');
}

/**
 * The columns of post-aggregations in layers, each of which reads the layers below: `x` = a + b is in the
 * first layer, `y` = x / c in the second. Adds them to the outputs and sets of the scope.
 */
function postAggregationLayers(
  posts: readonly NamedPostAggregation[],
  scope: PostScope & { readonly outputs: Map<string, TypedSql>; readonly sets: Map<string, SketchSet> },
): readonly (readonly Sql[])[] {
  const layers: Sql[][] = [];
  /** The layer of a post-aggregation, by its name. Aggregations have none: they are below the first one. */
  const levels = new Map<string, number>();
  for (const [index, post] of posts.entries()) {
    const path = `postAggregations[${index}]`;
    const level = Math.max(0, ...outputsReadBy(post).map((name) => (levels.get(name) ?? -1) + 1));
    if (level >= LAYER_LIMIT) throw new QueryError(path, 'builds on too many others');
    const placed = POST_AGGREGATIONS.compute<PlacedPost>(
      post,
      (node, place) => ({ post: node, path: place }),
      path,
    );
    const expression = postSql(placed, scope);
    const alias = identifier(`p${index}`);
    (layers[level] ??= []).push(sql`${expression.sql} AS ${alias}`);
    if (post.type === 'thetaSketchSetOp') scope.sets.set(post.name, setOf(placed, scope.sets));
    // A null of no kind stays one: what reads it may read a number.
    scope.outputs.set(
      post.name,
      expression === NULL_TEXT ? NULL_TEXT : { kind: expression.kind, sql: alias },
    );
    levels.set(post.name, level);
  }
  return layers;
}

/** The columns that post-aggregations use and that are not outputs. */
interface SketchColumns {
  /** Gives a post-aggregation such a column, and adds the column if it is new. */
  readonly access: SketchAccess;
  /** Aggregates to select in addition to the outputs. */
  readonly columns: () => Sql[];
  /** Joins the sizes of sets to the groups. */
  readonly join: (groups: Sql) => Sql;
}

/**
 * Collects these columns while post-aggregations become SQL: these call `access`. Call `columns` and `join`
 * after that.
 */
function collectSketchColumns(
  aggregations: readonly NativeAggregation[],
  keys: readonly TypedSql[],
  source: Source,
): SketchColumns {
  /** The lists of values of quantiles sketches, by the name of the sketch. */
  const columns = new Map<string, { readonly alias: Sql; readonly column: Sql }>();
  /** The sets whose sizes are used, by their JSON. */
  const sets = new Map<string, SetColumn>();
  const sketches = sketchesOf(aggregations, source);
  return {
    access: {
      valuesOf: (name, path) => {
        const earlier = columns.get(name);
        if (earlier !== undefined) return earlier.alias;
        const alias = identifier(`v${columns.size}`);
        columns.set(name, { alias, column: sql`${valuesSql(aggregations, name, source, path)} AS ${alias}` });
        return alias;
      },
      sizeOf: (set, path) => {
        checkSketches(set, sketches, path);
        if (set.type === 'sketch')
          return identifier(`a${aggregations.findIndex(({ name }) => name === set.name)}`);
        const key = JSON.stringify(set);
        const { alias } = sets.get(key) ?? { alias: identifier(`s${sets.size}`) };
        sets.set(key, { alias, set });
        return sql`coalesce(${alias}, 0)`;
      },
    },
    columns: () => [...columns.values()].map(({ column }) => column),
    join: (groups) => {
      const usedSets = [...sets.values()];
      if (usedSets.length === 0) return groups;
      return joinSizes(groups, usedSets, keys, setSizesSql(usedSets, sketches, keys, source));
    },
  };
}

function joinSizes(groups: Sql, sets: readonly SetColumn[], keys: readonly TypedSql[], sizes: Sql): Sql {
  const sameKeys = keys.map(
    (_key, index) => sql`g.${keyColumn(index)} IS NOT DISTINCT FROM s.${keyColumn(index)}`,
  );
  const on = sameKeys.length === 0 ? sql`TRUE` : join(sameKeys, 'and');
  const columns = join(
    sets.map(({ alias }) => sql`s.${alias}`),
    'comma',
  );
  return sql`SELECT g.*, ${columns} FROM (${groups}) AS g LEFT JOIN (${sizes}) AS s ON ${on}`;
}

/** The `thetaSketch` aggregations by name, which post-aggregations may intersect. */
function sketchesOf(aggregations: readonly NativeAggregation[], source: Source): ReadonlyMap<string, Sketch> {
  const sketches = new Map<string, Sketch>();
  for (const filtered of aggregations) {
    const { aggregation, condition } = splitFilters(filtered, source.scope);
    if (aggregation.type !== 'thetaSketch') continue;
    sketches.set(filtered.name, { fieldName: aggregation.fieldName, condition: condition ?? sql`TRUE` });
  }
  return sketches;
}

function checkSketches(set: SketchSet, sketches: ReadonlyMap<string, Sketch>, path: string): void {
  const otherOutput = sketchNames(set).find((name) => !sketches.has(name));
  if (otherOutput === undefined) return;
  throw new QueryError(path, `uses ${JSON.stringify(otherOutput)} as a thetaSketch, but it is not one`);
}

/** The sorted values that a `quantilesDoublesSketch` has of a group. */
function valuesSql(
  aggregations: readonly NativeAggregation[],
  name: string,
  source: Source,
  path: string,
): Sql {
  const named = aggregations.find((aggregation) => aggregation.name === name);
  const split = named && splitFilters(named, source.scope);
  if (split?.aggregation.type !== 'quantilesDoublesSketch')
    throw new QueryError(path, `uses ${JSON.stringify(name)} as a quantilesDoublesSketch, but it is not one`);
  const value = sampleSql(split.aggregation.fieldName, source.scope);
  const hasValue = sql`${value} IS NOT NULL`;
  const where = split.condition === null ? hasValue : sql`${hasValue} AND ${split.condition}`;
  return sql`list_sort(list(${value}) FILTER (WHERE ${where}))`;
}
