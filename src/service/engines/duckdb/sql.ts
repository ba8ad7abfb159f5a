import { QueryError } from '../../errors.ts';

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
  return pieces(texts.flatMap((text, index) => [text, ...parts.slice(index, index + 1)]));
}

/** Some building blocks say their operand twice, so nesting them could write statements of any length. */
const SIZE_LIMIT = 200_000;
const TOO_LARGE = 'The query is too large to be compiled, or its expressions are too deeply nested';

function pieces(parts: readonly (string | Parameter | Sql)[]): Sql {
  const size = parts.reduce((sum, part) => sum + (isSql(part) ? part.size : 1), 0);
  if (size > SIZE_LIMIT) throw new QueryError(null, TOO_LARGE);
  return { pieces: parts, size };
}

function isSql(part: string | Parameter | Sql): part is Sql {
  return typeof part === 'object' && 'pieces' in part;
}

export const text = (value: string): Sql => pieces([{ type: 'text', value }]);
export const long = (value: number): Sql => pieces([{ type: 'long', value }]);
export const double = (value: number): Sql => pieces([{ type: 'double', value }]);
export const share = (value: number): Sql => pieces([{ type: 'share', value }]);
export const texts = (value: readonly string[]): Sql => pieces([{ type: 'texts', value }]);
export const doubles = (value: readonly number[]): Sql => pieces([{ type: 'doubles', value }]);

/**
 * A whole number in the statement itself: for what the engine takes as a constant only, and for times, by which it plans better when it
 * knows them.
 */
export const constant = (value: number): Sql => pieces([Math.trunc(value).toFixed(0)]);

const PLAIN_TEXT = /^[A-Za-z0-9 ._:,()+-]{1,100}$/;

/** A text in the statement itself, by which the engine plans better, where it has nothing but letters and the like; else a parameter. */
export function plainText(value: string): Sql {
  return PLAIN_TEXT.test(value) ? pieces([`'${value}'`]) : text(value);
}

/** A quoted name of a table, a column or an alias. */
export function identifier(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('an SQL name cannot hold a NUL');
  return pieces([`"${name.replaceAll('"', '""')}"`]);
}

/** The first columns of a selection by their positions, as GROUP BY and ORDER BY take them. */
export function positions(count: number): Sql {
  return pieces([Array.from({ length: count }, (_column, index) => String(index + 1)).join(', ')]);
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
  return pieces(parts.flatMap((part, i) => (i === 0 ? [part] : [SEPARATORS[separator], part])));
}

/** What stands several times in a statement is planned as often: six thousand pieces take the engine seconds. */
const REPEATED_LIMIT = 8000;
/** A name or a column that stands several times costs nothing. */
const REPEATED_LEAST = 12;

/** The statement as the engine takes it. */
export function render(statement: Sql): Statement {
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
      if (seen.has(piece) && piece.size >= REPEATED_LEAST) repeated += piece.pieces.length;
      seen.add(piece);
      for (const inner of piece.pieces.toReversed()) rest.push(inner);
    }
  }
  if (repeated > REPEATED_LIMIT) throw new QueryError(null, TOO_LARGE);
  return { text: parts.join(''), parameters: divided(parameters) };
}

function divided(parameters: readonly Parameter[]): Parameter[] {
  const shares = parameters.filter(({ type }) => type === 'share').length;
  return parameters.map((parameter) =>
    parameter.type === 'share' ? { type: 'long', value: Math.floor(parameter.value / shares) } : parameter,
  );
}
