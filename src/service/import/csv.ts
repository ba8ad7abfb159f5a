import { type Cell, Quotes, splitCells } from './csv-cells.ts';
import { type CsvColumns, csvColumns, eventOfCells } from './csv-event.ts';
import { EventRefusal } from './event.ts';
import { type Line, LIMIT_LINE_BYTES } from './lines.ts';
import { type EventRecord, type Records, refusedRecord } from './record.ts';

interface Open {
  readonly number: number;
  readonly quotes: Quotes;
  lines: string[];
  length: number;
}

/** Events in CSV as RFC 4180 has it: a header, quoted cells that may hold newlines, `,`, `;` or a tab between them (the header tells). */
export class CsvRecords implements Records {
  readonly keepsBlank = true;
  private readonly file: string;
  private columns: CsvColumns | null = null;
  /** A record whose quotes are open at the end of its last line. */
  private open: Open | null = null;

  constructor(file: string) {
    this.file = file;
  }

  push(line: Line): EventRecord | null {
    if (line.text === null) return this.broken(line.number, line.reason);
    if (this.open === null && line.text.trim() === '') return null;
    if (this.columns === null && this.open === null && !line.text.includes('"'))
      return this.take(line.number, line.text);
    const open = (this.open ??= { number: line.number, quotes: this.quotes(line.text), lines: [], length: 0 });
    open.length += line.text.length + 1;
    // What is too long is passed over to its end, so that the next record begins where it does.
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

  private quotes(text: string): Quotes {
    return new Quotes(this.columns?.delimiter ?? delimiterOf(text));
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
      this.columns = csvColumns(this.file, splitCells(text, delimiter), delimiter);
      return null;
    }
    return { number, text, read: readWith(this.columns, text) };
  }
}

function readWith(columns: CsvColumns, text: string): () => unknown {
  return () => {
    const cells: readonly Cell[] | null = splitCells(text, columns.delimiter);
    if (cells === null) throw new EventRefusal('a quoted cell does not end where its quote does');
    if (cells.length !== columns.names.length) {
      const detail = `${cells.length} instead of ${columns.names.length}`;
      throw new EventRefusal('not as many cells as the header has', detail);
    }
    return eventOfCells(columns, cells);
  };
}

/** The one that the header has most of. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}
