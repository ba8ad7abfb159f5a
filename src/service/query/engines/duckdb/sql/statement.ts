import { QueryError } from '../../../../errors.ts';

/** A value that goes to the engine beside the statement, never inside it. */
export type Parameter =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'long'; readonly value: number }
  | { readonly type: 'double'; readonly value: number }
  /** A whole number that is divided among all of its kind in the statement. */
  | { readonly type: 'share'; readonly value: number }
  | { readonly type: 'texts'; readonly value: readonly string[] }
  | { readonly type: 'doubles'; readonly value: readonly number[] };

/** A piece of a statement: text of ours, identifiers quoted, parameters, and pieces of pieces, which are shared and not copied. */
export interface Sql {
  readonly pieces: readonly (string | Parameter | Sql)[];
  /** How many texts and parameters it comes to when it is written out. */
  readonly size: number;
}

/** A statement's text with `$1`, `$2`, … and the values for them. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** Builds SQL from a template: its text is the program's own, whatever stands between is SQL built the same way. */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return sqlOf(texts.flatMap((text, index) => [text, ...parts.slice(index, index + 1)]));
}

/** Some building blocks say their operand twice, so nesting them could write statements of any length. */
const SIZE_LIMIT = 200_000;
const TOO_LARGE = 'The query is too large to be compiled, or its expressions are too deeply nested';

function sqlOf(parts: readonly (string | Parameter | Sql)[]): Sql {
  const size = parts.reduce((sum, part) => sum + (isSql(part) ? part.size : 1), 0);
  if (size > SIZE_LIMIT) throw new QueryError(null, TOO_LARGE);
  return { pieces: parts, size };
}

function isSql(part: string | Parameter | Sql): part is Sql {
  return typeof part === 'object' && 'pieces' in part;
}

export const text = (value: string): Sql => sqlOf([{ type: 'text', value }]);
export const long = (value: number): Sql => sqlOf([{ type: 'long', value }]);
export const double = (value: number): Sql => sqlOf([{ type: 'double', value }]);
export const share = (value: number): Sql => sqlOf([{ type: 'share', value }]);
export const texts = (value: readonly string[]): Sql => sqlOf([{ type: 'texts', value }]);
export const doubles = (value: readonly number[]): Sql => sqlOf([{ type: 'doubles', value }]);

/**
 * A whole number in the statement itself: for what the engine takes as a constant only, and for times, by which it plans better when it
 * knows them.
 */
export const inlineInteger = (value: number): Sql => sqlOf([Math.trunc(value).toFixed(0)]);

const PLAIN_TEXT = /^[A-Za-z0-9 ._:,()+-]{1,100}$/;

/** A text in the statement itself, by which the engine plans better, where it has nothing but letters and the like; else a parameter. */
export function inlineText(value: string): Sql {
  return PLAIN_TEXT.test(value) ? sqlOf([`'${value}'`]) : text(value);
}

/** A quoted name of a table, a column or an alias. */
export function identifier(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('an SQL name cannot hold a NUL');
  return sqlOf([`"${name.replaceAll('"', '""')}"`]);
}

/** The first columns of a selection by their positions, as GROUP BY and ORDER BY take them. */
export function columnPositions(count: number): Sql {
  return sqlOf([Array.from({ length: count }, (_column, index) => String(index + 1)).join(', ')]);
}

const SEPARATORS = {
  nothing: '',
  comma: ', ',
  and: ' AND ',
  or: ' OR ',
  union: ' UNION ALL ',
} as const;

/** Several pieces with the same thing between. */
export function join(parts: readonly Sql[], separator: keyof typeof SEPARATORS): Sql {
  return sqlOf(parts.flatMap((part, i) => (i === 0 ? [part] : [SEPARATORS[separator], part])));
}

/** What stands several times in a statement is planned as often: six thousand pieces take the engine seconds. */
const REPEATED_LIMIT = 8000;
/** A name or a column that stands several times costs nothing. */
const REPEATED_FROM = 12;

/** The statement as the engine takes it. */
export function renderStatement(statement: Sql): Statement {
  const parameters: Parameter[] = [];
  const parts: string[] = [];
  const seen = new Set<Sql>();
  let repeated = 0;
  // What is still to be written, the next last; no recursion, because statements can be deep.
  const rest: (string | Parameter | Sql)[] = [statement];
  for (let piece = rest.pop(); piece !== undefined; piece = rest.pop()) {
    if (typeof piece === 'string') parts.push(piece);
    else if (!isSql(piece)) parts.push(`$${parameters.push(piece)}`);
    else {
      if (seen.has(piece) && piece.size >= REPEATED_FROM) repeated += piece.pieces.length;
      seen.add(piece);
      for (const inner of piece.pieces.toReversed()) rest.push(inner);
    }
  }
  if (repeated > REPEATED_LIMIT) throw new QueryError(null, TOO_LARGE);
  return { text: parts.join(''), parameters: divideShares(parameters) };
}

function divideShares(parameters: readonly Parameter[]): Parameter[] {
  const shares = parameters.filter(({ type }) => type === 'share').length;
  return parameters.map((parameter) =>
    parameter.type === 'share' ? { type: 'long', value: Math.floor(parameter.value / shares) } : parameter,
  );
}

/** A column, a parameter or little more: written again rather than kept. */
const SMALL_SIZE = 6;

/**
 * What is built of a value more than once: a large value is computed once and kept under a name, or expressions inside
 * expressions would double at every step.
 */
export function letBinding(value: Sql, build: (value: Sql) => Sql): Sql {
  if (value.size <= SMALL_SIZE) return build(value);
  return sql`list_transform([${value}], lambda kept: ${build(sql`kept`)})[1]`;
}
