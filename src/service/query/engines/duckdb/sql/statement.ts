// Builds SQL from fragments, in which values from outside are parameters and never part of the text:
// sql`"a" = ${text(value)}` → `"a" = $1`.
import { QueryError } from '../../../../errors.ts';

/** A value that is bound to a placeholder of the statement. */
export type Parameter =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'long'; readonly value: number }
  | { readonly type: 'double'; readonly value: number }
  /** A limit that all of its parameters in a statement share: each is bound to an equal part of it. */
  | { readonly type: 'share'; readonly value: number }
  | { readonly type: 'texts'; readonly value: readonly string[] }
  | { readonly type: 'doubles'; readonly value: readonly number[] };

/**
 * A fragment of SQL: texts of the program, quoted identifiers, parameters and other fragments, which are
 * shared and not copied.
 */
export interface Sql {
  readonly pieces: readonly (string | Parameter | Sql)[];
  /** How many texts and parameters it has, those of its fragments included. */
  readonly size: number;
}

/**
 * Builds SQL from a template literal. Only SQL that was built the same way can be put into it, never a
 * string.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return sqlOf(texts.flatMap((text, index) => [text, ...parts.slice(index, index + 1)]));
}

/** Some fragments repeat their operand, so that nesting them makes statements of exponential length. */
const SIZE_LIMIT = 200_000;
export const TOO_LARGE = 'The query is too large to be compiled, or its expressions are too deeply nested';

function sqlOf(parts: readonly (string | Parameter | Sql)[]): Sql {
  let size = 0;
  for (const part of parts) size += isSql(part) ? part.size : 1;
  if (size > SIZE_LIMIT) throw new QueryError(null, TOO_LARGE);
  return { pieces: parts, size };
}

/** Whether a piece of SQL is a fragment itself. */
export function isSql(part: string | Parameter | Sql): part is Sql {
  return typeof part === 'object' && 'pieces' in part;
}

export const text = (value: string): Sql => sqlOf([{ type: 'text', value }]);
export const long = (value: number): Sql => sqlOf([{ type: 'long', value }]);
export const double = (value: number): Sql => sqlOf([{ type: 'double', value }]);
export const sharedLimit = (value: number): Sql => sqlOf([{ type: 'share', value }]);
export const texts = (value: readonly string[]): Sql => sqlOf([{ type: 'texts', value }]);
export const doubles = (value: readonly number[]): Sql => sqlOf([{ type: 'doubles', value }]);

/**
 * A whole number in the statement itself: for what the engine accepts only as a constant, and for times,
 * which help it to plan.
 */
export const inlineInteger = (value: number): Sql => sqlOf([Math.trunc(value).toFixed(0)]);

const HARMLESS_TEXT = /^[A-Za-z0-9 ._:,()+-]{1,100}$/;

/**
 * A string in the statement itself, which helps the engine to plan, if all its characters are harmless there;
 * a parameter otherwise.
 */
export function inlineText(value: string): Sql {
  return HARMLESS_TEXT.test(value) ? sqlOf([`'${value}'`]) : text(value);
}

/** A quoted name of a table, a column or an alias. */
export function identifier(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('an SQL name cannot hold a NUL');
  return sqlOf([`"${name.replaceAll('"', '""')}"`]);
}

/** The alias of the key at an index by which events are grouped. */
export function keyColumn(index: number): Sql {
  return identifier(`k${index}`);
}

/** ` GROUP BY 1, 2`: by the first columns of a selection; empty without any. */
export function groupByFirst(count: number): Sql {
  if (count === 0) return sql``;
  return sqlOf([` GROUP BY ${Array.from({ length: count }, (_column, index) => index + 1).join(', ')}`]);
}

const SEPARATORS = {
  nothing: '',
  comma: ', ',
  and: ' AND ',
  or: ' OR ',
  union: ' UNION ALL ',
} as const;

/** Joins fragments by a separator. */
export function join(parts: readonly Sql[], separator: keyof typeof SEPARATORS): Sql {
  return sqlOf(parts.flatMap((part, i) => (i === 0 ? [part] : [SEPARATORS[separator], part])));
}

/** Repeating a value of this size, a column or a parameter, costs less than binding it. */
const SMALL_SIZE = 6;

/**
 * SQL that uses a value several times. A larger value is computed once, under the name `kept`; otherwise each
 * level of nesting would double it.
 */
export function letBinding(value: Sql, build: (value: Sql) => Sql): Sql {
  if (value.size <= SMALL_SIZE) return build(value);
  return sql`list_transform([${value}], lambda kept: ${build(sql`kept`)})[1]`;
}

/** As `letBinding`, for several values of one type. */
export function letBindings(values: readonly Sql[], build: (values: readonly Sql[]) => Sql): Sql {
  if (values.every(({ size }) => size <= SMALL_SIZE)) return build(values);
  const kept = values.map((_value, index) => sql`list_extract(kept, ${inlineInteger(index + 1)})`);
  return sql`list_extract(list_transform([[${join(values, 'comma')}]], lambda kept: ${build(kept)}), 1)`;
}
