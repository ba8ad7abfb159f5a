// Counts the users who are in both of two sketches, for many pairs at once: a retention of 20 months has
// 210 pairs. A pair is one number: with 10 sketches, the sketches 1 and 5 are 15. A user in the sketches 1,
// 2 and 5 gives the rows 12, 15 and 25; these are counted, and the wanted pairs are looked up. Simplified:
//
//   SELECT map_extract_value(sizes, 15) AS "s0" FROM (
//     SELECT map(list(pair), list(n)) AS sizes FROM (
//       SELECT pair, count(*) AS n FROM (SELECT unnest(…) AS pair FROM members) GROUP BY 1))
import { groupByFirst, inlineInteger, join, sql, type Sql } from '../sql/statement.ts';
import type { SetColumn, SketchFlag } from './sketches.ts';

/** The members of both of two sketches: the places of their flags, the lower one first. */
interface SketchPair {
  readonly alias: Sql;
  readonly first: number;
  readonly second: number;
}

/** The sets that are the intersection of two sketches. */
export function pairsOf(sets: readonly SetColumn[], flags: readonly SketchFlag[]): readonly SketchPair[] {
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

/** The sizes of pairs by key. `members` has a row for each member, with a flag for each sketch. */
export function pairSizesSql(
  pairs: readonly SketchPair[],
  flags: readonly SketchFlag[],
  keys: readonly Sql[],
  members: Sql,
): Sql {
  const keyList = keys.length === 0 ? sql`` : sql`${join(keys, 'comma')}, `;
  const places = join(
    flags.map((_flag, place) => inlineInteger(place)),
    'comma',
  );
  const isMemberOf = join(
    flags.map(({ alias }) => alias),
    'comma',
  );
  // The places of a member's sketches, each combined with the places after it.
  const held = sql`SELECT ${keyList}list_where([${places}], [${isMemberOf}]) AS held FROM (${members})`;
  const codes = sql`list_transform(held, lambda one: list_transform(list_filter(held, lambda other: other > one), lambda other: one * ${inlineInteger(flags.length)} + other))`;
  const rows = sql`SELECT ${keyList}unnest(flatten(${codes})) AS pair FROM (${held})`;
  const counted = sql`SELECT ${keyList}pair, count(*) AS n FROM (${rows})${groupByFirst(keys.length + 1)}`;
  const maps = sql`SELECT ${keyList}map(list(pair), list(n)) AS sizes FROM (${counted})${groupByFirst(keys.length)}`;
  const sizes = pairs.map(({ alias, first, second }) => {
    const code = inlineInteger(first * flags.length + second);
    return sql`map_extract_value(sizes, ${code}) AS ${alias}`;
  });
  return sql`SELECT ${keyList}${join(sizes, 'comma')} FROM (${maps})`;
}
