import { CsvRecords } from './csv.ts';
import { ndjsonRecord, type Records } from './record.ts';

/** How a file of events is written. */
export type TextFormat = 'ndjson' | 'csv';

/** The reader of a format. `file` names the file in a `StoreError` about all of it. */
export function recordsOf(format: TextFormat, file: string): Records {
  return format === 'csv' ? new CsvRecords(file) : NDJSON;
}

const NDJSON: Records = { keepsBlank: false, push: ndjsonRecord, end: () => null };
