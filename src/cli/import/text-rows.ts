// Reads a text file row by row in JavaScript, as the engine counts the rows, for what the engine cannot do:
// to find the line of a refused row (`rowFinder`, for `import-at-once.ts`), and to leave out the rows that it
// cannot read (`repairText`, for `read-mended.ts`).
import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoderStream } from 'node:stream/web';
import { StoreError } from '../../service/errors.ts';
import { type FileForm, LIMIT_LINE_BYTES, LONG_LINE } from '../../service/import/file-rows.ts';
import { type CsvForm, NEWLINE, rowPatterns } from './csv.ts';

/** A line that is refused: its number, why (`floatValue is not a number: "much"`), and its text. */
export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

/** A row of a file, or a line that is not a row. */
interface TextRow {
  /** The line of the file that it begins on. */
  readonly line: number;
  /** Its bytes with the newline, each as the character of Latin-1 with that number. */
  readonly bytes: string;
  /** Only a `row` is counted by the engine. `header` is any line up to the header. */
  readonly kind: 'row' | 'header' | 'blank' | 'refused';
  /** Why it is refused; empty if it is not. */
  readonly reason: string;
  /** Its bytes with doubled quotes, if it has quotes after a backslash. */
  readonly mended?: string;
}

/**
 * The rows of a file of UTF-8. After a line that is not a row, the next line is tried: a quote that is not
 * closed may be a stray one.
 */
export async function* textRows(path: string, form: FileForm): AsyncGenerator<TextRow> {
  const rowAt = form.kind === 'csv' ? csvRowAt(form) : lineAt;
  let [text, line] = ['', 1];
  /** Takes rows from `text` until less than `ahead` is left, so that no row ends within it. */
  function* takeRows(ahead: number): Generator<TextRow> {
    let at = 0;
    while (text.length - at > ahead) {
      const row = rowAt(text, at, line);
      if (row === null) break;
      yield { line, ...row };
      at += row.bytes.length;
      line += newlinesIn(row.bytes);
    }
    text = text.slice(at);
    if (text.length > LIMIT_TEXT_BYTES)
      throw new StoreError(`Line ${line} is longer than 64 MiB, and nothing of the file was taken.`);
  }
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: LIMIT_LINE_BYTES })) {
    text += String(chunk);
    yield* takeRows(LIMIT_LINE_BYTES);
  }
  if (/[^\r\n]$/.test(text)) text += '\n';
  yield* takeRows(0);
}

/** A line without an end must not fill the memory. */
const LIMIT_TEXT_BYTES = 67_108_864;

/** Takes the row that begins at a place in a text. Null if the text ends before it does. */
type RowAt = (text: string, at: number, line: number) => Omit<TextRow, 'line'> | null;

const LINE = new RegExp(`[^\\r\\n]*${NEWLINE}`, 'y');

/** Takes a line of NDJSON. */
const lineAt: RowAt = (text, at) => {
  const bytes = matchAt(LINE, text, at);
  return bytes === null ? null : checkedRow(bytes);
};

/** Makes a function that takes rows of CSV. */
function csvRowAt(form: CsvForm): RowAt {
  const { doubled, backslashed } = rowPatterns(form);
  return (text, at, line) => {
    const lineBytes = matchAt(LINE, text, at);
    if (lineBytes === null) return null;
    if (line <= form.skip) return { bytes: lineBytes, kind: 'header', reason: '' };
    if (isBlank(lineBytes, form)) return { bytes: lineBytes, kind: 'blank', reason: '' };
    const rowBytes = matchAt(doubled, text, at);
    if (rowBytes !== null) return checkedRow(rowBytes);
    const otherBytes = matchAt(backslashed, text, at);
    if (otherBytes !== null) return { ...checkedRow(otherBytes), mended: withDoubledQuotes(otherBytes) };
    const reason = `not a row of ${form.header.length} cells, or a quote is not closed`;
    return { bytes: lineBytes, kind: 'refused', reason };
  };
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function checkedRow(bytes: string): Omit<TextRow, 'line'> {
  const reason = bytesFault(bytes);
  return { bytes, kind: reason === '' ? 'row' : 'refused', reason };
}

/** A blank line is an empty value if there is only one column. The delimiter may be a tab. */
function isBlank(line: string, { delimiter, header }: CsvForm): boolean {
  return header.length > 1 && line.trim() === '' && !line.includes(delimiter);
}

const NEWLINES = new RegExp(NEWLINE, 'g');

function newlinesIn(bytes: string): number {
  return bytes.match(NEWLINES)?.length ?? 0;
}

function bytesFault(bytes: string): string {
  if (bytes.length > LIMIT_LINE_BYTES) return LONG_LINE;
  return isUtf8Line(bytes) ? '' : 'not UTF-8';
}

/** The text of a row of UTF-8, without the newline after it. */
function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1')
    .toString()
    .replace(/\r?\n$|\r$/, '');
}

/** Whether bytes are UTF-8, each written as the character of Latin-1 with that number. */
export function isUtf8Line(bytes: string): boolean {
  return isUtf8(Buffer.from(bytes, 'latin1'));
}

/**
 * Finds the line and the text of rows of CSV by their number, from 0, which must not fall from call to call.
 */
export function rowFinder(path: string, form: CsvForm) {
  const rows = textRows(path, form);
  let [place, row]: [number, TextRow | null] = [-1, null];
  return async (wantedPlace: number) => {
    while (place < wantedPlace) {
      const next = await rows.next();
      if (next.done === true) break;
      if (next.value.kind === 'row') [place, row] = [place + 1, next.value];
    }
    return { line: row?.line ?? wantedPlace + 1, text: textOf(row?.bytes ?? '') };
  };
}

/**
 * Writes a file again, each row on the line where it is, and without the rows that cannot be read, for each
 * of which `refuse` is called. The engine reads one kind of newline in a file, and doubled quotes.
 */
export async function repairText(
  from: string,
  to: string,
  form: FileForm,
  refuse: (line: RefusedLine) => Promise<void>,
): Promise<void> {
  const repaired = async function* () {
    for await (const { line, bytes, kind, reason, mended = bytes } of textRows(from, form)) {
      if (kind === 'refused') await refuse({ line, reason, text: textOf(bytes) });
      const isKept = kind === 'row' || kind === 'header';
      const text = isKept ? mended.replace(/\r\n?$/, '\n') : '\n'.repeat(newlinesIn(bytes));
      yield Buffer.from(text, 'latin1');
    }
  };
  await pipeline(Readable.from(repaired()), createWriteStream(to, { mode: 0o600 }));
}

/** Two backslashes before a quote are one in the value, and a third one escapes the quote. */
function withDoubledQuotes(row: string): string {
  return row.replaceAll(/(\\+)"/g, (_, { length }: string) => {
    const quote = length % 2 === 1 ? '""' : '"';
    return '\\'.repeat(Math.floor(length / 2)) + quote;
  });
}

/** Writes a text in another encoding as UTF-8. */
export async function writeUtf8(from: string, to: string, encoding: string): Promise<void> {
  const decoded = Readable.toWeb(createReadStream(from)).pipeThrough(new TextDecoderStream(encoding));
  await pipeline(decoded, createWriteStream(to, { mode: 0o600 }));
}
