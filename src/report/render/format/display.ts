// Shows values from outside: nothing invisible, not too long. Pure.
import { truncate } from '../../../text/truncate.ts';
import { makeControlsVisible } from '../../../text/visible.ts';
import type { ResultValue } from '../../../tql/result.ts';

/** How many characters (code points) of a value are shown. */
export const VALUE_LIMIT = 200;

/**
 * A value from outside as a reader sees it: control and bidirectional characters made visible, everything
 * else unchanged, cut after `limit` characters with `…`. A missing value reads `not set`, an empty one
 * `empty`.
 */
export function display(value: ResultValue, limit: number = VALUE_LIMIT): string {
  if (value === null) return 'not set';
  const text = textOf(value);
  return text === '' ? 'empty' : truncate(makeControlsVisible(text), limit, limit);
}

/** A value as text, unchanged: a string as it is, anything else as JSON. */
export function textOf(value: Exclude<ResultValue, null>): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
