// What an event is: parses one event of a post (`ingest/read-post.ts`) or of an import, value by value, and
// says why it is refused. Imports of large files check the same in SQL, with the patterns and reasons of this
// file.
import { parseJson } from '../../text/json.ts';
import { isLonger, truncate } from '../../text/truncate.ts';
import { normalizeAppId } from '../../tql/literals.ts';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { CORE_NAMES, NUMERIC_KEYS } from './columns.ts';
import { epochMs, hasNoZone, timeOfText } from './event-time.ts';

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

/**
 * Reads an event in the form of NDJSON files, for example
 * `{"timestamp":"2026-10-05T08:12:33Z","appID":"B1…","type":"appLaunched"}`. Throws `InvalidEventError`.
 */
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
    payload: payload === null ? [] : parsePayload(payload),
  };
}

/** The time of an event may be true from 2000 until a day ahead: some devices' clocks are wrong by years. */
export const EARLIEST_MS = Date.UTC(2000, 0, 1);
export const AHEAD_MS = 86_400_000;

/** Why an event of this time is dropped, if the service's clock shows `nowMs`; null if it is not. */
export function eventTimeFault(timeMs: number, nowMs: number): string | null {
  if (timeMs < EARLIEST_MS) return REASONS.early;
  return timeMs > nowMs + AHEAD_MS ? REASONS.late : null;
}

/** The longest `appID` and `eventID`, in characters. */
export const LIMIT_ID = 100;

/** Why events are refused. */
export const REASONS = {
  missing: 'is missing',
  empty: 'is empty',
  text: 'is not a string',
  time: 'timestamp is not a date-time with a zone, as 2026-10-05T08:12:33Z',
  zone: 'timestamp has no zone',
  early: 'timestamp is before the year 2000',
  late: 'timestamp is more than a day in the future',
  long: `is longer than ${LIMIT_ID} characters`,
  testMode: 'isTestMode is neither true nor false',
  number: 'floatValue is not a number',
  payload: 'payload is not an object',
  numericKey: 'is a numeric key and its value is not a number',
};

/** An event's payload: an object, or a list of pairs; or either as JSON text, which some exports have. */
function readPayload(event: JsonObject): JsonObject | null {
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
 * A value in the payload, where some clients send `isTestMode` and `floatValue`; not one of the prototype.
 */
function ownValue(payload: JsonObject | null, key: string): unknown {
  return payload !== null && Object.hasOwn(payload, key) ? payload[key] : undefined;
}

function readTimestamp(event: JsonObject): number {
  const timestamp = event['timestamp'] ?? null;
  if (timestamp === null) throw new InvalidEventError(`timestamp ${REASONS.missing}`);
  let timeMs: number | null = null;
  if (typeof timestamp === 'number') timeMs = epochMs(timestamp);
  if (typeof timestamp === 'string') timeMs = timeOfText(timestamp);
  if (timeMs !== null) return timeMs;
  return refuse(hasNoZone(timestamp) ? REASONS.zone : REASONS.time, timestamp);
}

function readAppId(event: JsonObject): string {
  const appID = readRequired(event, 'appID');
  return isLonger(appID, LIMIT_ID) ? refuse(`appID ${REASONS.long}`, appID) : normalizeAppId(appID);
}

function readRequired(event: JsonObject, key: string): string {
  const value = readText(event, key);
  if (value === null) throw new InvalidEventError(`${key} ${REASONS.missing}`);
  if (value === '') throw new InvalidEventError(`${key} ${REASONS.empty}`);
  return value;
}

function readText(event: JsonObject, key: string): string | null {
  const value = event[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  // A number becomes text, since many databases number their users.
  if (typeof value === 'object') return refuse(`${key} ${REASONS.text}`, value);
  return readPayloadText(value);
}

function readTestMode(value: unknown): 'true' | 'false' {
  if (typeof value === 'object' && value !== null) return refuse(REASONS.testMode, value);
  const lowerCase = JSON.stringify(value ?? false)
    .replaceAll('"', '')
    .toLowerCase();
  if (BOOLEANS.false.includes(lowerCase)) return 'false';
  return BOOLEANS.true.includes(lowerCase) ? 'true' : refuse(REASONS.testMode, value);
}

/** What programs write for a boolean, in lower case. pandas writes 1.0 if another row has no value. */
export const BOOLEANS = {
  true: ['true', 't', 'yes', 'y', '1', '1.0'],
  false: ['false', 'f', 'no', 'n', '0', '0.0', ''],
};

function readFloat(value: unknown, inPayload: unknown): number | null {
  const sentValue = value ?? inPayload ?? '';
  return isNoNumber(sentValue) ? null : (finiteNumber(sentValue) ?? refuse(REASONS.number, sentValue));
}

/** What programs write for a missing number. */
export const NO_NUMBER = ['', 'NaN', 'nan'];

function isNoNumber(value: unknown): boolean {
  return typeof value === 'string' && NO_NUMBER.includes(value);
}

/** A finite number, also written as a string; null if the value is not one. */
function finiteNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Refuses an event because of a value in it. */
function refuse(reason: string, value: unknown): never {
  throw new InvalidEventError(reason, showValue(value));
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

/** A value in the payload: text, or a number if the key is one of `NUMERIC_KEYS`. */
export type PayloadValue = string | number;

/** The longest payload key, in characters. */
const LIMIT_KEY_LENGTH = 200;

/**
 * Parses a payload. Values become text, nested ones as JSON, except those of the numeric keys. Nulls and the
 * names of an event's own fields are left out.
 */
function parsePayload(payload: JsonObject): readonly (readonly [string, PayloadValue])[] {
  const entries: (readonly [string, PayloadValue])[] = [];
  for (const key of Object.keys(payload)) {
    const value = payload[key];
    if (value === undefined || value === null || CORE_NAMES.has(key)) continue;
    const fault = keyFault(key);
    if (fault !== null) throw new InvalidEventError(fault);
    const stored = NUMERIC_KEYS.has(key) ? readPayloadNumber(key, value) : readPayloadText(value);
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

function readPayloadText(value: Json): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, (_, inner: Json) => refuseRounded(inner));
  } catch (error) {
    // JSON can be parsed deeper than the stack allows to write it.
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidEventError('payload has a value that is nested too deeply');
  }
}

function readPayloadNumber(key: string, value: Json): number | null {
  if (isNoNumber(value)) return null;
  return finiteNumber(value) ?? refuse(`${key} ${REASONS.numericKey}`, value);
}
