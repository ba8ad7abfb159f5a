import { InvalidEventError } from '../events/event.ts';
import { type Cell, type CsvColumns, type CsvShape, csvColumns, eventOfCells } from './csv-columns.ts';
import { type EventRecord, LIMIT_LINE_BYTES, type RecordReader, refusedRecord } from './records.ts';

/** A record under way: a quote was still open at the end of its last line. */
interface OpenRecord {
  readonly number: number;
  readonly isOpenAfter: (line: string) => boolean;
  lines: string[];
  length: number;
}

/**
 * Reads events from CSV as in RFC 4180: a header, cells between `,`, `;` or tabs, and quoted cells that may
 * contain newlines.
 */
export function csvRecords(file: string, shape?: CsvShape): RecordReader {
  let columns: CsvColumns | null = null;
  let open: OpenRecord | null = null;
  const take = (number: number, written: string): EventRecord | null => {
    const text = written.endsWith('\r') ? written.slice(0, -1) : written;
    if (columns !== null) return { number, text, read: cellReader(columns, text) };
    const delimiter = delimiterOf(text);
    columns = csvColumns(file, splitCells(text, delimiter), delimiter, shape);
    return null;
  };
  return {
    push: (line) => {
      const { number, text } = line;
      if (text === null) {
        const first = open?.number ?? number;
        open = null;
        return refusedRecord(first, '', line.reason);
      }
      if (open === null && text.trim() === '') return null;
      const isOpenAfter = open?.isOpenAfter ?? trackQuotes(columns?.delimiter ?? delimiterOf(text));
      const record = (open ??= { number, isOpenAfter, lines: [], length: 0 });
      record.length += text.length + 1;
      // A record that is too long is skipped to its end, so that the next one is found.
      if (record.length > LIMIT_LINE_BYTES) record.lines = [];
      else record.lines.push(text);
      if (isOpenAfter(text)) return null;
      open = null;
      if (record.lines.length === 0) return refusedRecord(record.number, '', 'longer than 1 MiB');
      return take(record.number, record.lines.join('\n'));
    },
    end: () => open && refusedRecord(open.number, open.lines.join('\n'), 'a quote is not closed'),
  };
}

function cellReader(columns: CsvColumns, text: string): () => unknown {
  return () => {
    const cells: readonly Cell[] | null = splitCells(text, columns.delimiter);
    if (cells === null) throw new InvalidEventError('a quoted cell does not end where its quote does');
    if (cells.length !== columns.names.length) {
      const detail = `${cells.length} instead of ${columns.names.length}`;
      throw new InvalidEventError('not as many cells as the header has', detail);
    }
    return eventOfCells(columns, cells);
  };
}

/** The delimiter that is most frequent in the header. */
function delimiterOf(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: unquoted.split(delimiter).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/**
 * The cells of a row whose quotes are closed; null if there is text between a closing quote and the
 * delimiter.
 */
function splitCells(text: string, delimiter: string): readonly Cell[] | null {
  if (!text.includes('"')) return text.split(delimiter).map((cell) => (cell === '' ? null : cell));
  const cells: Cell[] = [];
  let at = 0;
  while (at <= text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at) + 1 : nextOrEnd(text, delimiter, at);
    if (end === 0 || (isQuoted && end < text.length && text[end] !== delimiter)) return null;
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
 * Makes a function that reads a row's next line and returns whether a quote is still open at its end. Only at
 * the beginning of a cell does a quote open; elsewhere it is text.
 */
function trackQuotes(delimiter: string): (line: string) => boolean {
  let isOpen = false;
  const nextCell = (line: string, from: number) => {
    const next = line.indexOf(delimiter, from);
    return next === -1 ? -1 : next + 1;
  };
  /** The index after the quote that opens the next quoted cell; -1 if there is none. */
  const opening = (line: string, from: number) => {
    let at = from;
    while (at !== -1 && at < line.length) {
      if (line[at] === '"') return at + 1;
      at = nextCell(line, at);
    }
    return -1;
  };
  return (line) => {
    let at = isOpen ? 0 : opening(line, 0);
    isOpen = false;
    while (at !== -1) {
      const close = closingQuote(line, at - 1);
      if (close === -1) return (isOpen = true);
      at = opening(line, nextCell(line, close + 1));
    }
    return false;
  };
}
