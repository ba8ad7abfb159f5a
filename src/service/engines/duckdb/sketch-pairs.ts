import { constant, join, positions, sql, type Sql } from './sql.ts';

/** The members that are in both of two sketches, by the places of their flags, the lower one first. */
export interface Pair {
  readonly alias: Sql;
  readonly first: number;
  readonly second: number;
}

/** The sizes of many pairs: each member gives a row for every pair that it is in, the rows are counted, and the counts looked up. */
export function pairSizesSql(
  pairs: readonly Pair[],
  flags: readonly { readonly alias: Sql }[],
  keys: readonly Sql[],
  members: Sql,
): Sql {
  const [count, places] = [
    constant(flags.length),
    join(
      flags.map((_flag, place) => constant(place)),
      'comma',
    ),
  ];
  const held = join(
    flags.map(({ alias }) => alias),
    'comma',
  );
  const select = (columns: readonly Sql[], from: Sql): Sql =>
    sql`SELECT ${join([...keys, ...columns], 'comma')} FROM (${from})`;
  const groupBy = (columns: number): Sql => (columns === 0 ? sql`` : sql` GROUP BY ${positions(columns)}`);
  const lists = select([sql`list_where([${places}], [${held}]) AS held`], members);
  const codes = sql`list_transform(held, lambda one: list_transform(list_filter(held, lambda other: other > one), lambda other: one * ${count} + other))`;
  const rows = select([sql`unnest(flatten(${codes})) AS pair`], lists);
  const counted = sql`${select([sql`pair`, sql`count(*) AS n`], rows)}${groupBy(keys.length + 1)}`;
  const maps = sql`${select([sql`map(list(pair), list(n)) AS sizes`], counted)}${groupBy(keys.length)}`;
  const sizes = pairs.map(
    ({ alias, first, second }) => sql`map_extract_value(sizes, ${constant(first * flags.length + second)}) AS ${alias}`,
  );
  return select(sizes, maps);
}
