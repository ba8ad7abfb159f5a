import { RE2JS } from 're2js';
import { compilePattern } from '../../../../src/report/gate/expression/pattern.ts';
import fc, { runs } from '../../../support/properties.ts';
import { judged, threshold, users } from '../fixtures.ts';

function matches(pattern: string, text: string): boolean | string {
  const compiled = compilePattern(pattern);
  return 'why' in compiled ? compiled.why : compiled.matches(text);
}

/** Patterns that are valid. */
const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      '4',
      '\\.',
      '.',
      '[ab]',
      '[^a]',
      '[a-k]',
      '[^-.]',
      '\\d',
      '\\w',
      '\\s',
      '\\W',
      '\\b',
      '\\B',
      '-',
      '/',
      'K',
      's',
      'é',
      '😀',
    ),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
  pattern: fc
    .array(
      fc
        .tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?'))
        .map(([atom, repeat]) => (/^\\b$/i.test(atom) ? atom : `${atom}${repeat}`)),
      { minLength: 1, maxLength: 4 },
    )
    .chain((parts) =>
      fc.constantFrom(parts.join(''), `^${parts.join('')}`, `${parts.join('')}$`, parts.join('|')),
    ),
}));

describe('a pattern', () => {
  const written = fc.tuple(fc.constantFrom('', '(?i)'), pattern).map((parts) => parts.join(''));
  // Long s and the Kelvin sign are an s and a k to a pattern that ignores case.
  const character = fc.constantFrom(
    'a',
    'b',
    'A',
    'k',
    'K',
    '\u212a',
    's',
    '\u017f',
    'é',
    'É',
    '😀',
    '4',
    '.',
    '-',
    '/',
    '_',
    ' ',
    '\n',
    '\u00a0',
  );
  const text = fc.string({ unit: character, maxLength: 8 });

  test('a pattern matches what RE2 matches', () => {
    fc.assert(
      fc.property(written, text, (each, value) => {
        const isMatch = matches(each, value);
        // A test below is about patterns that are too long.
        fc.pre(isMatch !== 'its counted repeats multiply to too long a pattern');
        expect(isMatch).toBe(RE2JS.compile(each).matcher(value).find());
      }),
      { numRuns: runs(20_000, 1000) },
    );
  });

  test('a pattern is refused, or RE2 accepts it and matches the same, whatever characters it is made of', () => {
    const token = fc.constantFrom(
      ...[
        'a',
        'b',
        'k',
        'S',
        'é',
        '😀',
        '4',
        '.',
        '^',
        '$',
        '|',
        '(',
        ')',
        '(?:',
        '[',
        '[^',
        ']',
        '-',
        '*',
        '+',
        '?',
        '{2}',
        '{0,2}',
        '{1,}',
        '{',
        '}',
        ',',
        '&',
        '&&',
      ],
      ...[
        '\\d',
        '\\D',
        '\\w',
        '\\W',
        '\\s',
        '\\S',
        '\\b',
        '\\B',
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
        '/',
        '_',
        '#',
        ' ',
        '(?i)',
        '\\pL',
        '\\x41',
        '\\A',
        '\\z',
        '[:alpha:]',
      ],
    );
    const soup = fc.array(token, { maxLength: 7 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          soup.map((each) => `(?i)${each}`),
        ),
        text,
        (each, value) => {
          const isMatch = matches(each, value);
          if (typeof isMatch === 'boolean')
            expect([each, isMatch]).toEqual([each, RE2JS.compile(each).matcher(value).find()]);
        },
      ),
      { numRuns: runs(50_000, 2000) },
    );
  });

  test('a pattern reads blanks and dots as RE2 does', () => {
    expect([matches('^\\s$', '\u00a0'), matches('^.$', '\r'), matches('^.$', '\n')]).toEqual([
      false,
      true,
      false,
    ]);
    expect([matches('(?i)IOS', 'ios'), matches('IOS', 'ios')]).toEqual([true, false]);
  });

  test('a pattern takes time in proportion to a text, whatever is repeated in it', () => {
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

test('a pattern on the keys of rows takes linear time, too', async () => {
  const insight = users(Array.from({ length: 1000 }, (_, index) => [`${'a'.repeat(60)}${index}`, 1]));
  const startedMs = performance.now();
  const { outcome } = await judged(insight, threshold('rows.all(r, !r.key.matches("^(a|aa)+$"))'));
  expect(outcome).toBe('passed');
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
