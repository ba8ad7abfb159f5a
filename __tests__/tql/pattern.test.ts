import { canOmitGroup, findUnportableSyntax } from '../../src/tql/pattern.ts';

test.each([
  '^a.*b$',
  '[a-z]+',
  '[^]a]',
  '\\[a[b]',
  'a&&b',
  '[a&b]',
  '[\\[a]',
  '(?<name>a)',
  '(?i)a',
  '\\Q[a[b]&&\\E',
  '[a',
  '\\',
])('%s means the same in Java and RE2', (pattern) => {
  expect(findUnportableSyntax(pattern)).toBeNull();
});

test.each([
  '[a-z&&[^b]]',
  '[a&&b]',
  '[a[b]]',
  '[[:alpha:]]',
  'x[]a[b]]',
  '\\C',
  'a\\v',
  '(?P<name>a)',
  '(?U)a',
  '(?iU:a)',
  'a(?=b)',
  '(?<!a)b',
  '(?>a)',
  '(a)\\1',
  'a*+',
  'a{2}+',
])('%s is refused', (pattern) => {
  expect(findUnportableSyntax(pattern)).not.toBeNull();
});

test('a long pattern is read quickly', () => {
  expect(findUnportableSyntax('[a'.repeat(200_000))).not.toBeNull();
  expect(findUnportableSyntax(`[${'a\\'.repeat(200_000)}`)).toBeNull();
  expect(findUnportableSyntax('(?'.repeat(200_000))).toBeNull();
});

test.each([
  ['(a)|(b)', 1, true],
  ['(a)|(b)', 2, true],
  ['x(a|b)', 1, false],
  ['x(a|(b))', 2, true],
  ['(a)?b', 1, true],
  ['(?:(a)b)*', 1, true],
  ['(a){0,2}', 1, true],
  ['(a){2}(b)+', 2, false],
  ['[(|](a)', 1, false],
  ['\\((a)', 1, false],
  ['(?<n>a)(?i:(b)|c)', 1, false],
  ['(?<n>a)(?i:(b)|c)', 2, true],
])('in %s, group %d can be left out: %s', (pattern, group, expected) => {
  expect(canOmitGroup(pattern, group)).toBe(expected);
});
