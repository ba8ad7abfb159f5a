// Counts the users of sets, such as those of step 1 and of step 2 of a funnel. Druid estimates such sets by
// sketches; here they are exact: `count(*) FILTER (WHERE f0 AND f1)` over one row for each user.
import {
  columnPositions,
  identifier,
  inlineInteger,
  join,
  keyColumn,
  sql,
  type Sql,
} from '../sql/statement.ts';
import { asText, type TypedSql } from '../sql/typed.ts';
import { memberSql } from './aggregations.ts';
import type { Source } from './source.ts';

/** A distinct count whose members are needed, not only their number. */
export interface Sketch {
  readonly fieldName: string;
  readonly condition: Sql;
}

/** A set and the column for its size. */
export interface SetColumn {
  readonly alias: Sql;
  readonly set: SketchSet;
}

interface SketchFlag extends Sketch {
  readonly name: string;
  readonly alias: Sql;
}

/**
 * The exact sizes of sets in each group. Every member of a sketch, such as a user, gets a row with a flag
 * for each sketch that it belongs to; a set is then a condition on the flags, and its size the number of
 * rows that meet it.
 */
export function setSizesSql(
  sets: readonly SetColumn[],
  sketches: ReadonlyMap<string, Sketch>,
  keys: readonly TypedSql[],
  source: Source,
): Sql {
  const names = [...new Set(sets.flatMap(({ set }) => sketchNames(set)))];
  const flags = names.flatMap((name, index): SketchFlag[] => {
    const sketch = sketches.get(name);
    return sketch === undefined ? [] : [{ ...sketch, name, alias: identifier(`f${index}`) }];
  });
  const members = membersSql(flags, keys, source);
  const keyColumns = keys.map((_key, index) => keyColumn(index));
  if (sets.length >= LEAST_PAIRS) {
    const pairs = pairsOf(sets, flags);
    if (pairs.length === sets.length) return pairSizesSql(pairs, flags, keyColumns, members);
  }
  const sizes = sets.map(
    ({ alias, set }) => sql`count(*) FILTER (WHERE ${membershipSql(set, flags)}) AS ${alias}`,
  );
  const groups = keys.length === 0 ? sql`` : sql` GROUP BY ${columnPositions(keys.length)}`;
  return sql`SELECT ${join([...keyColumns, ...sizes], 'comma')} FROM (${members})${groups}`;
}

/**
 * From this many sets on, pairs are counted as rows: the time to plan an aggregate for each set grows with
 * their square.
 */
const LEAST_PAIRS = 20;

/** The sets that are the intersection of two sketches, as in a retention. */
function pairsOf(sets: readonly SetColumn[], flags: readonly SketchFlag[]): readonly SketchPair[] {
  const pairs: SketchPair[] = [];
  for (const { alias, set } of sets) {
    if (set.type !== 'INTERSECT' || set.sets.length !== 2) continue;
    const places = set.sets.map((member) =>
      member.type === 'sketch' ? flags.findIndex(({ name }) => name === member.name) : -1,
    );
    const [first = -1, second = -1] = places.toSorted((a, b) => a - b);
    if (first !== -1 && first !== second) pairs.push({ alias, first, second });
  }
  return pairs;
}

/** One row, with flags, for each member of a group that is in any of the sketches. */
function membersSql(flags: readonly SketchFlag[], keys: readonly TypedSql[], source: Source): Sql {
  const fields = [...new Set(flags.map((flag) => flag.fieldName))];
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0)
    return membersOf(only, memberSql(only, source.scope), flags, keys, source);
  // Members of different columns are the same if they are equal as strings.
  const parts = fields.map((field) =>
    membersOf(field, sql`nullif(${asText(source.scope.resolve(field))}, '')`, flags, keys, source),
  );
  const columns = [...keys.map((_key, index) => keyColumn(index)), sql`m`];
  const merged = flags.map(({ alias }) => sql`bool_or(${alias}) AS ${alias}`);
  return sql`SELECT ${join([...columns, ...merged], 'comma')} FROM (${join(parts, 'union')}) GROUP BY ${columnPositions(columns.length)}`;
}

