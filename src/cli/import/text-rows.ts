import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileForm, LIMIT_LINE_BYTES, LONG_LINE } from '../../service/import/file-rows.ts';
import { readBytes } from './compression.ts';
import { cellsOf, type CsvForm, NEWLINE, rowPattern } from './csv.ts';

/** A row of a text file, or a line that is not a row. */
interface TextRow {
  /** The line of the file that it begins on. */
  readonly line: number;
  /** Its bytes, each as the character of Latin-1 with that number. */
  readonly bytes: string;
  /** Whether it is a row. The lines up to a header are not, and neither is a blank line. */
  readonly isRow: boolean;
  /** Why it cannot be read; empty for a blank line, null if it can. */
  readonly fault: string | null;
}

const LINE = new RegExp(`[^\\r\\n]*${NEWLINE}`, 'y');
const NEWLINES = new RegExp(NEWLINE, 'g');

/**
 * The rows of a file of UTF-8, as the engine counts them. This finds the line of a row that was refused,
 * and what to leave out of a file that the engine cannot read. Lines that are no row are taken one by one:
 * a quote that is not closed may be a stray one, and the next lines are rows.
 */
export async function* textRows(path: string, form: FileForm): AsyncGenerator<TextRow> {
  const rows = rowsOf(form.kind === 'csv' ? form : null);
  const chunks = createReadStream(path, { encoding: 'latin1', highWaterMark: LIMIT_LINE_BYTES });
  for await (const chunk of chunks) yield* rows(String(chunk), LIMIT_LINE_BYTES);
  yield* rows('\n', 0);
}

/** Takes the rows of chunks of text; `ahead` characters are left for the next one. */
function rowsOf(csv: CsvForm | null) {
  const pattern = csv === null ? LINE : rowPattern(csv.delimiter, csv.header.length);
  let [text, line, isLong] = ['', 1, false];
  const match = (regexp: RegExp, at: number) => {
    regexp.lastIndex = at;
    return regexp.exec(text)?.[0] ?? null;
  };
  const next = (at: number): Omit<TextRow, 'line'> | null => {
    const bytes = match(LINE, at);
    if (bytes === null) return null;
    if (csv !== null && line <= csv.skip) return { bytes, isRow: false, fault: null };
    if (
      isLong ||
      (csv !== null && csv.header.length > 1 && bytes.trim() === '' && !bytes.includes(csv.delimiter))
    )
      return { bytes, isRow: false, fault: '' };
    const row = match(pattern, at);
    const fault = row === null && csv !== null ? cellsFault(bytes, csv) : bytesFault(row ?? bytes);
    return { bytes: row ?? bytes, isRow: fault === null, fault };
  };
  return function* (chunk: string, ahead: number): Generator<TextRow> {
    text += ahead === 0 && /(^|[\r\n])$/.test(text) ? '' : chunk;
    let at = 0;
    while (text.length - at > ahead) {
      const row = next(at);
      if (row === null) break;
      yield { line, ...row };
      at += row.bytes.length;
      line += newlinesIn(row.bytes);
      isLong = false;
    }
    text = text.slice(at);
    if (text.length <= 2 * LIMIT_LINE_BYTES) return;
    // A line without an end must not fill the memory.
    if (!isLong) yield { line, bytes: '', isRow: false, fault: LONG_LINE };
    [text, isLong] = ['', true];
  };
}

function newlinesIn(bytes: string): number {
  return bytes.match(NEWLINES)?.length ?? 0;
}

function cellsFault(line: string, { delimiter, header }: CsvForm): string {
  const cells = cellsOf(line.trimEnd(), delimiter);
  if (cells !== null)
    return `not as many cells as the header has: ${cells.length} instead of ${header.length}`;
  return line.split('"').length % 2 === 0
    ? 'a quote is not closed'
    : 'a quoted cell does not end where its quote does';
}

function bytesFault(bytes: string): string | null {
  if (bytes.length > LIMIT_LINE_BYTES) return LONG_LINE;
  const buffer = Buffer.from(bytes, 'latin1');
  if (isUtf8(buffer)) return null;
  const [readable = ''] = buffer.toString('utf8').split('\uFFFD');
  return `not UTF-8: byte ${Buffer.byteLength(readable) + 1} of the line`;
}

/** Finds the text of rows by their number as the engine counts, which must not fall. */
export function rowFinder(path: string, form: FileForm) {
  const rows = textRows(path, form);
  let [place, row]: [number, TextRow | null] = [-1, null];
  return async (wanted: number) => {
    while (place < wanted) {
      const next = await rows.next();
      if (next.done === true) break;
      if (next.value.isRow) [place, row] = [place + 1, next.value];
    }
    const text = Buffer.from(row?.bytes ?? '', 'latin1').toString('utf8');
    return { line: row?.line ?? wanted + 1, text: text.replace(/^\uFEFF/, '').replace(/\r?\n$|\r$/, '') };
  };
}

/**
 * Writes the rows that can be read to another file, on the same lines. `refuse` is called for each of the
 * others.
 */
export async function repairText(
  from: string,
  to: string,
  form: FileForm,
  refuse: (line: number, fault: string, text: string) => Promise<void>,
): Promise<void> {
  const repaired = async function* () {
    for await (const { line, bytes, fault } of textRows(from, form)) {
      if (fault !== null && fault !== '')
        await refuse(line, fault, Buffer.from(bytes, 'latin1').toString().trimEnd());
      // The engine reads one kind of line end in a file.
      const text = fault === null ? bytes.replace(/\r\n?$/, '\n') : '\n'.repeat(newlinesIn(bytes));
      yield Buffer.from(text, 'latin1');
    }
  };
  await pipeline(Readable.from(repaired()), createWriteStream(to, { mode: 0o600 }));
}

/** Whether a text is not UTF-8 in any line that is not ASCII. Programs on Windows write Windows-1252. */
export async function isWindows1252(path: string): Promise<boolean> {
  let isOther = false;
  for await (const { bytes } of textRows(path, { kind: 'ndjson' })) {
    if (!/[\x80-\xff]/.test(bytes)) continue;
    if (isUtf8(Buffer.from(bytes, 'latin1'))) return false;
    isOther = true;
  }
  return isOther;
}

/** Writes a text in another encoding as UTF-8. */
export async function writeUtf8(from: string, to: string, encoding: string): Promise<void> {
  const decoder = new TextDecoder(encoding);
  const decoded = async function* () {
    for await (const chunk of readBytes(from)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  };
  await pipeline(Readable.from(decoded()), createWriteStream(to, { mode: 0o600 }));
}
