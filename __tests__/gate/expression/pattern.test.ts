import { describe, expect, test } from '@jest/globals';
import { compilePattern } from '../../../src/gate/expression/pattern.ts';
import fc, { runs } from '../../support/properties.ts';

function matches(pattern: string, text: string): boolean | string {
  const compiled = compilePattern(pattern);
  return 'why' in compiled ? compiled.why : compiled.matches(text);
}

/** Patterns of what every program reads alike. */
const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', '4', '\\.', '.', '[ab]', '[^a]', '\\d', '\\w', '\\b', '-', '/'),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
  pattern: fc
    .array(
      fc
        .tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}'))
        .map(([atom, repeat]) => (atom === '\\b' ? atom : `${atom}${repeat}`)),
      { minLength: 1, maxLength: 4 },
    )
    .chain((parts) => fc.constantFrom(parts.join(''), `^${parts.join('')}`, `${parts.join('')}$`, parts.join('|'))),
}));

describe('a pattern', () => {
  test('matches what JavaScript matches where the two read it alike', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', '4', '.', '-', 'é', '😀'), maxLength: 8 }),
        (written, text) => {
          const isMatch = matches(written, text);
          // A test below is about patterns that are too long.
          fc.pre(isMatch !== 'its counted repeats multiply to too long a pattern');
          expect(isMatch).toBe(new RegExp(written, 'u').test(text));
        },
      ),
      { numRuns: runs(2000, 400) },
    );
  });

  test('reads blanks and dots as RE2 does', () => {
    expect([matches('^\\s$', '\u00a0'), matches('^.$', '\r'), matches('^.$', '\n')]).toEqual([false, true, false]);
    expect([matches('(?i)IOS', 'ios'), matches('IOS', 'ios')]).toEqual([true, false]);
  });

  test('takes time in proportion to a text, whatever is repeated in it', () => {
    expect(matches('^(a+)+$', `${'a'.repeat(5000)}b`)).toBe(false);
    expect(matches('(a|a)*(a|a)*c', 'a'.repeat(5000))).toBe(false);
  });

  test.each([
    ['(?=a)', '"(?=" at character 1 is not supported'],
    ['(?P<a>b)', '"(?P" at character 1 is not supported'],
    ['(a)\\1', '\\1 at character 4 is not supported'],
    ['a*+', 'a repeat of a repeat'],
    ['[[:alpha:]]', 'a class cannot hold a class'],
    ['[]a]', 'the class at character 1 is empty'],
    ['[a&&b]', '&& in a class is read differently'],
    ['(a', '"(" at character 1 is not closed'],
    ['a)', '")" at character 2 closes nothing'],
    ['*a', '"*" at character 1 repeats nothing'],
    ['a{1001}', 'beyond 1000'],
    ['(a{999}){999}', 'multiply to too long a pattern'],
    ['[b-a]', 'the class at character 1 is not valid'],
    ['\\', 'it ends too early'],
  ])('%s is not valid, since %s', (written, why) => {
    expect(matches(written, '')).toContain(why);
  });
});
