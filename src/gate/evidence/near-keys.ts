import type { ReportedInsight } from '../../results.ts';
import { appleModelNames } from '../../text/apple-models.ts';

/**
 * The key of a row that differs from a given one only in case, blanks or punctuation, digits' punctuation aside, or that reports show by
 * the given name, as they do Apple's devices; null if there is none.
 */
export function nearKeyOf(insight: ReportedInsight, key: string): string | null {
  const plain = plainKey(key);
  return plain === '' ? null : (plainKeysOf(insight).get(plain) ?? null);
}

const PLAIN_KEYS = new WeakMap<ReportedInsight, ReadonlyMap<string, string>>();

function plainKeysOf(insight: ReportedInsight): ReadonlyMap<string, string> {
  const known = PLAIN_KEYS.get(insight);
  if (known !== undefined) return known;
  const names = insight.rows.flatMap(({ key }) => {
    const name = appleModelNames().get(key);
    return name === undefined ? [] : [[plainKey(name), key] as const];
  });
  const keys = new Map([...names, ...insight.rows.map(({ key }) => [plainKey(key), key] as const)]);
  PLAIN_KEYS.set(insight, keys);
  return keys;
}

/** Letters and digits in lower case, and what stands between two digits: 1.10 is not 11.0, and 1 5 is not 15. */
function plainKey(key: string): string {
  return key
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, (between, at: number, text: string) => {
      const [before, after] = [text[at - 1] ?? '', text[at + between.length] ?? ''];
      return isDigit(before) && isDigit(after) ? between : '';
    });
}

function isDigit(character: string): boolean {
  return /^\p{N}$/u.test(character);
}
