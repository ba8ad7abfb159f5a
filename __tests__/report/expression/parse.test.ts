import fc from '../../support/properties.ts';
import { faultOf, NOT_COMPARED, KNOWN } from '../gate/fixtures.ts';
import { type Node, parseExpression } from '../../../src/report/expression/syntax.ts';
import { tokenize } from '../../../src/report/expression/tokens.ts';

/** The texts in an expression. */
function textsOf(node: Node): readonly string[] {
  if (node.kind === 'text') return [node.value];
  if (node.kind === 'comparison') return node.sides.flatMap(textsOf);
  return node.kind === 'call' ? node.args.flatMap(textsOf) : [];
}

const OPEN_TEXT =
  'the text that begins here does not end on its line (in YAML, an assertion with " #" or ": " needs quotes around it)';

describe('an expression', () => {
  test.each(['0.07', '0.29', '1.1', '14.7', '35', '57'])(
    '%s%% is that decimal number, not a quotient',
    (digits) => {
      const [whole = '', fraction = ''] = digits.split('.');
      const decimal = `0.${whole.padStart(2, '0').slice(-2)}${fraction}`;
      expect(parseExpression(`${digits}%`)).toMatchObject({ kind: 'number', value: Number(decimal) });
    },
  );

  test.each([
    ['value("a\\tb\\u00e9\\\\") > 1', 'a\tbé\\'],
    [`value('say "hi"') > 1`, 'say "hi"'],
    ['value(r"a\\b") > 1', 'a\\b'],
  ])('an expression holds texts as CEL reads them: %j', (written, text) => {
    expect(textsOf(parseExpression(written))).toEqual([text]);
  });

  test('an expression is the text of its tokens', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9%"'.()[\] /\\<]{0,40}$/), (expression) => {
        expect(
          tokenize(expression)
            .map(({ text }) => text)
            .join(''),
        ).toBe(expression);
      }),
    );
  });
});

test.each([
  ['share("iOS 15") < 2 %', 21, 'a % has to come directly after a number, as in 2%, and nowhere else', null],
  ['shar("iOS 15") < 2%', 1, 'there is no function shar', 'share'],
  ['share(iOS 15) < 2%', 7, 'iOS 15 has to be in quotes ("…")', 'share("iOS 15")'],
  ['value(iPhone15,3) > 5', 7, 'iPhone15,3 has to be in quotes ("…")', 'value("iPhone15,3")'],
  ['total() > 1 && share( 4.1.2 ) < 2%', 23, '4.1.2 has to be in quotes ("…")', 'share("4.1.2")'],
  ['share(only(below(iOS 17))) < 2%', 18, 'iOS 17 has to be in quotes ("…")', 'below("iOS 17")'],
  ['share(below("17") || oneOf("a")) < 2%', 7, '&& and || take conditions, not a set of rows', null],
  ['rows > 5', 1, '> does not take a list of rows and a number', null],
  ['rows.all(r, share < 50%)', 13, 'share is a function', 'r.share'],
  ['rows.al(r, r.share > 5%)', 1, 'rows has no al; it has all, exists, exists_one, filter, map', 'all'],
  ['share() < 2%', 1, /^share is written share\("a"\) or .*, not with \(\)$/, null],
  ['total < 5', 1, 'total is a function', 'total()'],
  [
    'share("iOS 15")',
    1,
    'it gives a number, not true or false; compare it with a limit, as in total() >= 1000',
    null,
  ],
  ['share("iOS 15") = 2%', 17, '"=" is not allowed here', '=='],
  ['share("iOS 15" < 5%', 20, 'a closing ) is missing', null],
  ['total() => 5', 9, '"=>" is not allowed here', '>='],
  ['!total() > 5', 1, '! takes true or false', '!(…)'],
  ['share("x").value > 3', 12, 'only a row r of rows.all(r, …) has r.value', 'value("…")'],
  ['share("iOS 15") < 2% and total() > 5', 22, /is not allowed here/, '&&'],
  ['share("iOS 15") <', 18, 'it ends too early; an assertion reads like share("iOS 15") < 2%', null],
  ['share("iOS 15) < 2%', 7, OPEN_TEXT, null],
  ['share(“iOS 15”) < 2%', 7, 'iOS 15 has to be in quotes ("…")', 'share("iOS 15")'],
  ['rows.all(r, r.shares < 2%)', 15, /^a row has no shares; it has key, value/, 'share'],
  ['1 < 2', 1, 'it reads no number of an insight, such as total()', null],
  ['rows.exists(r, r.key.matches("(?=a)"))', 30, /^the pattern is not valid: /, null],
  [
    'rows.exists(r, r.key.matches(r.key))',
    30,
    'the pattern of matches(…) has to be written out in quotes',
    null,
  ],
  ['rows.all(5, true)', 10, 'all, exists, filter and map take a name for the item first', 'rows.all(r, '],
  ['rows.all(r, r.share)', 15, 'there has to be a condition here, not a number', null],
  ['rows["a"].share < 5%', 1, 'the place of a row is a whole number', 'rows[0]'],
  ['total() + rows > 5', 1, '+ does not take a number and a list of rows', null],
])('an error in %s is found at character %d', (written, at, why, hint) => {
  const error = faultOf(written, KNOWN);
  expect(error?.why).toMatch(why);
  if (typeof why === 'string') expect(error?.why).toBe(why);
  expect(error?.at).toBe(at);
  if (hint === null) expect(error?.hint).toBeNull();
  else expect(error?.hint).toContain(hint);
});

