import { truncate } from '../../text/truncate.ts';
import { normalizeAppId } from '../../tql/app-id.ts';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { parseTimestamp } from '../../tql/literals.ts';
import { CORE_NAMES, NUMERIC_KEYS } from './columns.ts';

/** An event as it is stored. */
export interface StorableEvent {
  readonly timeMs: number;
  readonly appID: string;
  readonly clientUser: string | null;
  readonly type: string;
  readonly sessionID: string | null;
  readonly isTestMode: 'true' | 'false';
  readonly floatValue: number | null;
  readonly payload: readonly (readonly [string, PayloadValue])[];
}

/**
 * Why an event is refused. `reason` contains no value of the event, so that refused lines can be counted by
 * it; `detail` may.
 */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
  readonly reason: string;
  constructor(reason: string, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}

/**
 * The keys without which nothing is an event: a CSV or Parquet file that lacks one of them as a column holds
 * no events.
 */
export const REQUIRED_KEYS = ['timestamp', 'appID', 'type'];

/** Reads an event in the form that NDJSON files hold. Throws `InvalidEventError`. */
export function parseEvent(value: unknown): StorableEvent {
  if (!isJsonObject(value)) throw new InvalidEventError('not a JSON object');
  const event: JsonObject = value;
  const payload = readPayload(event);
  return {
    timeMs: readTimestamp(event),
    appID: readAppId(event),
    clientUser: readText(event, 'clientUser'),
    type: readRequired(event, 'type'),
    sessionID: readText(event, 'sessionID'),
    isTestMode: readTestMode(event['isTestMode'] ?? ownValue(payload, 'isTestMode')),
    floatValue: readFloat(event['floatValue'], ownValue(payload, 'floatValue')),
    payload: payload === null ? [] : parsePayload(payload, CORE_NAMES, rejectPayload),
  };
}

const EARLIEST_MS = Date.UTC(2000, 0, 1);
const AHEAD_MS = 86_400_000;

/** Why an event of this time is not taken, if the clock shows `nowMs`; null if it is. */
export function eventTimeFault(timeMs: number, nowMs: number): string | null {
  if (timeMs < EARLIEST_MS) return 'timestamp is before the year 2000';
  return timeMs > nowMs + AHEAD_MS ? 'timestamp is more than a day in the future' : null;
}

const LIMIT_APP_ID = 100;

function readPayload(event: JsonObject): JsonObject | null {
  const payload = event['payload'] ?? null;
  if (payload !== null && !isJsonObject(payload)) throw new InvalidEventError('payload is not an object');
  return payload;
}

/** A value in the payload, where some clients send `isTestMode` and `floatValue`. */
function ownValue(payload: JsonObject | null, key: string): unknown {
  return payload !== null && Object.hasOwn(payload, key) ? payload[key] : undefined;
}

function readTimestamp(event: JsonObject): number {
  const written = event['timestamp'] ?? null;
  if (written === null) throw new InvalidEventError('timestamp is missing');
  const timeMs = typeof written === 'string' ? parseEventTime(written) : null;
  if (timeMs !== null) return timeMs;
  throw new InvalidEventError(
    'timestamp is not a date-time with a zone, as 2026-10-05T08:12:33Z',
    showValue(written),
  );
}

function readAppId(event: JsonObject): string {
  const appID = readRequired(event, 'appID');
  if (appID.length <= LIMIT_APP_ID) return normalizeAppId(appID);
  throw new InvalidEventError(`appID is longer than ${LIMIT_APP_ID} characters`, showValue(appID));
}

function readRequired(event: JsonObject, key: string): string {
  const value = readText(event, key);
  if (value === null) throw new InvalidEventError(`${key} is missing`);
  if (value === '') throw new InvalidEventError(`${key} is empty`);
  return value;
}

function readText(event: JsonObject, key: string): string | null {
  const value = event[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new InvalidEventError(`${key} is not a string`, showValue(value));
}

function readTestMode(value: unknown): 'true' | 'false' {
  const written = typeof value === 'string' ? value.toLowerCase() : (value ?? false);
  if (written === false || written === 'false') return 'false';
  if (written === true || written === 'true') return 'true';
  throw new InvalidEventError('isTestMode is neither true nor false', showValue(value));
}

function readFloat(value: unknown, inPayload: unknown): number | null {
  if (value === undefined || value === null)
    return inPayload === undefined ? null : floatOfPayload(inPayload);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new InvalidEventError('floatValue is not a number', showValue(value));
}

function floatOfPayload(value: unknown): number | null {
  if (value === null || value === '') return null;
  const number = finiteNumber(value);
  if (number !== null) return number;
  throw new InvalidEventError('floatValue is not a number', showValue(value));
}

/** A finite number, also written as a string; null if the value is not one. */
function finiteNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function rejectPayload(reason: string, value: unknown): never {
  throw value === undefined ? new InvalidEventError(reason) : new InvalidEventError(reason, showValue(value));
}

/**
 * The first 60 characters of a value's JSON. Nested values are not shown: they can be nested deeper than the
 * stack allows.
 */
function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = JSON.stringify(value);
  return truncate(json, 60, 60);
}

