// How a CSV file is written: `prepare.ts` finds it by the first lines and tells the engine, which then
// guesses nothing; `text-rows.ts` takes the rows that the engine cannot read.
import { StoreError } from '../../service/errors.ts';
import type { FileForm } from '../../service/import/file-rows.ts';

export type CsvForm = Extract<FileForm, { kind: 'csv' }>;

export const NEWLINE = String.raw`(?:\r\n|\r|\n)`;

/** What may be before the header, besides blank lines: a comment, or Excel's name of the delimiter. */
const PREAMBLE = /^#|^sep=(.)$/;

/**
 * Finds the delimiter and the header in the first lines of a file. Null if there is none, so it is not CSV.
 * Throws `StoreError` if two columns have the same name.
 */
export function csvForm(file: string, head: string): CsvForm | null {
  const lines = head.split(new RegExp(NEWLINE));
  const headerPlace = lines.findIndex((line) => line.trim() !== '' && !PREAMBLE.test(line));
  const header = lines[headerPlace] ?? '';
  const namedDelimiter = lines.slice(0, headerPlace).flatMap((line) => PREAMBLE.exec(line)?.[1] ?? [])[0];
  const delimiter = namedDelimiter ?? delimiterOf(header);
  const cells = delimiter === null ? null : cellsOf(header, delimiter);
  if (delimiter === null || cells === null) return null;
  const names = cells.map((cell, place) => cell.trim() || `column ${place + 1}`);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined)
    throw new StoreError(
      `${file} is refused, and nothing of it was taken: its header has the column ${JSON.stringify(repeated)} twice.`,
    );
  // Whether a blank follows each delimiter of the header, and no other is there: "timestamp, appID, type".
  const isSpaced = new RegExp(`^[^ ]*(${escaped(delimiter)} [^ ]*)+$`).test(header);
  return { kind: 'csv', delimiter, header: names, skip: headerPlace + 1, isSpaced };
}

/** The most frequent delimiter of a header; null if it has none. */
function delimiterOf(header: string): string | null {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: unquoted.split(delimiter).length - 1,
  }));
  const mostFrequent = counts.reduce((most, next) => (next.count > most.count ? next : most));
  return mostFrequent.count === 0 ? null : mostFrequent.delimiter;
}

/** A character as a regular expression that matches it alone. */
function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** A quoted cell with its quotes doubled, `"6"" wide"`, as RFC 4180 has it and the engine reads it. */
const DOUBLED = '"[^"]*(?:""[^"]*)*"';

/** A quoted cell with a backslash before each quote, `"6\" wide"`, as Spark and MySQL write it. */
const BACKSLASHED = String.raw`"[^"\\]*(?:\\[^][^"\\]*)*"`;

/** A cell: quoted, also after blanks, or without a quote at its beginning. */
function cellPattern(delimiter: string, quotedCell: string): string {
  const end = `${escaped(delimiter)}\\r\\n`;
  return `(?: *${quotedCell}|[^"${end}][^${end}]*|)`;
}

/** Matches a row with the newline after it. */
function rowPattern({ delimiter, header }: CsvForm, quotedCell: string): RegExp {
  const cell = cellPattern(delimiter, quotedCell);
  return new RegExp(`${cell}(?:${escaped(delimiter)}${cell}){${header.length - 1}}${NEWLINE}`, 'y');
}

/** Matches the rows of a file that have as many cells as its header, in each way of quoting. */
export function rowPatterns(form: CsvForm): { readonly doubled: RegExp; readonly backslashed: RegExp } {
  return { doubled: rowPattern(form, DOUBLED), backslashed: rowPattern(form, BACKSLASHED) };
}

/** The cells of a line; null if it is not a whole row. */
export function cellsOf(line: string, delimiter: string): readonly string[] | null {
  const cell = new RegExp(`${escaped(delimiter)}(${cellPattern(delimiter, DOUBLED)})`, 'gy');
  const matches = [...`${delimiter}${line}`.matchAll(cell)];
  const matchedLength = matches.reduce((sum, [text]) => sum + text.length, 0);
  if (matchedLength !== line.length + 1) return null;
  return matches.map(([, text = '']) =>
    /^ *"/.test(text) ? text.trim().slice(1, -1).replaceAll('""', '"') : text,
  );
}
