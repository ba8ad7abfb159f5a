// The values that the schemas of the results file are made of.
import * as v from 'valibot';
import type { ResultValue } from '../../tql/result.ts';

export const text = v.string();
export const textOrNull = v.nullable(text);
export const numberOrNull = v.nullable(v.number());
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** In ISO form with `Z`. */
export const moment = v.pipe(text, v.isoTimestamp());
export const value: v.GenericSchema<ResultValue> = v.lazy(() =>
  v.union([v.number(), text, v.boolean(), v.null(), v.array(value)]),
);

/** An object that may hold further keys, as files of later versions do. */
export function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.object(entries), v.readonly());
}

export function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.readonly());
}