function membersOf(
  field: string,
  member: Sql,
  flags: readonly SketchFlag[],
  keys: readonly TypedSql[],
  { table, where }: Source,
): Sql {
  const columns = [...keys.map((key, index) => sql`${key.sql} AS ${keyColumn(index)}`), sql`${member} AS m`];
  const flagged = flags.map(({ fieldName, condition, alias }) =>
    fieldName === field ? sql`coalesce(bool_or(${condition}), FALSE) AS ${alias}` : sql`FALSE AS ${alias}`,
  );
  const selected = join([...columns, ...flagged], 'comma');
  return sql`SELECT ${selected} FROM ${table} WHERE ${where} AND ${member} IS NOT NULL GROUP BY ${columnPositions(columns.length)}`;
}

/** The condition on a member's flags that means that it is in a set. */
function membershipSql(set: SketchSet, flags: readonly SketchFlag[]): Sql {
  if (set.type === 'sketch') return flags.find(({ name }) => name === set.name)?.alias ?? sql`FALSE`;
  const [first = sql`FALSE`, ...others] = set.sets.map((member) => membershipSql(member, flags));
  if (others.length === 0) return first;
  switch (set.type) {
    case 'UNION':
      return sql`(${join([first, ...others], 'or')})`;
    case 'INTERSECT':
      return sql`(${join([first, ...others], 'and')})`;
    case 'NOT':
      return sql`(${first} AND NOT (${join(others, 'or')}))`;
  }
}

/** The names of the sketches that a set is made of. */
export function sketchNames(set: SketchSet): string[] {
  return set.type === 'sketch' ? [set.name] : set.sets.flatMap(sketchNames);
}

/** The members of both of two sketches: the places of their flags, the lower one first. */
interface SketchPair {
  readonly alias: Sql;
  readonly first: number;
  readonly second: number;
}

/**
 * The sizes of many pairs. Each member gives a row for every pair of sketches that it is in, the rows are
 * counted by pair, and the counts of the wanted pairs are looked up. A pair is one number: with 10 sketches,
 * a member of the sketches 1, 2 and 5 gives the rows 12, 15 and 25.
 */
function pairSizesSql(
  pairs: readonly SketchPair[],
  flags: readonly { readonly alias: Sql }[],
  keys: readonly Sql[],
  members: Sql,
): Sql {
  const count = inlineInteger(flags.length);
  const placeList = flags.map((_flag, place) => inlineInteger(place));
  const places = join(placeList, 'comma');
  const aliases = flags.map(({ alias }) => alias);
  const isMemberOf = join(aliases, 'comma');
  const select = (columns: readonly Sql[], from: Sql): Sql =>
    sql`SELECT ${join([...keys, ...columns], 'comma')} FROM (${from})`;
  const groupBy = (columns: number): Sql =>
    columns === 0 ? sql`` : sql` GROUP BY ${columnPositions(columns)}`;
  const lists = select([sql`list_where([${places}], [${isMemberOf}]) AS held`], members);
  const codes = sql`list_transform(held, lambda one: list_transform(list_filter(held, lambda other: other > one), lambda other: one * ${count} + other))`;
  const rows = select([sql`unnest(flatten(${codes})) AS pair`], lists);
  const counted = sql`${select([sql`pair`, sql`count(*) AS n`], rows)}${groupBy(keys.length + 1)}`;
  const maps = sql`${select([sql`map(list(pair), list(n)) AS sizes`], counted)}${groupBy(keys.length)}`;
  const sizes = pairs.map(
    ({ alias, first, second }) =>
      sql`map_extract_value(sizes, ${inlineInteger(first * flags.length + second)}) AS ${alias}`,
  );
  return select(sizes, maps);
}

/** A set of users, made of sketches of a group; sketches are aggregations, by name. */
export type SketchSet =
  | { readonly type: 'sketch'; readonly name: string }
  | { readonly type: 'UNION' | 'INTERSECT' | 'NOT'; readonly sets: readonly SketchSet[] };

/**
 * Returns columns that post-aggregations need of their group and that are not outputs. Throws `QueryError` at
 * a path.
 */
export interface SketchAccess {
  /** The size of a set. */
  readonly sizeOf: (set: SketchSet, path: string) => Sql;
  /** The sorted values of a quantiles sketch, null if there are none. */
  readonly valuesOf: (name: string, path: string) => Sql;
}
