// Prints what `org list`, `token list`, `key list` and `insight list` list, and the record that a command
// of theirs changed.
import { type Io, printJson } from './io.ts';
import { formatTable } from './query/table.ts';

/**
 * One line of a list: texts by name, such as `{ namespace: 'acme', plan: 'paid' }`. All lines have the same
 * names.
 */
export type ListedRecord = Readonly<{ [name: string]: string }>;

/**
 * Lists records: as JSON if asked to, on a terminal under headings, else a line for each, with tabs between
 * the texts.
 */
export function printRecords(io: Io, format: 'text' | 'json', records: readonly ListedRecord[]): void {
  if (format === 'json') printJson(io, records);
  else if (io.columns === null) for (const record of records) printRecord(io, record);
  else {
    const header = Object.keys(records[0] ?? {});
    io.stdout.write(
      formatTable({ header, rows: records.map((record) => header.map((name) => record[name] ?? null)) }),
    );
  }
}

/** Prints a record in one line, with tabs between its texts. */
export function printRecord(io: Io, record: ListedRecord): void {
  io.stdout.write(`${Object.values(record).join('\t')}\n`);
}
