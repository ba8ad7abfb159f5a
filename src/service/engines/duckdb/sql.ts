import { QueryError } from '../../errors.ts';

/** A value that goes to the engine beside the statement, never inside it. */
export type Parameter =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'long'; readonly value: number }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'texts'; readonly value: readonly string[] }
  | { readonly type: 'doubles'; readonly value: readonly number[] };

/** A piece of a statement: text of ours, identifiers quoted, and the parameters between. */
export interface Sql {
  readonly pieces: readonly (string | Parameter)[];
}

/** A statement's text with `$1`, `$2`, … and the values for them. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** Builds SQL from a template: its text is the program's own, whatever stands between is SQL built the same way. */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return limited(texts.flatMap((text, index) => [text, ...(parts[index]?.pieces ?? [])]));
}

/** Some building blocks say their operand twice, so nesting them could write statements of any length. */
const PIECE_LIMIT = 200_000;

function limited(pieces: readonly (string | Parameter)[]): Sql {
  if (pieces.length > PIECE_LIMIT) throw new QueryError(null, 'The query is too large to be compiled');
  return { pieces };
}

export const text = (value: string): Sql => ({ pieces: [{ type: 'text', value }] });
export const long = (value: number): Sql => ({ pieces: [{ type: 'long', value }] });
export const double = (value: number): Sql => ({ pieces: [{ type: 'double', value }] });
export const texts = (value: readonly string[]): Sql => ({ pieces: [{ type: 'texts', value }] });
export const doubles = (value: readonly number[]): Sql => ({ pieces: [{ type: 'doubles', value }] });

/** A quoted name of a table, a column or an alias. */
export function identifier(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('an SQL name cannot hold a NUL');
  return { pieces: [`"${name.replaceAll('"', '""')}"`] };
}

/** The first columns of a selection by their positions, as GROUP BY and ORDER BY take them. */
export function positions(count: number): Sql {
  return { pieces: [Array.from({ length: count }, (_column, index) => String(index + 1)).join(', ')] };
}

const SEPARATORS = {
  nothing: '',
  concat: ' || ',
  comma: ', ',
  and: ' AND ',
  or: ' OR ',
  union: ' UNION ALL ',
} as const;

/** Several pieces with the same thing between. */
export function join(parts: readonly Sql[], separator: keyof typeof SEPARATORS): Sql {
  return limited(parts.flatMap((part, i) => (i === 0 ? part.pieces : [SEPARATORS[separator], ...part.pieces])));
}

/** The statement as the engine takes it. */
export function render({ pieces }: Sql): Statement {
  const parameters: Parameter[] = [];
  const parts = pieces.map((piece) => (typeof piece === 'string' ? piece : `$${parameters.push(piece)}`));
  return { text: parts.join(''), parameters };
}
