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
    payload: payload === null ? [] : parsePayload(payload),
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
  const timeMs = typeof written === 'string' ? parseTimestamp(written) : null;
  return timeMs ?? refuse('timestamp is not a date-time with a zone, as 2026-10-05T08:12:33Z', written);
}

function readAppId(event: JsonObject): string {
  const appID = readRequired(event, 'appID');
  if (appID.length <= LIMIT_APP_ID) return normalizeAppId(appID);
  return refuse(`appID is longer than ${LIMIT_APP_ID} characters`, appID);
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
  return refuse(`${key} is not a string`, value);
}

function readTestMode(value: unknown): 'true' | 'false' {
  const written = typeof value === 'string' ? value.toLowerCase() : (value ?? false);
  if (written === false || written === 'false') return 'false';
  if (written === true || written === 'true') return 'true';
  return refuse('isTestMode is neither true nor false', value);
}

function readFloat(value: unknown, inPayload: unknown): number | null {
  const own = value ?? null;
  if (own === null && (inPayload ?? '') === '') return null;
  const number = typeof own === 'string' ? null : finiteNumber(own ?? inPayload);
  return number ?? refuse('floatValue is not a number', own ?? inPayload);
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

/** A value in the payload: text, or a number if the key is one of the numeric keys. */
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
    if (key === '') refuse('payload has an empty key', value);
    // It would change when it is stored, and so seem to be a new key every time.
    if (!key.isWellFormed()) throw new InvalidEventError('payload has a key that is not well-formed Unicode');
    if (key.length > LIMIT_KEY_LENGTH)
      refuse(`payload has a key longer than ${LIMIT_KEY_LENGTH} characters`, key);
    const stored = NUMERIC_KEYS.has(key) ? readPayloadNumber(key, value) : readPayloadText(value);
    if (stored !== null) entries.push([key, stored]);
  }
  return entries;
}

const ROUNDED = 'payload has an integer beyond 2^53; send it as a string';

/**
 * A value, unless it is a number other than was sent. JSON.parse has rounded integers beyond 2^53 already.
 * From 2^64 on, which no integer type holds, a number is a double's.
 */
function asSent(value: Json): Json {
  const isRounded =
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    (Number.isInteger(value) ? Math.abs(value) < 2 ** 64 : !Number.isFinite(value));
  if (isRounded) throw new InvalidEventError(ROUNDED);
  return value;
}

function readPayloadText(value: Json): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, (_, inner: Json) => asSent(inner));
  } catch (error) {
    // JSON can be parsed deeper than the stack allows to write it.
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidEventError('payload has a value that is nested too deeply');
  }
}

function readPayloadNumber(key: string, value: Json): number | null {
  if (value === '') return null;
  return finiteNumber(value) ?? refuse(`${key} is a numeric key and its value is not a number`, value);
}
