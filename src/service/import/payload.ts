import { type Json, type JsonObject } from '../../tql/json.ts';
import { NUMERIC_KEYS } from '../store/payload-columns.ts';

/** What a payload column holds: text, or a number for the keys that are numeric. */
export type PayloadValue = string | number;

/** A key longer than this is refused. */
export const LIMIT_KEY = 200;

/** Reads a payload: flat, its values text except those of the numeric keys. Nulls and names that are an event's own are left out. */
export function parsePayload(
  payload: JsonObject,
  coreNames: ReadonlySet<string>,
  refuse: (reason: string, value: unknown) => never,
): readonly (readonly [string, PayloadValue])[] {
  const entries: (readonly [string, PayloadValue])[] = [];
  for (const key of Object.keys(payload)) {
    const value = payload[key];
    if (value === undefined || value === null || coreNames.has(key)) continue;
    if (key === '') refuse('payload has an empty key', value);
    // Stored, it would be another key than it was, and would seem new every time.
    if (!key.isWellFormed()) refuse('payload has a key that is no well-formed text', undefined);
    if (key.length > LIMIT_KEY) refuse(`payload has a key longer than ${LIMIT_KEY} characters`, key);
    const stored = NUMERIC_KEYS.has(key) ? readNumber(key, value, refuse) : readText(value, refuse);
    if (stored !== null) entries.push([key, stored]);
  }
  return entries;
}

function readText(value: Json, refuse: (reason: string, value: unknown) => never): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // JSON.parse has rounded it already: stored as text it would be another number than was sent.
      if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return String(value);
      return refuse('payload holds a whole number beyond 2^53; send it as a text', undefined);
    case 'boolean':
      return String(value);
    default:
      return refuse('payload is not flat', value);
  }
}

function readNumber(key: string, value: Json, refuse: (reason: string, value: unknown) => never): number | null {
  if (value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  return refuse(`${key} is a numeric key and its value is not a number`, value);
}
