import { InvalidEventError } from '../events/event.ts';
import { type Cell, type CsvColumns, type CsvShape, csvColumns, eventOfCells } from './csv-columns.ts';
import {
  type EventRecord,
  LIMIT_LINE_BYTES,
  type Line,
  type RecordReader,
  refusedRecord,
} from './records.ts';

interface OpenRecord {
  readonly number: number;
  readonly quotes: QuoteTracker;
  lines: string[];
  length: number;
}

/**
 * Reads events from CSV as in RFC 4180: a header, cells between `,`, `;` or tabs, and quoted cells that may
 * contain newlines.
 */
export class CsvRecordReader implements RecordReader {
  readonly keepsBlank = true;
  private readonly file: string;
  private readonly shape: CsvShape | undefined;
  private columns: CsvColumns | null = null;
  /** The record under way: a quote was still open at the end of its last line. */
  private open: OpenRecord | null = null;

  constructor(file: string, shape?: CsvShape) {
    this.file = file;
    this.shape = shape;
  }

  push(line: Line): EventRecord | null {
    if (line.text === null) return this.broken(line.number, line.reason);
    if (this.open === null && line.text.trim() === '') return null;
    if (this.columns === null && this.open === null && !line.text.includes('"'))
      return this.take(line.number, line.text);
    const open = (this.open ??= {
      number: line.number,
      quotes: this.quotes(line.text),
      lines: [],
      length: 0,
    });
    open.length += line.text.length + 1;
    // A record that is too long is skipped to its end, so that the next one is found.
    if (open.length > LIMIT_LINE_BYTES) open.lines = [];
    else open.lines.push(line.text);
    if (open.quotes.after(line.text)) return null;
    this.open = null;
    if (open.lines.length === 0) return refusedRecord(open.number, '', 'longer than 1 MiB');
    return this.take(open.number, open.lines.join('\n'));
  }

  end(): EventRecord | null {
    const open = this.open;
    this.open = null;
    return open === null ? null : refusedRecord(open.number, open.lines.join('\n'), 'a quote is not closed');
  }

  private quotes(text: string): QuoteTracker {
    return new QuoteTracker(this.columns?.delimiter ?? delimiterOf(text));
  }

  private broken(number: number, reason: string): EventRecord {
    const first = this.open?.number ?? number;
    this.open = null;
    return refusedRecord(first, '', reason);
  }

  private take(number: number, written: string): EventRecord | null {
    const text = written.endsWith('\r') ? written.slice(0, -1) : written;
    if (this.columns === null) {
      const delimiter = delimiterOf(text);
      this.columns = csvColumns(this.file, splitCells(text, delimiter), delimiter, this.shape);
      return null;
    }
    return { number, text, read: cellReader(this.columns, text) };
  }
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

/** Tracks the quotes of a row over several lines. */
class QuoteTracker {
  private readonly delimiter: string;
  private isOpen = false;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** Reads the row's next line and returns whether a quote is still open at its end. */
  after(line: string): boolean {
    // Only at the beginning of a cell does a quote open; elsewhere it is text.
    let at = this.isOpen ? 0 : this.opening(line, 0);
    while (at !== -1) {
      const close = closingQuote(line, at - 1);
      this.isOpen = close === -1;
      if (this.isOpen) return true;
      at = this.opening(line, this.nextCell(line, close + 1));
    }
    return false;
  }

  /** The index after the quote that opens the next quoted cell; -1 if there is none. */
  private opening(line: string, from: number): number {
    let at = from;
    while (at !== -1 && at < line.length) {
      if (line[at] === '"') return at + 1;
      at = this.nextCell(line, at);
    }
    return -1;
  }

  private nextCell(line: string, from: number): number {
    const next = line.indexOf(this.delimiter, from);
    return next === -1 ? -1 : next + 1;
  }
}
