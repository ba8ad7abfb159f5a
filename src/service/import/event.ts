import { isJsonObject, type JsonObject } from '../../tql/json.ts';
import { parseEventTime } from './event-time.ts';
import { CORE_NAMES } from '../store/payload-columns.ts';
import { type PayloadValue, parsePayload } from './payload.ts';

/** An event as it is stored. `payload` is flat: key, value, key, value. */
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

/** Why an event is refused. `reason` holds no value of the event, so that lines can be counted by it; `detail` may. */
export class EventRefusal extends Error {
  override readonly name = 'EventRefusal';
  readonly reason: string;
  constructor(reason: string, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** Reads an event in the form that NDJSON files hold. Throws `EventRefusal`. */
export function parseEvent(value: unknown): StorableEvent {
  if (!isJsonObject(value)) throw new EventRefusal('not a JSON object');
  const event: JsonObject = value;
  const payload = readPayload(event);
  return {
    timeMs: readTimestamp(event),
    appID: readAppId(event),
    clientUser: readText(event, 'clientUser'),
    type: readRequired(event, 'type'),
    sessionID: readText(event, 'sessionID'),
    isTestMode: readTestMode(event['isTestMode'] ?? own(payload, 'isTestMode')),
    floatValue: readFloat(event['floatValue'], own(payload, 'floatValue')),
    payload: payload === null ? [] : parsePayload(payload, CORE_NAMES, refusePayload),
  };
}

const LIMIT_APP_ID = 100;

function readPayload(event: JsonObject): JsonObject | null {
  const payload = event['payload'] ?? null;
  if (payload !== null && !isJsonObject(payload)) throw new EventRefusal('payload is not an object');
  return payload;
}

/** Some clients send these two inside the payload. */
function own(payload: JsonObject | null, key: string): unknown {
  return payload !== null && Object.hasOwn(payload, key) ? payload[key] : undefined;
}

function readTimestamp(event: JsonObject): number {
  const written = event['timestamp'] ?? null;
  if (written === null) throw new EventRefusal('timestamp is missing');
  const timeMs = typeof written === 'string' ? parseEventTime(written) : null;
  if (timeMs !== null) return timeMs;
  throw new EventRefusal('timestamp is not a date-time with a zone, as 2026-10-05T08:12:33Z', shown(written));
}

function readAppId(event: JsonObject): string {
  const appID = readRequired(event, 'appID');
  if (appID.length <= LIMIT_APP_ID) return appID;
  throw new EventRefusal(`appID is longer than ${LIMIT_APP_ID} characters`, shown(appID));
}

function readRequired(event: JsonObject, key: string): string {
  const value = readText(event, key);
  if (value === null) throw new EventRefusal(`${key} is missing`);
  if (value === '') throw new EventRefusal(`${key} is empty`);
  return value;
}

function readText(event: JsonObject, key: string): string | null {
  const value = event[key] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new EventRefusal(`${key} is not a text`, shown(value));
}

function readTestMode(value: unknown): 'true' | 'false' {
  if (value === undefined || value === null || value === false || value === 'false') return 'false';
  if (value === true || value === 'true') return 'true';
  throw new EventRefusal('isTestMode is neither true nor false', shown(value));
}

function readFloat(value: unknown, inPayload: unknown): number | null {
  if (value === undefined || value === null) return inPayload === undefined ? null : floatOfPayload(inPayload);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new EventRefusal('floatValue is not a number', shown(value));
}

function floatOfPayload(value: unknown): number | null {
  if (value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new EventRefusal('floatValue is not a number', shown(value));
}

function refusePayload(reason: string, value: unknown): never {
  throw value === undefined ? new EventRefusal(reason) : new EventRefusal(reason, shown(value));
}

/** A value as JSON, at most 60 characters of it. What is nested is not shown: it can be nested deeper than the stack is. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
