// Lists names of keys, outputs or columns in a message: `"iOS 15", "iOS 16" and 3 more`.
import { truncate } from './truncate.ts';
import { makeVisible } from './visible.ts';

const NAME_LIMIT = 60;
const NAMES_LIMIT = 10;

/** At most ten names in quotes. `count` is how many there are, if `names` has only the first of them. */
export function quoteNames(names: readonly string[], count = names.length): string {
  const quoted = names.slice(0, NAMES_LIMIT).map((name) => `"${truncate(makeVisible(name), NAME_LIMIT)}"`);
  return `${quoted.join(', ')}${count > quoted.length ? ` and ${count - quoted.length} more` : ''}`;
}

/** A row's key or an output's name in quotes, however long it is. */
export function quoteKey(key: string): string {
  return `"${makeVisible(key)}"`;
}
