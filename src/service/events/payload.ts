// Parses the payload of an event: text and numbers under the keys that its sender chose.
import { parseJson } from '../../text/json.ts';
import { isLonger } from '../../text/truncate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { CORE_NAMES, NUMERIC_KEYS } from './columns.ts';
import { InvalidEventError, REASONS, refuse } from './invalid-event.ts';

/** A value in the payload: text, or a number if the key is one of `NUMERIC_KEYS`. */
export type PayloadValue = string | number;

/** An event's payload: an object, or a list of pairs; or either as JSON text, which some exports have. */
export function readPayload(event: JsonObject): JsonObject | null {
  const sentPayload = event['payload'] ?? null;
  if (sentPayload === null || sentPayload === '') return null;
  const payload = payloadOfPairs(typeof sentPayload === 'string' ? parseJson(sentPayload) : sentPayload);
  if (!isJsonObject(payload)) throw new InvalidEventError(REASONS.payload);
  return payload;
}

/**
 * Some clients, such as the Kotlin SDK, send a payload as a list: `["os:iOS", "build:7"]` becomes
 * `{os: "iOS", build: "7"}`. Any other list stays, and the parser refuses it.
 */
export function payloadOfPairs(payload: unknown): unknown {
  if (!Array.isArray(payload)) return payload;
  const entries = payload.map((pair: unknown) =>
    /^([^:]*):(.*)$/s.exec(typeof pair === 'string' ? pair : ''),
  );
  return entries.includes(null) ? payload : Object.fromEntries(entries.map((entry) => entry?.slice(1) ?? []));
}

/**
 * Parses a payload. Values become text, nested ones as JSON, except those of the numeric keys. Nulls and the
 * names of an event's own fields are left out.
 */
export function parsePayload(payload: JsonObject): readonly (readonly [string, PayloadValue])[] {
  const entries: (readonly [string, PayloadValue])[] = [];
  for (const key of Object.keys(payload)) {
    const value = payload[key];
    if (value === undefined || value === null || CORE_NAMES.has(key)) continue;
    const fault = keyFault(key);
    if (fault !== null) throw new InvalidEventError(fault);
    const stored = NUMERIC_KEYS.has(key)
      ? readNumber(value, `${key} ${REASONS.numericKey}`)
      : readPayloadText(value);
    if (stored !== null) entries.push([key, stored]);
  }
  return entries;
}

/** Why an event with this payload key is refused; null if it is not. */
export function keyFault(key: string): string | null {
  if (key === '') return 'payload has an empty key';
  // Half of a surrogate pair would change when it is stored, and so seem to be a new key every time.
  if (!key.isWellFormed()) return 'payload has a key that is not well-formed Unicode';
  return isLonger(key, LIMIT_KEY_LENGTH)
    ? `payload has a key longer than ${LIMIT_KEY_LENGTH} characters`
    : null;
}

/** The longest payload key, in characters. */
const LIMIT_KEY_LENGTH = 200;

/** A value as text; a number, an object or a list as JSON. Refuses numbers that `JSON.parse` has rounded. */
export function readPayloadText(value: Json): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, (_, inner: Json) => refuseRounded(inner));
  } catch (error) {
    // JSON can be parsed deeper than the stack allows to write it.
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidEventError('payload has a value that is nested too deeply');
  }
}

const ROUNDED = 'payload has an integer beyond 2^53; send it as a string';

/**
 * Refuses a number that is not the one that was sent: `JSON.parse` rounds integers beyond 2^53, such as ids,
 * and makes 1e999 infinite. From 2^64 on, which no integer type holds, the sender had a double, too.
 */
function refuseRounded(value: Json): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const isRounded = Number.isInteger(value) ? Math.abs(value) < 2 ** 64 : !Number.isFinite(value);
  if (isRounded) throw new InvalidEventError(ROUNDED);
  return value;
}

/** What programs write for a missing number. */
export const NO_NUMBER = ['', 'NaN', 'nan'];

/** A finite number, also written as a string; null for what stands for none. Refuses anything else. */
export function readNumber(value: unknown, reason: string): number | null {
  if (typeof value === 'string' && NO_NUMBER.includes(value)) return null;
  return finiteNumber(value) ?? refuse(reason, value);
}

function finiteNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
