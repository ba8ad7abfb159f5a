// Compares versions as Maven does (its class `ComparableVersion`), which Druid's `version` ordering uses:
// - Dots, dashes and changes between digits and letters separate items.
// - A dash, or such a change, opens a list within the list: `1.2-beta3` is `[1, 2, ['beta', [3]]]`.
// - Trailing zeros are ignored: `1.0` is equal to `1`.
// - Qualifiers come before the release: `1.0-beta` is before `1.0`.

/** Below 0 if `a` is the older version, 0 if they are equal. Upper and lower case are the same. */
export function compareVersions(a: string, b: string): number {
  return compareItems(parseVersion(a.toLowerCase()), parseVersion(b.toLowerCase()));
}

/** A part of a version: a number, a qualifier, or a list of parts. */
type Item = bigint | string | readonly Item[];

/**
 * Qualifiers in their order; the empty one is the release itself. Any other string comes after all of them.
 */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);
const SHORT_QUALIFIERS: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

function parseVersion(version: string): readonly Item[] {
  const root: Item[] = [];
  let list = root;
  const lists = [root];
  const openList = (): void => {
    trimInsignificant(list);
    const inner: Item[] = [];
    list.push(inner);
    list = inner;
    lists.push(inner);
  };
  const tokens = version.match(/[0-9]+|[^0-9.-]+|[.-]/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const isAfterSeparator = before === undefined || before === '.' || before === '-';
    if (token === '.' || token === '-') {
      if (isAfterSeparator) list.push(0n);
      if (token === '-') openList();
      continue;
    }
    if (!isAfterSeparator) openList();
    list.push(itemOf(token, tokens[index + 1]));
  }
  for (const each of lists.toReversed()) trimInsignificant(each);
  return root;
}

function itemOf(token: string, next: string | undefined): Item {
  if (/^[0-9]/.test(token)) return BigInt(token);
  // A single letter abbreviates a qualifier only directly before a digit: 1-a1 is alpha 1.
  const long = next !== undefined && /^[0-9]/.test(next) ? (SHORT_QUALIFIERS.get(token) ?? token) : token;
  return ALIASES.get(long) ?? long;
}

/**
 * Removes zeros, empty qualifiers and empty lists from the end, back to the last other item that is not a
 * list.
 */
function trimInsignificant(list: Item[]): void {
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
  if (a === undefined) return b === undefined ? 0 : -compareWithEnd(b);
  if (b === undefined) return compareWithEnd(a);
  const [left, right] = [rankItem(a), rankItem(b)];
  if (left !== right) return left - right;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : Number(a > b);
  if (typeof a === 'string' && typeof b === 'string') return compareQualifiers(a, b);
  return typeof a === 'object' && typeof b === 'object' ? compareItems(a, b) : 0;
}

/** Text comes before lists, lists before numbers. */
function rankItem(item: Item): number {
  if (typeof item === 'string') return 0;
  return typeof item === 'bigint' ? 2 : 1;
}

/** Compares an item with the end of the other version: `1.1` is after `1`, `1-beta` before it. */
function compareWithEnd(item: Item): number {
  if (typeof item === 'bigint') return item === 0n ? 0 : 1;
  if (typeof item === 'string') return compareQualifiers(item, '');
  for (const inner of item) {
    const difference = compareWithEnd(inner);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareQualifiers(a: string, b: string): number {
  const [left, right] = [qualifierRank(a), qualifierRank(b)];
  if (left !== right) return left - right;
  return left < QUALIFIERS.length ? 0 : Number(a > b) - Number(a < b);
}

function qualifierRank(qualifier: string): number {
  const index = QUALIFIERS.indexOf(qualifier);
  return index === -1 ? QUALIFIERS.length : index;
}
