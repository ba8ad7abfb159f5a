const TOKEN =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\bDISTINCT FROM\b|\b(?:FROM|WHERE|GROUP BY|ORDER BY|LEFT JOIN|UNION ALL|LIMIT|QUALIFY)\b|\(SELECT\b|[()]|[^"'()\s]+|\s+/g;
const CLAUSE = /^(?:FROM|WHERE|GROUP BY|ORDER BY|LEFT JOIN|UNION ALL|LIMIT|QUALIFY)$/;

/** A statement with a line for each clause, those of a selection inside another one indented: for people to read. */
export function formatStatement(statement: string): string {
  const open: ('selection' | 'plain')[] = [];
  const newLine = (): string => `\n${'  '.repeat(open.filter((kind) => kind === 'selection').length)}`;
  const write = (piece: string): string => {
    if (piece === '(SELECT') {
      open.push('selection');
      return `(${newLine()}SELECT`;
    }
    if (piece === '(') open.push('plain');
    if (piece === ')') return open.pop() === 'selection' ? `${newLine()})` : ')';
    return CLAUSE.test(piece) && open.at(-1) !== 'plain' ? `${newLine()}${piece}` : piece;
  };
  const written = (statement.match(TOKEN) ?? []).map(write).join('');
  return written.replace(/[ \t]+\n/g, '\n');
}
