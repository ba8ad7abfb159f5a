// Turns the body of a post into events that can be stored, and reasons why others are refused. The body may
// be in any form in which SDKs send it.
import { isLonger, truncate } from '../../text/truncate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { eventTimeFault, parseEvent, type StorableEvent } from '../events/event.ts';
import { payloadOfPairs } from '../events/payload.ts';
import { InvalidEventError, LIMIT_ID, REASONS } from '../events/invalid-event.ts';
import type { EventPost, SentEvent } from '../events/post.ts';

/** The events of a post's body that can be stored, and what becomes of the others. */
export interface ReadPost {
  readonly events: EventPost;
  /** The events that are not valid. */
  readonly refused: readonly RefusedEvent[];
  /** How many events have a time that cannot be true. */
  readonly dropped: number;
  /**
   * Why nothing of it is taken, as a sentence, and the path of the first bad event; null if it has events, or
   * holds nothing at all.
   */
  readonly fault: { readonly detail: string; readonly path: string | null } | null;
}

/** An event that is not valid: where it is in its post, from 0, and why it is refused. */
interface RefusedEvent {
  readonly index: number;
  readonly reason: string;
}

/**
 * Reads the JSON of a post's body: an array of events, or a single event. Events that are not valid, or whose
 * time cannot be true, do not keep out the others: the SDKs drop a whole batch that is answered with 400.
 */
export function readPost(body: unknown, nowMs: number): ReadPost {
  const values: readonly unknown[] = Array.isArray(body) ? body : [body];
  const [events, refused]: [SentEvent[], RefusedEvent[]] = [[], []];
  let timeFault: string | null = null;
  for (const [index, value] of values.entries()) {
    const { event, reason } = readEvent(value, nowMs);
    if (event === null) {
      refused.push({ index, reason });
      continue;
    }
    const fault = eventTimeFault(event.timeMs, nowMs);
    if (fault === null) events.push(event);
    else timeFault ??= fault;
  }
  const dropped = values.length - events.length - refused.length;
  const detail = events.length > 0 ? null : faultOf(refused, timeFault, values.length);
  const path = Array.isArray(body) && refused[0] !== undefined ? `[${refused[0].index}]` : null;
  return { events, refused, dropped, fault: detail === null ? null : { detail, path } };
}

function faultOf([first]: readonly RefusedEvent[], timeFault: string | null, length: number): string | null {
  if (first !== undefined) {
    if (length === 1) return `The event is refused: ${first.reason}.`;
    return `None of the ${length} events is taken. Event ${first.index + 1} is refused: ${first.reason}.`;
  }
  if (timeFault === null) return null;
  return `None of these events is taken: the first one's ${timeFault}. The clocks of some devices are wrong.`;
}

type ReadEvent =
  | { readonly event: SentEvent; readonly reason: null }
  | { readonly event: null; readonly reason: string };

function readEvent(value: unknown, nowMs: number): ReadEvent {
  try {
    const event = parseEvent(normalizeSentEvent(value, nowMs));
    checkLength(event);
    return { event: { ...event, ...cutTexts(event), ...readEventID(value) }, reason: null };
  } catch (error) {
    if (error instanceof InvalidEventError) return { event: null, reason: error.message };
    throw error;
  }
}

/** The id by which an event that is sent again is recognized. An empty one recognizes nothing. */
function readEventID(value: unknown): { readonly eventID?: string } {
  const eventID = isJsonObject(value) ? (value['eventID'] ?? '') : '';
  if (eventID === '') return {};
  if (typeof eventID !== 'string') throw new InvalidEventError(`eventID ${REASONS.text}`);
  if (isLonger(eventID, LIMIT_ID)) throw new InvalidEventError(`eventID ${REASONS.long}`);
  return { eventID };
}

/** How many characters the strings of an event may have together. */
const LIMIT_EVENT_LENGTH = 65_536;

function checkLength({ appID, type, clientUser, sessionID, payload }: StorableEvent): void {
  const texts = [appID, type, clientUser, sessionID, ...payload.flat()];
  if (isLonger(texts.join(''), LIMIT_EVENT_LENGTH))
    throw new InvalidEventError(`it has more than ${LIMIT_EVENT_LENGTH} characters`);
}

/** Queries take longer the longer values are, so a sender of long ones could slow down everyone's queries. */
const LIMIT_TEXT_LENGTH = 4096;

function cutTexts({ type, payload }: StorableEvent): Pick<StorableEvent, 'type' | 'payload'> {
  const cut = (text: string): string => truncate(text, LIMIT_TEXT_LENGTH);
  return {
    type: cut(type),
    payload: payload.map(([key, value]) => [key, typeof value === 'string' ? cut(value) : value]),
  };
}

/**
 * Brings an event from the form in which clients send it into that of an NDJSON line. Without a `timestamp`
 * its time is `receivedAt`, when the SDK queued it, or else the time of receipt. The client's name and
 * version become a payload key.
 */
function normalizeSentEvent(value: unknown, nowMs: number): unknown {
  if (!isJsonObject(value)) return value;
  const timestamp = value['timestamp'] ?? value['receivedAt'] ?? new Date(nowMs).toISOString();
  const { payload = null, telemetryClientVersion: client = null } = value;
  return {
    ...value,
    timestamp,
    payload: withKeys(payload, client === null ? {} : { telemetryClientVersion: client }),
  };
}

/** A payload in any form that clients send, as an object, with added keys. The payload's own keys win. */
export function withKeys(sentPayload: Json, added: JsonObject): Json {
  const payload = payloadOfPairs(sentPayload ?? {});
  return isJsonObject(payload) ? { ...added, ...payload } : sentPayload;
}
