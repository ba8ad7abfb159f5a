// The columns of an organization's events table: an event's own fields, and one for each payload key. Code
// that appends, imports, exports or queries events finds here which column has a value.
import type { TimeRange } from '../../tql/time/interval.ts';
import { StoreError } from '../errors.ts';

/**
 * Where the values of a TQL column are: the SQL column's name, unquoted, and whether it holds text, whole
 * numbers or doubles.
 */
export interface EventColumn {
  readonly kind: 'text' | 'long' | 'double';
  readonly column: string;
  /** Whether every value is 1. The sum is then a count, which is faster. */
  readonly isAlwaysOne?: boolean;
}

/** Columns by their exact, case-sensitive TQL names. */
export type EventColumns = ReadonlyMap<string, EventColumn>;

/** One organization's events: the table's SQL name, unquoted, and its columns. */
export interface EventTable {
  readonly name: string;
  readonly columns: EventColumns;
  readonly rollup?: EventRollup;
}

/**
 * A smaller table for queries of whole days in UTC. It has a row for each hour, app, test mode and user: how
 * many events there were (`count`), and whether it is the first hour of the user's day (`_ir_first`; null for
 * a user of several apps or test modes on that day).
 */
interface EventRollup {
  readonly name: string;
  /** The days that it has, ascending. */
  readonly ranges: readonly TimeRange[];
}

/**
 * How many different payload keys an organization can have. Each key is a column, and each column has a cost.
 */
export const LIMIT_KEYS = 1000;

/**
 * How many of them posts can add: one post, and all posts of a day in UTC. Otherwise one sender could use up
 * all keys at once.
 */
export const LIMIT_NEW_KEYS = { post: 100, day: 200 };

/**
 * The payload keys whose values are numbers; all others are text. Source: TelemetryDeck's documentation of
 * default parameters.
 */
export const NUMERIC_KEYS: ReadonlySet<string> = new Set([
  'TelemetryDeck.Device.screenResolutionWidth',
  'TelemetryDeck.Device.screenResolutionHeight',
  'TelemetryDeck.Device.screenScaleFactor',
  'TelemetryDeck.Device.screenDensity',
  'RevenueCat.event.commission_percentage',
  'RevenueCat.event.price',
  'RevenueCat.event.price_in_purchased_currency',
  'RevenueCat.event.takehome_percentage',
  'RevenueCat.event.tax_percentage',
]);

/**
 * The first columns of every events table, in the order in which appenders write them. `_ir_user` is a hash
 * of `clientUser`, for distinct counts.
 */
export const CORE_COLUMNS = [
  ['__time', 'BIGINT NOT NULL'],
  ['appID', 'VARCHAR'],
  ['clientUser', 'VARCHAR'],
  ['type', 'VARCHAR'],
  ['sessionID', 'VARCHAR'],
  ['isTestMode', 'VARCHAR'],
  ['floatValue', 'DOUBLE'],
  ['count', 'BIGINT DEFAULT 1'],
  ['_ir_user', 'UBIGINT'],
] as const;

/** The names of an event's own fields. A payload key of the same name is not stored. */
export const CORE_NAMES: ReadonlySet<string> = new Set(
  CORE_COLUMNS.map(([name]) => name).filter((name) => name !== '_ir_user'),
);

/** The core columns under their TQL names. */
export const CORE_EVENT_COLUMNS: EventColumns = new Map(
  CORE_COLUMNS.filter(([name]) => CORE_NAMES.has(name)).map(([name, type]) => [
    name,
    { kind: kindOf(type), column: name, isAlwaysOne: name === 'count' },
  ]),
);

function kindOf(type: string): EventColumn['kind'] {
  if (type.startsWith('BIGINT')) return 'long';
  return type === 'DOUBLE' ? 'double' : 'text';
}

/**
 * Chooses columns for payload keys that do not have one yet. SQL names ignore case, TQL names do not, and a
 * key may contain any character: `plan` → `plan`, then `Plan` → `Plan~2`, and `my key!` → `my_key_~2`. Throws
 * `StoreError` if there would be too many keys.
 */
export function newColumns(payloadColumns: EventColumns, keys: Iterable<string>): EventColumns {
  const takenNames = new Set(
    [...CORE_COLUMNS.map(([name]) => name), ...[...payloadColumns.values()].map(({ column }) => column)].map(
      foldCase,
    ),
  );
  const addedColumns = new Map<string, EventColumn>();
  for (const key of keys) {
    if (payloadColumns.has(key)) continue;
    const column = freeName(key, takenNames);
    takenNames.add(foldCase(column));
    addedColumns.set(key, { kind: NUMERIC_KEYS.has(key) ? 'double' : 'text', column });
  }
  if (payloadColumns.size + addedColumns.size > LIMIT_KEYS) {
    throw new StoreError(
      `The organization would have ${payloadColumns.size + addedColumns.size} payload keys; ${LIMIT_KEYS} are allowed.`,
    );
  }
  return addedColumns;
}

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

function freeName(key: string, taken: ReadonlySet<string>): string {
  if (PLAIN_KEY.test(key) && !taken.has(foldCase(key))) return key;
  const stem = key.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60);
  for (let number = 2; ; number++) {
    const name = `${stem}~${number}`;
    if (!taken.has(foldCase(name))) return name;
  }
}

function foldCase(name: string): string {
  return name.toLowerCase();
}

/** The SQL name of an organization's events table. */
export function eventsTableName(organization: number): string {
  return `events_${organization}`;
}

/** The SQL name of an organization's `EventRollup`. */
export function rollupTableName(organization: number): string {
  return `rollup_${organization}`;
}
