import { findPatternProblem } from '../../src/tql/schema/pattern.ts';

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
])('%s means the same in Java and RE2', (pattern) => {
  expect(findPatternProblem(pattern)).toBeNull();
});

test.each([
  ['[a-z&&[^b]]', 'an intersection of classes'],
  ['[a&&b]', 'an intersection of classes'],
  ['[a[b]]', 'a nested class'],
  ['[[:alpha:]]', 'a nested class'],
  ['x[]a[b]]', 'a nested class'],
  ['\\C', '\\C or \\v'],
  ['a\\v', '\\C or \\v'],
  ['(?P<name>a)', '(?P<'],
  ['(?U)a', 'the flag U'],
  ['(?iU:a)', 'the flag U'],
  ['a(?=b)', '(?='],
  ['(?<!a)b', '(?<'],
  ['(?>a)', '(?>'],
  ['(a)\\1', '\\1'],
  ['a*+', '*+'],
  ['a{2}+', '{2}+'],
  ['[a', 'missing closing ]'],
  ['\\', 'trailing backslash'],
  ['((a{100}){100}){100}', 'too large'],
  ['[a-z]{900}[0-9]{900}.{900}', 'too large'],
])('%s is refused with %s', (pattern, reason) => {
  expect(findPatternProblem(pattern)).toContain(reason);
});

test('a long pattern is read quickly', () => {
  expect(findPatternProblem('[a'.repeat(200_000))).not.toBeNull();
  expect(findPatternProblem(`[${'a\\'.repeat(200_000)}`)).not.toBeNull();
  expect(findPatternProblem('(?'.repeat(200_000))).not.toBeNull();
});
