// Formats an SQL statement and its parameters for `explain`, which shows people how a query runs.
import type { Parameter } from './sql/statement.ts';
import type { Statement } from './sql/render.ts';

/**
 * A statement for people to read: a line for each clause, and times in ISO 8601 next to their milliseconds.
 */
export function formatStatement({ text }: Statement): string {
  return annotateTimes(breakLines(text));
}

const CLAUSES = 'FROM|WHERE|GROUP BY|HAVING|ORDER BY|LEFT JOIN|UNION ALL|LIMIT|QUALIFY'.split('|');
// `DISTINCT FROM` is an operator: `a IS NOT DISTINCT FROM b`.
const TOKEN = new RegExp(
  String.raw`"(?:[^"]|"")*"|'(?:[^']|'')*'|\bDISTINCT FROM\b|\b(?:${CLAUSES.join('|')})\b|\(SELECT\b|[()]|[^"'()\s]+|\s+`,
  'g',
);

/** Begins a line for each clause of a statement and indents subqueries. */
function breakLines(statement: string): string {
  const openBrackets: ('subquery' | 'plain')[] = [];
  const newLine = (): string => `\n${'  '.repeat(openBrackets.filter((kind) => kind === 'subquery').length)}`;
  const write = (token: string): string => {
    if (token === '(SELECT') {
      openBrackets.push('subquery');
      return `(${newLine()}SELECT`;
    }
    if (token === '(') openBrackets.push('plain');
    if (token === ')') return openBrackets.pop() === 'subquery' ? `${newLine()})` : ')';
    return CLAUSES.includes(token) && openBrackets.at(-1) !== 'plain' ? `${newLine()}${token}` : token;
  };
  const lines = (statement.match(TOKEN) ?? []).map(write).join('');
  return lines.replace(/[ \t]+\n/g, '\n');
}

/** A parameter as people read it: `$1 = 1804032000000 (2027-03-03T00:00:00.000Z)`. */
export function formatParameter({ type, value }: Parameter, index: number): string {
  const isTime = type === 'long' && isTimestamp(value);
  return `$${index + 1} = ${JSON.stringify(value)}${isTime ? ` (${new Date(value).toISOString()})` : ''}`;
}

/** Adds the time to each number of milliseconds, as a comment of SQL. */
function annotateTimes(statement: string): string {
  return statement.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\b\d+\b/g, (token) =>
    isTimestamp(Number(token)) ? `${token} /* ${new Date(Number(token)).toISOString()} */` : token,
  );
}

/** In 1973. Smaller numbers are more likely durations than times. */
const FIRST_TIMESTAMP_MS = 100_000_000_000;

function isTimestamp(ms: number): boolean {
  return ms >= FIRST_TIMESTAMP_MS && ms <= 8.64e15;
}
