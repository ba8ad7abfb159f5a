// Collects the columns of a group that post-aggregations read and that are no outputs: sizes of sets of
// users, such as `s0` = the users at two steps of a funnel, and lists of values, from which quantiles are
// read: `list_sort(list("floatValue")) AS "v0"`.
import { QueryError } from '../../../../errors.ts';
import type { NativeAggregation } from '../../../compile/compiled-query.ts';
import { identifier, sql, type Sql } from '../sql/statement.ts';
import type { TypedSql } from '../sql/typed.ts';
import { sampleSql, splitFilters } from './aggregations.ts';
import { joinSetSizes } from './set-sizes.ts';
import { type SetColumn, type Sketch, sketchNames, type SketchSet } from './sketches.ts';
import type { Source } from './source.ts';

/**
 * Post-aggregations request columns by `sizeOf` and `valuesOf` while they become SQL. Call `valueColumns` and
 * `joinSizes` after that.
 */
export class SketchColumns {
  readonly #aggregations: readonly NativeAggregation[];
  readonly #keys: readonly TypedSql[];
  readonly #source: Source;
  /** The sketches that sets may be made of, by name. */
  readonly #sketches: ReadonlyMap<string, Sketch>;
  /** The lists of values, by the name of their quantiles sketch. */
  readonly #lists = new Map<string, { readonly alias: Sql; readonly column: Sql }>();
  /** The sets whose sizes are read, by their JSON. */
  readonly #sets = new Map<string, SetColumn>();

  constructor(aggregations: readonly NativeAggregation[], keys: readonly TypedSql[], source: Source) {
    this.#aggregations = aggregations;
    this.#keys = keys;
    this.#source = source;
    this.#sketches = thetaSketches(aggregations, source);
  }

  /** The size of a set. Throws `QueryError` at the path if it is made of an output that is no sketch. */
  sizeOf(set: SketchSet, path: string): Sql {
    const otherOutput = sketchNames(set).find((name) => !this.#sketches.has(name));
    if (otherOutput !== undefined)
      throw new QueryError(path, `uses ${JSON.stringify(otherOutput)} as a thetaSketch, but it is not one`);
    if (set.type === 'sketch')
      return identifier(`a${this.#aggregations.findIndex(({ name }) => name === set.name)}`);
    const key = JSON.stringify(set);
    const { alias } = this.#sets.get(key) ?? { alias: identifier(`s${this.#sets.size}`) };
    this.#sets.set(key, { alias, set });
    return sql`coalesce(${alias}, 0)`;
  }

  /** The sorted values of a quantiles sketch, null if there are none. Throws `QueryError` at the path. */
  valuesOf(name: string, path: string): Sql {
    const earlier = this.#lists.get(name);
    if (earlier !== undefined) return earlier.alias;
    const alias = identifier(`v${this.#lists.size}`);
    this.#lists.set(name, { alias, column: sql`${this.#valuesSql(name, path)} AS ${alias}` });
    return alias;
  }

  #valuesSql(name: string, path: string): Sql {
    const { scope } = this.#source;
    const named = this.#aggregations.find((aggregation) => aggregation.name === name);
    const split = named && splitFilters(named, scope);
    if (split?.aggregation.type !== 'quantilesDoublesSketch')
      throw new QueryError(
        path,
        `uses ${JSON.stringify(name)} as a quantilesDoublesSketch, but it is not one`,
      );
    const value = sampleSql(split.aggregation.fieldName, scope);
    const hasValue = sql`${value} IS NOT NULL`;
    const where = split.condition === null ? hasValue : sql`${hasValue} AND ${split.condition}`;
    return sql`list_sort(list(${value}) FILTER (WHERE ${where}))`;
  }

  /** The lists of values, to be selected with the aggregations. */
  valueColumns(): Sql[] {
    return [...this.#lists.values()].map(({ column }) => column);
  }

  /** Joins the sizes of sets to the groups. */
  joinSizes(groups: Sql): Sql {
    const sets = [...this.#sets.values()];
    return sets.length === 0 ? groups : joinSetSizes(groups, sets, this.#sketches, this.#keys, this.#source);
  }
}

/** The `thetaSketch` aggregations by name. */
function thetaSketches(
  aggregations: readonly NativeAggregation[],
  source: Source,
): ReadonlyMap<string, Sketch> {
  const sketches = new Map<string, Sketch>();
  for (const filtered of aggregations) {
    const { aggregation, condition } = splitFilters(filtered, source.scope);
    if (aggregation.type !== 'thetaSketch') continue;
    sketches.set(filtered.name, { fieldName: aggregation.fieldName, condition: condition ?? sql`TRUE` });
  }
  return sketches;
}
