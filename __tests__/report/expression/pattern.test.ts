import { type DuckDBConnection, DuckDBInstance, listValue } from '@duckdb/node-api';
import { findPatternProblem, matchesPattern } from '../../../src/report/expression/pattern.ts';
import fc, { runs } from '../../support/properties.ts';
import { judged, threshold, users } from '../gate/fixtures.ts';

let engine: DuckDBConnection;

beforeAll(async () => {
  engine = await (await DuckDBInstance.create(':memory:')).connect();
});

afterAll(() => {
  engine.closeSync();
});

/** What DuckDB, which has Google's RE2, makes of patterns and texts: null for a pattern that it refuses. */
async function matchesByRe2(pairs: readonly (readonly [string, string])[]) {
  const [patterns, texts] = [0, 1].map((side) => listValue(pairs.map((pair) => pair[side] ?? '')));
  const sql = 'SELECT try(regexp_matches(t, p)) FROM (SELECT unnest($1) AS p, unnest($2) AS t)';
  const rows = await (await engine.run(sql, [patterns ?? null, texts ?? null])).getRows();
  return rows.map(([isMatch]) => isMatch);
}

/** The \B of RE2 also matches within a character of several bytes. */
function isComparable([pattern, text]: readonly [string, string]): boolean {
  return !pattern.includes('\\B') || Buffer.byteLength(text) === text.length;
}

function matches(pattern: string, text: string): boolean | null {
  return findPatternProblem(pattern) === null ? matchesPattern(pattern, text) : null;
}

// Long s and the Kelvin sign are an s and a k to a pattern that ignores case.
const CHARACTERS = Array.from('abAkK\u212as\u017féÉ😀4.-/_ \n\u00a0');
const TOKENS = [
  ...Array.from('abkSé😀4.^$|()[]-*+?{},&/_# '),
  ...['(?:', '[^', '{2}', '{0,2}', '{1,}', '&&', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\B'],
  ...[
    '\\.',
    '\\-',
    '\\/',
    '\\\\',
    '\\n',
    '\\_',
    '\\[',
    '\\]',
    '\\^',
    '\\#',
    '(?i)',
    '(?s)',
    '\\pL',
    '\\x41',
    '\\A',
    '\\z',
  ],
  ...['[[:alpha:]]', '[]a]', '[a-k]', '[^-.]', '(?P<name>', '\\p{Lu}'],
];

test('a pattern is refused if RE2 refuses it, and otherwise matches what RE2 matches', async () => {
  const pattern = fc.array(fc.constantFrom(...TOKENS), { maxLength: 7 }).map((tokens) => tokens.join(''));
  const text = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 8 });
  const pairs = fc.sample(fc.tuple(pattern, text), runs(20_000, 5000)).filter(isComparable);
  const byRe2 = await matchesByRe2(pairs);
  expect(byRe2.filter((isMatch) => isMatch === true).length).toBeGreaterThan(pairs.length / 10);
  expect(pairs.map((pair) => [...pair, matches(...pair)])).toEqual(
    pairs.map((pair, index) => [...pair, byRe2[index]]),
  );
});

test.each([
  ['^[[:alpha:]]+$', 'iOS', '4.1'],
  ['^[]a]$', ']', 'b'],
  ['^[a&&b]$', '&', 'c'],
  ['^(?P<major>4)[.]', '4.1', '5.4'],
  ['^a(?s:.)b$', 'a\nb', 'ab'],
  ['(?i)^IOS$', 'ios', 'macOS'],
  ['^.$', '\r', '\n'],
  ['^\\S$', '\u00a0', ' '],
])('%s is a valid pattern, as it is in RE2', (pattern, match, other) => {
  expect([matches(pattern, match), matches(pattern, other)]).toEqual([true, false]);
});

test.each([
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(a)\\1', 'invalid escape sequence: `\\1`'],
  ['a*+', 'invalid nested repetition operator: `*+`'],
  ['(a', 'missing closing ): `(a`'],
  ['a)', 'unexpected ): `a)`'],
  ['*a', 'missing argument to repetition operator: `*`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['(a{999}){999}', 'invalid repeat count: `{999}`'],
  ['[b-a]', 'invalid character class range: `b-a`'],
  ['\\', 'trailing backslash at end of expression'],
])('%s is not valid: %s', (pattern, why) => {
  expect(findPatternProblem(pattern)).toContain(`the pattern is not valid: ${why}`);
});

test('a pattern takes time in proportion to a text, whatever is repeated in it', () => {
  expect(matches('^(a+)+$', `${'a'.repeat(5000)}b`)).toBe(false);
  expect(matches('(a|a)*(a|a)*c', 'a'.repeat(5000))).toBe(false);
});

test('a pattern on the keys of rows takes linear time, too', async () => {
  const insight = users(Array.from({ length: 1000 }, (_, index) => [`${'a'.repeat(60)}${index}`, 1]));
  const startedMs = performance.now();
  const { outcome } = await judged(insight, threshold('rows.all(r, !r.key.matches("^(a|aa)+$"))'));
  expect(outcome).toBe('passed');
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
