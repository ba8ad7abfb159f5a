import { isJsonObject, type Json } from '../../tql/json.ts';
import { eventTimeFault, InvalidEventError, parseEvent, type StorableEvent } from '../events/event.ts';
import { HttpProblem } from '../http/problem.ts';
import type { EventPost } from '../store/append-events.ts';

/** How many characters the strings of an event may have together. */
const LIMIT_EVENT_LENGTH = 65_536;

/**
 * Reads a post's body: an array of events, or a single event. Events whose time cannot be true are dropped and counted. Throws `HttpProblem` 400,
 * which names the first event that is not valid, or if all are dropped.
 */
export function readPost(body: unknown, nowMs: number): { readonly events: EventPost; readonly dropped: number } {
  const sent = readEvents(body, nowMs);
  const events = sent.filter(({ timeMs }) => eventTimeFault(timeMs, nowMs) === null);
  const [first] = sent;
  if (first !== undefined && events.length === 0) {
    const why = eventTimeFault(first.timeMs, nowMs) ?? '';
    throw new HttpProblem(
      400,
      `None of these events is taken: the first one's ${why}. The clocks of some devices are wrong.`,
    );
  }
  return { events, dropped: sent.length - events.length };
}

function readEvents(body: unknown, nowMs: number): EventPost {
  const sent: readonly unknown[] = Array.isArray(body) ? body : [body];
  return sent.map((value, index) => {
    try {
      return { ...checkLength(parseEvent(normalizeSentEvent(value, nowMs))), ...readEventID(value) };
    } catch (error) {
      if (!(error instanceof InvalidEventError)) throw error;
      const which =
        sent.length === 1
          ? 'The event is refused'
          : `Event ${index + 1} of ${sent.length} is refused, and so is the whole post`;
      throw new HttpProblem(400, `${which}: ${error.message}.`, { path: Array.isArray(body) ? `[${index}]` : null });
    }
  });
}

const LIMIT_EVENT_ID = 100;

/** The id by which an event that is sent again is recognized. An empty one recognizes nothing. */
function readEventID(value: unknown): { readonly eventID?: string } {
  const eventID = isJsonObject(value) ? (value['eventID'] ?? '') : '';
  if (eventID === '') return {};
  if (typeof eventID !== 'string') throw new InvalidEventError('eventID is not a string');
  if (eventID.length <= LIMIT_EVENT_ID) return { eventID };
  throw new InvalidEventError(`eventID is longer than ${LIMIT_EVENT_ID} characters`);
}

function checkLength(event: StorableEvent): StorableEvent {
  let length =
    event.appID.length + event.type.length + (event.clientUser?.length ?? 0) + (event.sessionID?.length ?? 0);
  for (const [key, value] of event.payload) length += key.length + (typeof value === 'string' ? value.length : 8);
  if (length <= LIMIT_EVENT_LENGTH) return event;
  throw new InvalidEventError(`it has more than ${LIMIT_EVENT_LENGTH} characters`);
}

/**
 * Brings an event from the form in which clients send it into that of an NDJSON line. Without a `timestamp` its time is `receivedAt`,
 * when the SDK queued it, or else the time of receipt. The client's name and version become a payload key.
 */
function normalizeSentEvent(value: unknown, nowMs: number): unknown {
  if (!isJsonObject(value)) return value;
  const timestamp = value['timestamp'] ?? value['receivedAt'] ?? new Date(nowMs).toISOString();
  return { ...value, timestamp, payload: payloadOf(value['payload'] ?? null, value['telemetryClientVersion'] ?? null) };
}

function payloadOf(written: Json, client: Json): Json {
  const payload = Array.isArray(written) ? payloadOfPairs(written) : written;
  if (client === null) return payload;
  if (payload === null) return { telemetryClientVersion: client };
  return isJsonObject(payload) ? { telemetryClientVersion: client, ...payload } : payload;
}

/** Clients older than version 2 send a payload as strings of the form `key:value`. Anything else is left for the parser to refuse. */
function payloadOfPairs(pairs: readonly Json[]): Json {
  const entries: [string, Json][] = [];
  for (const pair of pairs) {
    const end = typeof pair === 'string' ? pair.indexOf(':') : -1;
    if (typeof pair !== 'string' || end === -1) return pairs;
    entries.push([pair.slice(0, end), pair.slice(end + 1)]);
  }
  return Object.fromEntries(entries);
}
