import { truncate } from '../../text/truncate.ts';
import { makeControlsVisible } from '../../text/visible.ts';
import type { ResultValue } from '../../tql/result.ts';

/** The most characters (code points) of a value that a reader is shown. */
export const VALUE_LIMIT = 200;

/**
 * What a reader sees of a value from outside: controls and bidirectional marks made visible, everything else unchanged,
 * at most `limit` characters and then `…`. A missing value reads `not set`, an empty one `empty`.
 */
export function display(value: ResultValue, limit: number = VALUE_LIMIT): string {
  if (value === null) return 'not set';
  const text = textOf(value);
  return text === '' ? 'empty' : truncate(makeControlsVisible(text), limit, limit);
}

/** A value as the text it stands for, unchanged: lists and flags as JSON writes them. */
export function textOf(value: Exclude<ResultValue, null>): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
