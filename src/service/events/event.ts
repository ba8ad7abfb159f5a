// What an event is: parses one event of a post (`ingest/read-post.ts`) or of an import, value by value.
// Imports of large files check the same in SQL, with the patterns and reasons of this folder.
import { isLonger } from '../../text/truncate.ts';
import { normalizeAppId } from '../../tql/literals.ts';
import { isJsonObject, type JsonObject } from '../../tql/json.ts';
import { epochMs, hasNoZone, timeOfText } from './event-time.ts';
import { InvalidEventError, LIMIT_ID, REASONS, refuse } from './invalid-event.ts';
import { parsePayload, type PayloadValue, readNumber, readPayload, readPayloadText } from './payload.ts';

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
    floatValue: readNumber(event['floatValue'] ?? ownValue(payload, 'floatValue') ?? '', REASONS.number),
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
