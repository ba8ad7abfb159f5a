// Parses and writes single values of queries and results: times, time zones, numbers and ids of apps.

const TIMESTAMP = /^(\d{4}-\d\d-(\d\d)T\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)$/;

/**
 * Parses a result's timestamp (`+0000`, `+00:00` or `Z`, with or without fraction) to epoch ms; null for
 * anything else.
 */
export function parseTimestamp(text: string): number | null {
  const match = TIMESTAMP.exec(text);
  if (match === null) return null;
  const [, local, day, fraction = '', zone = 'Z'] = match;
  const localMs = Date.parse(`${local}Z`);
  // Date.parse reads 30 February as a day in March, and 24:00 as the next day.
  if (new Date(localMs).getUTCDate() !== Number(day)) return null;
  const offsetMs = parseOffset(zone);
  return offsetMs === null ? null : localMs + Number(fraction.padEnd(3, '0').slice(0, 3)) - offsetMs;
}

function parseOffset(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Epoch milliseconds as results carry them: `YYYY-MM-DDThh:mm:ss+0000`, in UTC, without a fraction. */
export function formatTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -5)}+0000`;
}

/** Zones that `Intl` has accepted: asking it takes far longer than a look-up. */
const KNOWN_ZONES = new Set(['UTC']);

/** Whether this names a time zone: an IANA name, or an offset such as `+05:30`. */
export function isTimeZone(name: string): boolean {
  if (KNOWN_ZONES.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    KNOWN_ZONES.add(name);
    return true;
  } catch {
    return false;
  }
}

// The point is inside its group: `\d+\.?\d*` would try every way to divide a long run of digits in two.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Parses a number in decimal notation (`12`, `-0.5`, `1e3`); null for anything else: blanks, hexadecimals,
 * names.
 */
export function parseDecimal(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const UUID = /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

/** Whether a text has the form of a UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * An app's id as it is stored and compared: a UUID in upper case, because some SDKs send it in lower case;
 * any other text as it is.
 */
export function normalizeAppId(appID: string): string {
  return isUuid(appID) ? appID.toUpperCase() : appID;
}
