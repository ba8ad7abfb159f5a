import { Temporal } from 'temporal-polyfill';
import { StoreError } from '../errors.ts';
import { InvalidEventError, REQUIRED_KEYS } from '../events/event.ts';
import { parseJson } from '../../text/json.ts';
import { isJsonObject } from '../../tql/json.ts';

/** How a CSV file of somebody else's is read as events. */
export interface CsvShape {
  /** The zone of times that have none; null: such a time is refused. */
  readonly timezone: string | null;
  /** The app of rows without one. */
  readonly appID: string | null;
  /** The column of the file that holds a key of an event, by the key. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A cell of a row; null if it is empty and has no quotes. */
export type Cell = string | null;

/** The header of a CSV file, with the event's keys as names. */
export interface CsvColumns {
  readonly names: readonly string[];
  readonly delimiter: string;
  readonly shape: CsvShape;
}

const OWN_SHAPE: CsvShape = { timezone: null, appID: null, columns: {} };
const TEXTS: ReadonlySet<string> = new Set(['appID', 'clientUser', 'type', 'sessionID']);

/** The columns of a header. Throws `StoreError` if no event can be read with them. */
export function csvColumns(
  file: string,
  cells: readonly Cell[] | null,
  delimiter: string,
  shape: CsvShape = OWN_SHAPE,
): CsvColumns {
  const written = (cells ?? []).map((cell) => (cell ?? '').trim());
  const refuse = (why: string) => new StoreError(`${file} is refused, and nothing of it was taken: ${why}.`);
  if (written.includes('')) throw refuse('its header has a column without a name');
  const keys = new Map(Object.entries(shape.columns).map(([key, column]) => [column, key]));
  const unknown = [...keys.keys()].filter((column) => !written.includes(column));
  if (unknown.length > 0)
    throw refuse(`its header has no column ${unknown.join(', ')}, only ${written.join(', ')}`);
  const names = written.map((name) => keys.get(name) ?? name);
  const given = shape.appID === null ? names : [...names, 'appID'];
  const missing = REQUIRED_KEYS.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    const columns = missing.map((name) => `--column ${name}=…`).join(' ');
    throw refuse(
      `its first line, the header, has no column ${missing.join(', ')}; if it has another name there, give ${columns}`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuse(`its header has the column ${JSON.stringify(twice)} twice`);
  return { names, delimiter, shape };
}

/**
 * A row as the event that an NDJSON line would contain. An empty cell has no value; `""` is an empty string.
 */
export function eventOfCells({ names, shape }: CsvColumns, cells: readonly Cell[]): unknown {
  const event: [string, unknown][] = shape.appID === null ? [] : [['appID', shape.appID]];
  const payload: [string, unknown][] = [];
  names.forEach((name, index) => {
    const cell = cells[index] ?? null;
    if (cell === null) return;
    if (name === 'timestamp') event.push([name, inZone(cell, shape.timezone)]);
    else if (TEXTS.has(name)) event.push([name, cell]);
    else if (name === 'isTestMode') event.push([name, cell.toLowerCase()]);
    else if (name === 'floatValue') event.push([name, NUMBER.test(cell) ? Number(cell) : cell]);
    else if (name === 'payload') payload.unshift(...objectOf(cell));
    else payload.push([name, cell]);
  });
  return Object.fromEntries([...event, ['payload', Object.fromEntries(payload)]]);
}

const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)?$/;

/** A time without a zone as one of this zone. A time that the clock skips is as late after the change. */
function inZone(cell: string, timezone: string | null): string {
  if (!WITHOUT_ZONE.test(cell)) return cell;
  if (timezone === null)
    throw new InvalidEventError('timestamp has no zone; give --timezone, such as Europe/Berlin', cell);
  try {
    const time = Temporal.PlainDateTime.from(cell.replace(' ', 'T'));
    return time.toZonedDateTime(timezone).toInstant().toString({ fractionalSecondDigits: 3 });
  } catch {
    // Not a date that there is: the event's parser says so.
    return cell;
  }
}

function objectOf(cell: string): [string, unknown][] {
  const value = parseJson(cell);
  if (isJsonObject(value)) return Object.entries(value);
  throw new InvalidEventError('payload is not an object');
}
