import { constant, join, share, sql, type Sql } from './sql.ts';

/** What the engine says where a statement built longer texts than it may. */
export const TEXTS_TOO_LONG = /texts of an expression are too long/;

/** As many bytes may the expressions of one row build together: the engine works on thousands of rows at once, and counts none of it. */
const LIMIT_BYTES = 65_536;

/** A column, a parameter or little more: written again rather than kept. */
const SMALL = 6;

/**
 * Texts one behind the other, null where one is; fails in the engine where the result is too long. Calls of many operands, not
 * one operator behind the other: those take the engine minutes to plan at some hundreds, and it cannot be interrupted at it.
 */
export function concatenated(texts: readonly Sql[]): Sql {
  return checked(texts, (values) => {
    const isNull = join(
      values.map((value) => sql`${value} IS NULL`),
      'or',
    );
    const lengths = values.map((value) => sql`strlen(${value})`);
    return {
      bytes: sql`list_sum([${join(lengths, 'comma')}])`,
      result: sql`CASE WHEN ${isNull} THEN NULL ELSE concat(${join(values, 'comma')}) END`,
    };
  });
}

/** A text with one text put for another wherever it stands; fails in the engine where the result is too long. */
export function replaced(text: Sql, from: Sql, to: Sql): Sql {
  return checked([text, from, to], ([value = text, old = from, fresh = to]) => {
    const places = sql`(strlen(${value}) - strlen(replace(${value}, ${old}, ''))) // greatest(strlen(${old}), 1)`;
    return {
      bytes: sql`strlen(${value}) + ${places} * strlen(${fresh})`,
      result: sql`replace(${value}, ${old}, ${fresh})`,
    };
  });
}

interface Growth {
  /** How long the result can be at most. */
  readonly bytes: Sql;
  readonly result: Sql;
}

/** Operands that are expressions themselves are computed once, or nesting would double them. */
function checked(operands: readonly Sql[], grow: (values: readonly Sql[]) => Growth): Sql {
  const guarded = ({ bytes, result }: Growth) =>
    sql`CASE WHEN ${bytes} > ${share(LIMIT_BYTES)} THEN error('texts of an expression are too long') ELSE ${result} END`;
  if (operands.every(({ size }) => size <= SMALL)) return guarded(grow(operands));
  const kept = operands.map((_operand, index) => sql`list_extract(kept, ${constant(index + 1)})`);
  return sql`list_extract(list_transform([[${join(operands, 'comma')}]], lambda kept: ${guarded(grow(kept))}), 1)`;
}