/** A value in the payload: text, or a number if the key is one of the numeric keys. */
export type PayloadValue = string | number;

/** The longest payload key, in characters. */
const LIMIT_KEY_LENGTH = 200;

/**
 * Parses a payload. Values become text, nested ones as JSON, except those of the numeric keys. Nulls and the
 * names of an event's own fields are left out.
 */
function parsePayload(
  payload: JsonObject,
  coreNames: ReadonlySet<string>,
  refuse: (reason: string, value: unknown) => never,
): readonly (readonly [string, PayloadValue])[] {
  const entries: (readonly [string, PayloadValue])[] = [];
  for (const key of Object.keys(payload)) {
    const value = payload[key];
    if (value === undefined || value === null || coreNames.has(key)) continue;
    if (key === '') refuse('payload has an empty key', value);
    // It would change when it is stored, and so seem to be a new key every time.
    if (!key.isWellFormed()) refuse('payload has a key that is not well-formed Unicode', undefined);
    if (key.length > LIMIT_KEY_LENGTH)
      refuse(`payload has a key longer than ${LIMIT_KEY_LENGTH} characters`, key);
    const stored = NUMERIC_KEYS.has(key)
      ? readPayloadNumber(key, value, refuse)
      : readPayloadText(value, refuse);
    if (stored !== null) entries.push([key, stored]);
  }
  return entries;
}

function readPayloadText(value: Json, refuse: (reason: string, value: unknown) => never): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return isAsSent(value) ? String(value) : refuse(ROUNDED, undefined);
    case 'boolean':
      return String(value);
    default:
      return readNested(value, refuse);
  }
}

const ROUNDED = 'payload has an integer beyond 2^53; send it as a string';

/**
 * Whether a number is the one that was sent. JSON.parse has rounded integers beyond 2^53 already. From 2^64
 * on, which no integer type holds, a number is a double's.
 */
function isAsSent(value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= 2 ** 64;
}

function readNested(value: Json, refuse: (reason: string, value: unknown) => never): string {
  try {
    return JSON.stringify(value, (_, inner: Json) =>
      typeof inner === 'number' && !isAsSent(inner) ? refuse(ROUNDED, undefined) : inner,
    );
  } catch (error) {
    // JSON can be parsed deeper than the stack allows to write it.
    if (!(error instanceof RangeError)) throw error;
    return refuse('payload has a value that is nested too deeply', undefined);
  }
}

function readPayloadNumber(
  key: string,
  value: Json,
  refuse: (reason: string, value: unknown) => never,
): number | null {
  if (value === '') return null;
  return finiteNumber(value) ?? refuse(`${key} is a numeric key and its value is not a number`, value);
}

/**
 * Day (`2026-10-05`) → its first millisecond, null if the day does not exist. The events of a file share few
 * days.
 */
const dayCache = new Map<string, number | null>();
const LIMIT_DAYS = 4096;

/**
 * Parses a timestamp to epoch milliseconds; null if it is not valid. The common forms take a fast path, the
 * others `parseTimestamp`.
 */
export function parseEventTime(text: string): number | null {
  const isShort = text.length === 20;
  if (!isShort && !(text.length === 24 && text[19] === '.')) return parseTimestamp(text);
  const dayMs = startOfDay(text.slice(0, 10));
  const hour = readDigits(text, 11);
  const minute = readDigits(text, 14);
  const second = readDigits(text, 17);
  const ms = isShort ? 0 : readDigits(text, 20) * 10 + readDigits(text, 22, 1);
  const isPlain = text[10] === 'T' && text[13] === ':' && text[16] === ':' && text.endsWith('Z');
  if (dayMs === null || !isPlain || !(hour < 24 && minute < 60 && second < 60 && ms >= 0))
    return parseTimestamp(text);
  return dayMs + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
}

function startOfDay(day: string): number | null {
  const known = dayCache.get(day);
  if (known !== undefined) return known;
  const ms = parseTimestamp(`${day}T00:00:00Z`);
  if (dayCache.size >= LIMIT_DAYS) dayCache.clear();
  dayCache.set(day, ms);
  return ms;
}

/** The number that `count` digits stand for, NaN if one of them is not a digit. */
function readDigits(text: string, at: number, count = 2): number {
  let number = 0;
  for (let index = at; index < at + count; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}
