import { StoreError } from '../../service/errors.ts';
import type { FileForm } from '../../service/import/file-rows.ts';

/** How a CSV file is written. */
export type CsvForm = Extract<FileForm, { kind: 'csv' }>;

export const NEWLINE = String.raw`(?:\r\n|\r|\n)`;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * How a CSV file is written, by its first lines: there may be blank ones, comments and `sep=;` before the
 * header. Null if it is not CSV. Throws `StoreError` if its header cannot be used.
 */
export function csvForm(file: string, head: string): CsvForm | null {
  const lines = head.split(/\r\n|\r|\n/);
  const named = lines.flatMap((line) => /^sep=([!-~\t])$/.exec(line)?.[1] ?? []);
  const first = lines.findIndex((line) => line.trim() !== '' && !/^(#|sep=.$)/.test(line));
  const header = lines[first] ?? '';
  const delimiter = named[0] ?? delimiterOf(header);
  const cells = delimiter === null ? null : cellsOf(header, delimiter);
  if (delimiter === null || cells === null) return null;
  const names = cells.map((cell, place) => cell.trim() || `column ${place + 1}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StoreError(
      `${file} is refused, and nothing of it was taken: its header has the column ${JSON.stringify(twice)} twice.`,
    );
  const isSpaced = new RegExp(`^[^ ]*(${patternOf(delimiter).escaped} [^ ]*)+$`).test(header);
  return { kind: 'csv', delimiter, header: names, skip: first + 1, isSpaced };
}

/** The delimiter that is most frequent in the header; null if there is none. */
function delimiterOf(header: string): string | null {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }));
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most));
  return best.count === 0 ? null : best.delimiter;
}

/**
 * A cell as in RFC 4180. Only at its beginning, also after blanks, does a quote open; elsewhere it is
 * text.
 */
function patternOf(delimiter: string) {
  const escaped = `\\x${delimiter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const cell = `(?: *"[^"]*(?:""[^"]*)*"|[^"${escaped}\\r\\n][^${escaped}\\r\\n]*|)`;
  return { escaped, cell };
}

/** A row of as many cells, with the newline after it. */
export function rowPattern(delimiter: string, cells: number): RegExp {
  const { escaped, cell } = patternOf(delimiter);
  return new RegExp(`${cell}(?:${escaped}${cell}){${cells - 1}}${NEWLINE}`, 'y');
}

/** The cells of a line; null if it is none, or not a whole row. */
export function cellsOf(line: string, delimiter: string): readonly string[] | null {
  const { escaped, cell } = patternOf(delimiter);
  const cells = [...`${delimiter}${line}`.matchAll(new RegExp(`${escaped}(${cell})`, 'gy'))];
  const length = cells.reduce((sum, [text]) => sum + text.length, 0);
  if (length !== line.length + 1) return null;
  return cells.map(([, text = '']) =>
    /^ *"/.test(text) ? text.trim().slice(1, -1).replaceAll('""', '"') : text,
  );
}
