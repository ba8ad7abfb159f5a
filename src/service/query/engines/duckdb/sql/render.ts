// Writes SQL that was built from fragments (`statement.ts`) as the text of a statement, with the values for
// its placeholders.
import { QueryError } from '../../../../errors.ts';
import { isSql, type Parameter, type Sql, TOO_LARGE } from './statement.ts';

/** A statement's text with `$1`, `$2`, … and the values for them. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** The engine plans a repeated fragment again each time: six thousand pieces take it seconds. */
const REPEATED_PIECES_LIMIT = 8000;
/** Smaller fragments, such as columns, cost nothing to repeat. */
const REPEATED_LEAST_SIZE = 12;

/** The statement's text and parameters. Throws `QueryError` if it is too large for the engine. */
export function renderStatement(statement: Sql): Statement {
  const parameters: Parameter[] = [];
  const parts: string[] = [];
  const rendered = new Set<Sql>();
  let repeated = 0;
  // A stack of what is still to be written instead of recursion, because statements can be deep.
  const stack: (string | Parameter | Sql)[] = [statement];
  for (let piece = stack.pop(); piece !== undefined; piece = stack.pop()) {
    if (typeof piece === 'string') parts.push(piece);
    else if (!isSql(piece)) parts.push(`$${parameters.push(piece)}`);
    else {
      if (rendered.has(piece) && piece.size >= REPEATED_LEAST_SIZE) repeated += piece.pieces.length;
      rendered.add(piece);
      for (const inner of piece.pieces.toReversed()) stack.push(inner);
    }
  }
  if (repeated > REPEATED_PIECES_LIMIT) throw new QueryError(null, TOO_LARGE);
  return { text: parts.join(''), parameters: divideShares(parameters) };
}

/** Divides each limit among its parameters: three of 300,000 become 100,000 each. */
function divideShares(parameters: readonly Parameter[]): Parameter[] {
  const counts = new Map<number, number>();
  for (const { type, value } of parameters)
    if (type === 'share') counts.set(value, (counts.get(value) ?? 0) + 1);
  return parameters.map((parameter) => {
    if (parameter.type !== 'share') return parameter;
    const count = counts.get(parameter.value) ?? 1;
    return { type: 'long', value: Math.floor(parameter.value / count) };
  });
}
