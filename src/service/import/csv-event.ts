import { StoreError } from '../store/error.ts';
import { type Cell } from './csv-cells.ts';
import { EventRefusal } from './event.ts';

/** What a CSV file's header says. */
export interface CsvColumns {
  readonly names: readonly string[];
  readonly delimiter: string;
}

const REQUIRED = ['timestamp', 'appID', 'type'];
const TEXTS: ReadonlySet<string> = new Set(['timestamp', 'appID', 'clientUser', 'type', 'sessionID']);

/** The columns of a header. Throws `StoreError` where no event could be read with them. */
export function csvColumns(file: string, cells: readonly Cell[] | null, delimiter: string): CsvColumns {
  const names = (cells ?? []).map((cell) => (cell ?? '').trim());
  const refuse = (why: string) => new StoreError(`${file} is refused, and nothing of it was taken: ${why}.`);
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw refuse(
      `its first line is no header with the columns timestamp, appID and type (${missing.join(', ')} missing)`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuse(`its header has the column ${JSON.stringify(twice)} twice`);
  if (names.includes('')) throw refuse('its header has a column without a name');
  return { names, delimiter };
}

/** A row as the event that an NDJSON line would hold: an empty cell is no value, a quoted empty one an empty text. */
export function eventOfCells({ names }: CsvColumns, cells: readonly Cell[]): unknown {
  const event: [string, unknown][] = [];
  const payload: [string, unknown][] = [];
  names.forEach((name, index) => {
    const cell = cells[index] ?? null;
    if (cell === null) return;
    if (TEXTS.has(name)) event.push([name, cell]);
    else if (name === 'isTestMode') event.push([name, cell.toLowerCase()]);
    else if (name === 'floatValue') event.push([name, NUMBER.test(cell) ? Number(cell) : cell]);
    else if (name === 'payload') payload.unshift(...objectOf(cell));
    else payload.push([name, cell]);
  });
  return Object.fromEntries([...event, ['payload', Object.fromEntries(payload)]]);
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

function objectOf(cell: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(cell);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  } catch {
    // Said below.
  }
  throw new EventRefusal('payload is not an object');
}
