import { type ExtractionFn } from '../../../src/tql/extraction-fn.ts';

/** What an extraction function makes of a text, or of none. */
export function extract(fn: ExtractionFn, value: string | null): string | null {
  if (fn.type === 'lookup') {
    if (value !== null && Object.hasOwn(fn.lookup.map, value)) return fn.lookup.map[value] ?? null;
    return fn.retainMissingValue === true ? value : (fn.replaceMissingValueWith ?? '') || null;
  }
  const match = value === null ? null : new RegExp(fn.expr, 'u').exec(value);
  if (match !== null) return match[fn.index ?? 1] ?? '';
  return fn.replaceMissingValue === true ? (fn.replaceMissingValueWith ?? '') || null : value;
}
