import { isJsonObject } from '../../tql/json.ts';
import { EVENT_FIELDS } from './parquet.ts';

/**
 * The keys of an event in a file. A key beside them is not stored: keys of the app's own belong into
 * `payload`.
 */
const EVENT_KEYS: ReadonlySet<string> = new Set([...EVENT_FIELDS, 'payload']);

/**
 * How many of the lines taken have keys outside `payload` that were ignored, and which keys: the first ones,
 * and how many there are.
 */
export interface IgnoredKeys {
  readonly lines: number;
  readonly keys: readonly string[];
  readonly count: number;
}

const KEPT_KEYS = 10;
const COUNTED_KEYS = 1000;

/** Counts ignored keys, in constant memory. */
export function tallyIgnoredKeys() {
  const names = new Set<string>();
  let lines = 0;
  return {
    /** Adds an event that was taken, as its line holds it. */
    add: (event: unknown): void => {
      if (!isJsonObject(event)) return;
      const ignored = Object.keys(event).filter((key) => !EVENT_KEYS.has(key) && event[key] !== null);
      if (ignored.length > 0) lines += 1;
      for (const key of ignored) if (names.size < COUNTED_KEYS) names.add(key);
    },
    counts: (): IgnoredKeys => ({ lines, keys: [...names].slice(0, KEPT_KEYS), count: names.size }),
  };
}
