import { type NativeAggregation } from '../../compile/compiled.ts';
import { QueryError } from '../../errors.ts';
import { unfiltered } from './aggregation.ts';
import { asDouble, type Expression } from './expression.ts';
import { type Hidden, type SketchSet } from './hidden.ts';
import { setsSql, type NamedSet, type Sketch } from './sketch-sets.ts';
import { type Source } from './source.ts';
import { identifier, join, sql, type Sql } from './sql.ts';

/** The columns that post-aggregations asked for, and what gives them. */
export interface HiddenColumns {
  readonly access: Hidden;
  /** Aggregates to select beside the others. */
  readonly columns: () => Sql[];
  /** The groups with the sizes of sets beside them. */
  readonly join: (groups: Sql) => Sql;
}

/** Collects what post-aggregations need of their group while they are compiled. */
export function hiddenColumns(
  aggregations: readonly NativeAggregation[],
  keys: readonly Expression[],
  source: Source,
): HiddenColumns {
  const columns: Sql[] = [];
  const sets: NamedSet[] = [];
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
    join: (groups) => (sets.length === 0 ? groups : joined(groups, sets, keys, setsSql(sets, sketches, keys, source))),
  };
}

function joined(groups: Sql, sets: readonly NamedSet[], keys: readonly Expression[], sizes: Sql): Sql {
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
    const { aggregation, condition } = unfiltered(one, source.scope);
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
  const { aggregation, condition } = found === undefined ? {} : unfiltered(found, source.scope);
  if (aggregation?.type !== 'quantilesDoublesSketch') {
    throw new QueryError(path, `uses ${JSON.stringify(name)} as a quantilesDoublesSketch, which it is not`);
  }
  const value = asDouble(source.scope.resolve(aggregation.fieldName));
  const present = sql`${value} IS NOT NULL`;
  const where = condition === null || condition === undefined ? present : sql`${present} AND ${condition}`;
  return sql`list_sort(list(${value}) FILTER (WHERE ${where}))`;
}
