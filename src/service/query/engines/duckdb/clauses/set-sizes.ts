// Counts the users of sets, such as those at step 1 and step 2 of a funnel. Druid estimates such sets by
// sketches; here they are exact. For a funnel by model, simplified:
//
//   SELECT "k0", count(*) FILTER (WHERE ("f0" AND "f1")) AS "s0" FROM (
//     SELECT "modelName" AS "k0", "_ir_user" AS m,
//       bool_or("type" = 'a') AS "f0", bool_or("type" = 'b') AS "f1"
//     FROM events WHERE … GROUP BY 1, 2)
//   GROUP BY 1
import { groupByFirst, identifier, join, keyColumn, sql, type Sql } from '../sql/statement.ts';
import { asText, type TypedSql } from '../sql/typed.ts';
import { memberSql } from './aggregations.ts';
import { pairSizesSql, pairsOf } from './pair-sizes.ts';
import { type SetColumn, type Sketch, type SketchFlag, sketchNames, type SketchSet } from './sketches.ts';
import type { Source } from './source.ts';

/** Joins the sizes of sets to the rows of groups, which have the same keys. */
export function joinSetSizes(
  groups: Sql,
  sets: readonly SetColumn[],
  sketches: ReadonlyMap<string, Sketch>,
  keys: readonly TypedSql[],
  source: Source,
): Sql {
  const sameKeys = keys.map(
    (_key, index) => sql`g.${keyColumn(index)} IS NOT DISTINCT FROM s.${keyColumn(index)}`,
  );
  const on = sameKeys.length === 0 ? sql`TRUE` : join(sameKeys, 'and');
  const columns = join(
    sets.map(({ alias }) => sql`s.${alias}`),
    'comma',
  );
  const sizes = setSizesSql(sets, sketches, keys, source);
  return sql`SELECT g.*, ${columns} FROM (${groups}) AS g LEFT JOIN (${sizes}) AS s ON ${on}`;
}

/**
 * From this many sets on, pairs are counted as rows: the time to plan an aggregate for each set grows with
 * their square.
 */
const LEAST_PAIRS = 20;

/**
 * Every member of a sketch, such as a user, gets a row with a flag for each sketch that it belongs to. A set
 * is then a condition on the flags, and its size the number of rows that meet it.
 */
function setSizesSql(
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
  const pairs = pairsOf(sets, flags);
  if (sets.length >= LEAST_PAIRS && pairs.length === sets.length)
    return pairSizesSql(pairs, flags, keyColumns, members);
  const sizes = sets.map(
    ({ alias, set }) => sql`count(*) FILTER (WHERE ${membershipSql(set, flags)}) AS ${alias}`,
  );
  return sql`SELECT ${join([...keyColumns, ...sizes], 'comma')} FROM (${members})${groupByFirst(keys.length)}`;
}

/** One row, with flags, for each member of a group that is in any of the sketches. */
function membersSql(flags: readonly SketchFlag[], keys: readonly TypedSql[], source: Source): Sql {
  const fields = [...new Set(flags.map((flag) => flag.fieldName))];
  const [onlyField, ...otherFields] = fields;
  if (onlyField !== undefined && otherFields.length === 0)
    return membersOfField(onlyField, memberSql(onlyField, source.scope), flags, keys, source);
  // Members of different columns are the same if they are equal as strings.
  const membersByField = fields.map((field) =>
    membersOfField(field, sql`nullif(${asText(source.scope.resolve(field))}, '')`, flags, keys, source),
  );
  const columns = [...keys.map((_key, index) => keyColumn(index)), sql`m`];
  const merged = flags.map(({ alias }) => sql`bool_or(${alias}) AS ${alias}`);
  return sql`SELECT ${join([...columns, ...merged], 'comma')} FROM (${join(membersByField, 'union')})${groupByFirst(columns.length)}`;
}

/** One row for each member in a column. Flags of sketches of other columns are false. */
function membersOfField(
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
  return sql`SELECT ${selected} FROM ${table} WHERE ${where} AND ${member} IS NOT NULL${groupByFirst(columns.length)}`;
}

/** The condition on a member's flags that means that it is in a set: `("f0" AND "f1")`. */
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