test.each([
  ['change("iOS 15") < 20%', 1],
  ['total() > 5 && previous("a") > 1', 16],
  ['1 < totalChange("Users")', 5],
  ['rows.all(r, r.change < 5%)', 15],
])('an error in %s is at character %d if there is no earlier period', (written, at) => {
  expect(faultOf(written, KNOWN)).toBeNull();
  expect(faultOf(written, NOT_COMPARED)).toMatchObject({
    at,
    why: expect.stringContaining('compare: none'),
  });
});

test('an error is not found in a key or an output that is named after a function of the earlier period', () => {
  expect(faultOf('value("change", "previous") > 1', NOT_COMPARED)).toBeNull();
});

test.each([
  `${'('.repeat(490)}total() > 1${')'.repeat(490)}`,
  `total() > 1${' + 1'.repeat(240)}`,
  `${'!'.repeat(900)}(total() > 1)`,
  `${'-'.repeat(900)}total() > 1`,
])('an expression may be nested as deeply as its length allows, and no longer', (written) => {
  expect(faultOf(written, KNOWN)).toBeNull();
  expect(faultOf(written.padEnd(1001), KNOWN)?.why).toBe('it is longer than 1000 characters');
});

test('an error has a reason and a place whatever is written', () => {
  const words = [
    'total()',
    'share("a")',
    'rows',
    '.all(',
    'r',
    ',',
    ')',
    '<',
    '2%',
    '&&',
    '!',
    '"',
    '[',
    ']',
    '?',
    ':',
    '5',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (parts) => {
      const written = parts.join('');
      const error = faultOf(written, KNOWN);
      if (error === null) return;
      expect(error.why).not.toBe('');
      expect(error.at).toBeGreaterThanOrEqual(1);
      expect(error.at).toBeLessThanOrEqual(written.length + 1);
    }),
  );
});

test('only words of this language cannot name an insight without quotes', () => {
  const isRead = (name: string) =>
    faultOf(`${name}.total() > 1`, { defaultInsight: null, all: [{ name, isCompared: true }] }) === null;
  expect(['os', 'type', 'int', 'map', 'duration'].filter((name) => !isRead(name))).toEqual([]);
  expect(['rows', 'in', 'true'].filter(isRead)).toEqual([]);
});
