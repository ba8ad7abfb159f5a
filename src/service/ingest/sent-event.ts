import { isJsonObject, type Json } from '../../tql/json.ts';

/**
 * An event as clients send it, in the form of an NDJSON line. Without a `timestamp` its time is `receivedAt`, by which the
 * SDK means when it was queued, or else the time of receipt. The client's name and version become a payload key.
 */
export function sentEvent(value: unknown, nowMs: number): unknown {
  if (!isJsonObject(value)) return value;
  const timestamp = value['timestamp'] ?? value['receivedAt'] ?? new Date(nowMs).toISOString();
  return { ...value, timestamp, payload: payloadOf(value['payload'] ?? null, value['telemetryClientVersion'] ?? null) };
}

function payloadOf(written: Json, client: Json): Json {
  const payload = Array.isArray(written) ? ofPairs(written) : written;
  if (client === null) return payload;
  if (payload === null) return { telemetryClientVersion: client };
  return isJsonObject(payload) ? { telemetryClientVersion: client, ...payload } : payload;
}

/** Clients older than version 2 send a payload as texts of the form `key:value`. What is none is left for the parser to refuse. */
function ofPairs(pairs: readonly Json[]): Json {
  const entries: [string, Json][] = [];
  for (const pair of pairs) {
    const end = typeof pair === 'string' ? pair.indexOf(':') : -1;
    if (typeof pair !== 'string' || end === -1) return pairs;
    entries.push([pair.slice(0, end), pair.slice(end + 1)]);
  }
  return Object.fromEntries(entries);
}
