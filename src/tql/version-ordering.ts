/**
 * Compares versions as Maven does: dots and dashes divide, so does the border between digits and letters; a dash opens
 * a sub-list; trailing zeros mean nothing; text comes before a release, well-known qualifiers in their order.
 */
export function compareVersions(a: string, b: string): number {
  return compareItems(parse(a.toLowerCase()), parse(b.toLowerCase()));
}

type Item = bigint | string | readonly Item[];

/** Before a release in this order; the empty one is the release itself, sp comes after it, any other text after that. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

function parse(version: string): readonly Item[] {
  const root: Item[] = [];
  let list = root;
  const open = (): void => {
    trim(list);
    const inner: Item[] = [];
    list.push(inner);
    list = inner;
  };
  const tokens = version.match(/[0-9]+|[^0-9.-]+|[.-]/g) ?? [];
  const lists: Item[][] = [root];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const afterSeparator = before === undefined || before === '.' || before === '-';
    if (token === '.' || token === '-') {
      if (afterSeparator) list.push(0n);
      if (token === '-') {
        open();
        lists.push(list);
      }
      continue;
    }
    if (!afterSeparator) {
      open();
      lists.push(list);
    }
    list.push(itemOf(token, tokens[index + 1]));
  }
  for (const each of lists.toReversed()) trim(each);
  return root;
}

function itemOf(token: string, next: string | undefined): Item {
  if (/^[0-9]/.test(token)) return BigInt(token);
  // A single letter stands for a qualifier only directly before a digit: 1-a1 is alpha 1.
  const long = next !== undefined && /^[0-9]/.test(next) ? (SHORT.get(token) ?? token) : token;
  return ALIASES.get(long) ?? long;
}

/** Takes what means nothing off the end, as far as the last thing that is no list and means something. */
function trim(list: Item[]): void {
  for (let i = list.length - 1; i >= 0; i--) {
    const item = list[i];
    if (item === 0n || item === '' || (Array.isArray(item) && item.length === 0)) list.splice(i, 1);
    else if (!Array.isArray(item)) return;
  }
}

function compareItems(a: readonly Item[], b: readonly Item[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = compareItem(a[i], b[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareItem(a: Item | undefined, b: Item | undefined): number {
  if (a === undefined) return b === undefined ? 0 : -compareWithNothing(b);
  if (b === undefined) return compareWithNothing(a);
  const [left, right] = [rank(a), rank(b)];
  if (left !== right) return left - right;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  if (typeof a === 'string' && typeof b === 'string') return compareQualifiers(a, b);
  return typeof a === 'object' && typeof b === 'object' ? compareItems(a, b) : 0;
}

/** Text before lists before numbers. */
function rank(item: Item): number {
  if (typeof item === 'string') return 0;
  return typeof item === 'bigint' ? 2 : 1;
}

function compareWithNothing(item: Item): number {
  if (typeof item === 'bigint') return item === 0n ? 0 : 1;
  if (typeof item === 'string') return compareQualifiers(item, '');
  for (const inner of item) {
    const difference = compareWithNothing(inner);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareQualifiers(a: string, b: string): number {
  const [left, right] = [place(a), place(b)];
  if (left !== right) return left - right;
  return left < QUALIFIERS.length ? 0 : Number(a > b) - Number(a < b);
}

function place(qualifier: string): number {
  const index = QUALIFIERS.indexOf(qualifier);
  return index === -1 ? QUALIFIERS.length : index;
}
