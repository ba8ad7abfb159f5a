import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../../service/errors.ts';
import type { FileForm } from '../../service/import/columns.ts';
import { LIMIT_LINE_BYTES, linesOf, readChunks } from './lines.ts';

/** How a CSV file is written. */
export type CsvForm = Extract<FileForm, { kind: 'csv' }>;

/** A cell of a row; null if it is empty and has no quotes. */
type Cell = string | null;

/** A row of a CSV file with the line that it begins on; or a line that is none, and why. */
export type CsvRecord = { readonly line: number; readonly text: string } & (
  { readonly cells: readonly Cell[]; readonly fault?: never } | { readonly fault: string }
);

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * How a CSV file is written, by its first lines: there may be blank ones, comments and `sep=;` before the
 * header. Null if it is not CSV. Throws `StoreError` if its header cannot be used.
 */
export function csvForm(file: string, head: string, hasQuotes: boolean): CsvForm | null {
  const lines = head.split(/\r?\n/);
  const named = lines.map((line) => /^sep=(.)$/.exec(line)?.[1]);
  const first = lines.findIndex(
    (line, index) => line.trim() !== '' && !line.startsWith('#') && named[index] === undefined,
  );
  const header = lines[first];
  if (header === undefined) return null;
  const delimiter = named.find((each) => each !== undefined) ?? delimiterOf(header);
  if (delimiter === null) return null;
  const cells = splitCells(header, delimiter);
  if (typeof cells === 'string') return null;
  const names = cells.map((cell, place) => (cell ?? '').trim() || `column ${place + 1}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new StoreError(
      `${file} is refused, and nothing of it was taken: its header has the column ${JSON.stringify(twice)} twice.`,
    );
  return { kind: 'csv', delimiter, header: names, skip: first + 1, hasQuotes };
}

/** The delimiter that is most frequent in the header; null if there is none. */
function delimiterOf(header: string): string | null {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }));
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most));
  return best.count === 0 ? null : best.delimiter;
}

/**
 * The cells of a row; `open` if a quote is not closed, `bad` if there is text between a closing quote and the
 * delimiter. Only at the beginning of a cell does a quote open; elsewhere it is text.
 */
function splitCells(text: string, delimiter: string): readonly Cell[] | 'open' | 'bad' {
  if (!text.includes('"')) return text.split(delimiter).map((cell) => (cell === '' ? null : cell));
  const cells: Cell[] = [];
  let at = 0;
  while (at <= text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at) + 1 : nextOrEnd(text, delimiter, at);
    if (end === 0) return 'open';
    if (isQuoted && end < text.length && text[end] !== delimiter) return 'bad';
    const cell = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    cells.push(cell === '' && !isQuoted ? null : cell);
    at = end + 1;
  }
  return cells;
}

function nextOrEnd(text: string, delimiter: string, from: number): number {
  const next = text.indexOf(delimiter, from);
  return next === -1 ? text.length : next;
}

/** The index of the quote that closes the one at `open`; -1 if there is none. A doubled quote is text. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/**
 * The rows of a CSV file as in RFC 4180. A row whose quote is not closed, or that has another number of cells
 * than the header when it is, is refused with its first line only: the quote may be a stray one, and the next
 * lines are rows.
 */
export async function* csvRecords(
  path: string,
  { delimiter, header, skip }: CsvForm,
): AsyncGenerator<CsvRecord> {
  /** The lines to read, the next one last, and those of the row under way. */
  let waiting: NumberedText[] = [];
  let open: NumberedText[] = [];
  let length = 0;
  const step = (next: NumberedText): CsvRecord | null => {
    if (open.length === 0 && next.text.trim() === '') return null;
    open.push(next);
    length += next.text.length + 1;
    const isLonger = open.length > 1 && !next.text.includes('"') && length <= LIMIT_LINE_BYTES;
    return isLonger ? null : close(false);
  };
  const close = (isEnd: boolean): CsvRecord | null => {
    const [first, ...others] = open;
    if (first === undefined) return null;
    const text = open.map((line) => line.text).join('\n');
    const cells = splitCells(text, delimiter);
    if (cells === 'open' && !isEnd && length <= LIMIT_LINE_BYTES) return null;
    const fault = faultOf(cells, open.length, header.length);
    [open, length] = [[], 0];
    if (fault === null && typeof cells !== 'string') return { line: first.line, text, cells };
    // What seemed to be part of the row may be rows.
    waiting.push(...others.reverse());
    return { line: first.line, text: first.text, fault: fault ?? '' };
  };
  const rows = function* () {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const record = step(next);
      if (record !== null) yield record;
    }
  };
  for await (const lines of linesOf(readChunks(path))) {
    waiting = lines
      .map(({ number, text }) => ({ line: number, text: text ?? '' }))
      .filter(({ line }) => line > skip);
    waiting.reverse();
    yield* rows();
  }
  for (let last = close(true); last !== null; last = close(true)) {
    yield last;
    yield* rows();
  }
}

interface NumberedText {
  readonly line: number;
  readonly text: string;
}

/** Why lines are no row; null if they are one. */
function faultOf(cells: readonly Cell[] | 'open' | 'bad', lines: number, expected: number): string | null {
  if (typeof cells !== 'string' && cells.length === expected) return null;
  if (cells === 'open' || lines > 1) return 'a quote is not closed';
  if (cells === 'bad') return 'a quoted cell does not end where its quote does';
  return `not as many cells as the header has: ${cells.length} instead of ${expected}`;
}

/** Writes the rows that can be read to another file. `refuse` is called for each of the others. */
export async function repairCsv(
  from: string,
  to: string,
  form: CsvForm,
  refuse: (record: CsvRecord & { readonly fault: string }) => Promise<void>,
): Promise<CsvForm> {
  const rows = async function* () {
    for await (const record of csvRecords(from, form)) {
      if (record.fault === undefined) yield `${record.cells.map(quoteCell).join(',')}\n`;
      else await refuse(record);
    }
  };
  await pipeline(Readable.from(rows()), createWriteStream(to, { mode: 0o600 }));
  return { ...form, delimiter: ',', skip: 0, hasQuotes: true };
}

function quoteCell(cell: Cell): string {
  return cell === null ? '' : `"${cell.replaceAll('"', '""')}"`;
}

/** Finds the rows that can be read by their number, which must not fall. */
export function rowFinder(path: string, form: CsvForm) {
  const records = csvRecords(path, form);
  let [place, record]: [number, CsvRecord | null] = [-1, null];
  return async (row: number): Promise<CsvRecord | null> => {
    while (place < row) {
      const next = await records.next();
      if (next.done === true) return null;
      if (next.value.fault === undefined) [place, record] = [place + 1, next.value];
    }
    return record;
  };
}
