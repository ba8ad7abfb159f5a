import { memberSql } from './aggregation.ts';
import { asText, type Expression } from './expression.ts';
import { type SketchSet } from './hidden.ts';
import { type Source } from './source.ts';
import { pairSizesSql, type Pair } from './sketch-pairs.ts';
import { identifier, join, positions, sql, type Sql } from './sql.ts';

/** A distinct count whose members are needed, not only their number. */
export interface Sketch {
  readonly fieldName: string;
  readonly condition: Sql;
}

/** A set whose size is a column. */
export interface NamedSet {
  readonly alias: Sql;
  readonly set: SketchSet;
}

interface Flag extends Sketch {
  readonly name: string;
  readonly alias: Sql;
}

/**
 * The sizes of sets in each group. Every member gets a flag for each sketch it is in; a set is then a condition over
 * flags, and its size the number of members that meet it. Exact.
 */
export function setsSql(
  sets: readonly NamedSet[],
  sketches: ReadonlyMap<string, Sketch>,
  keys: readonly Expression[],
  source: Source,
): Sql {
  const names = [...new Set(sets.flatMap(({ set }) => namesOf(set)))];
  const flags = names.flatMap((name, index): Flag[] => {
    const sketch = sketches.get(name);
    return sketch === undefined ? [] : [{ ...sketch, name, alias: identifier(`f${index}`) }];
  });
  const members = membersSql(flags, keys, source);
  const keyColumns = keys.map((_key, index) => identifier(`k${index}`));
  const pairs = sets.length < PAIRS_LEAST ? null : pairsOf(sets, flags);
  if (pairs !== null) return pairSizesSql(pairs, flags, keyColumns, members);
  const sizes = sets.map(({ alias, set }) => sql`count(*) FILTER (WHERE ${isIn(set, flags)}) AS ${alias}`);
  const groups = keys.length === 0 ? sql`` : sql` GROUP BY ${positions(keys.length)}`;
  return sql`SELECT ${join([...keyColumns, ...sizes], 'comma')} FROM (${members})${groups}`;
}

/** From so many sets on, pairs are counted as rows: what the engine takes to plan an aggregate for each grows with their square. */
const PAIRS_LEAST = 20;

/** The sets as pairs of flags; null where one of them is something else than the intersection of two sketches. */
function pairsOf(sets: readonly NamedSet[], flags: readonly Flag[]): readonly Pair[] | null {
  const pairs = sets.flatMap(({ alias, set }): Pair[] => {
    if (set.type !== 'INTERSECT' || set.sets.length !== 2) return [];
    const places = set.sets.map((member) =>
      member.type === 'sketch' ? flags.findIndex(({ name }) => name === member.name) : -1,
    );
    const [first = -1, second = -1] = places.toSorted((a, b) => a - b);
    return first === -1 || first === second ? [] : [{ alias, first, second }];
  });
  return pairs.length === sets.length ? pairs : null;
}

/** One row for each member of a group that is in any of the sketches, with its flags. */
function membersSql(flags: readonly Flag[], keys: readonly Expression[], source: Source): Sql {
  const fields = [...new Set(flags.map((flag) => flag.fieldName))];
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0)
    return membersOf(only, memberSql(only, source.scope), flags, keys, source);
  // Members of different columns are the same where they read the same.
  const parts = fields.map((field) =>
    membersOf(field, sql`nullif(${asText(source.scope.resolve(field))}, '')`, flags, keys, source),
  );
  const columns = [...keys.map((_key, index) => identifier(`k${index}`)), sql`m`];
  const merged = flags.map(({ alias }) => sql`bool_or(${alias}) AS ${alias}`);
  return sql`SELECT ${join([...columns, ...merged], 'comma')} FROM (${join(parts, 'union')}) GROUP BY ${positions(columns.length)}`;
}

function membersOf(
  field: string,
  member: Sql,
  flags: readonly Flag[],
  keys: readonly Expression[],
  { table, where }: Source,
): Sql {
  const columns = [...keys.map((key, index) => sql`${key.sql} AS ${identifier(`k${index}`)}`), sql`${member} AS m`];
  const flagged = flags.map(({ fieldName, condition, alias }) =>
    fieldName === field ? sql`coalesce(bool_or(${condition}), FALSE) AS ${alias}` : sql`FALSE AS ${alias}`,
  );
  const selected = join([...columns, ...flagged], 'comma');
  return sql`SELECT ${selected} FROM ${table} WHERE ${where} AND ${member} IS NOT NULL GROUP BY ${positions(columns.length)}`;
}

function isIn(set: SketchSet, flags: readonly Flag[]): Sql {
  if (set.type === 'sketch') return flags.find(({ name }) => name === set.name)?.alias ?? sql`FALSE`;
  const [first = sql`FALSE`, ...others] = set.sets.map((member) => isIn(member, flags));
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

function namesOf(set: SketchSet): string[] {
  return set.type === 'sketch' ? [set.name] : set.sets.flatMap(namesOf);
}
