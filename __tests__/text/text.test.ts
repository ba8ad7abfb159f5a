import { csvField } from '../../src/text/layout/csv.ts';
import { appleModelNames } from '../../src/text/apple/apple-models.ts';
import { fileErrorReason } from '../../src/text/file-error.ts';
import { didYouMean, mostSimilarWord, nearestWord } from '../../src/text/nearest.ts';
import { redact } from '../../src/text/redact.ts';
import { toTitle } from '../../src/text/title.ts';
import { truncate, truncateUnits } from '../../src/text/truncate.ts';
import { hasControls, makeControlsVisible, makeVisible } from '../../src/text/visible.ts';

test('the table of Apple’s devices holds names for identifiers of every family, and nothing else', () => {
  const names = appleModelNames();
  const of = ['iPhone17,1', 'iPhone1,1', 'iPad14,3', 'iPad7,1', 'iPod9,1', 'Watch6,1', 'AppleTV14,1'];
  expect(of.map((identifier) => names.get(identifier))).toEqual([
    'iPhone 16 Pro',
    'iPhone',
    'iPad Pro 11-inch (4th generation)',
    'iPad Pro 12.9-inch (2nd generation)',
    'iPod touch (7th generation)',
    'Apple Watch Series 6',
    'Apple TV 4K (3rd generation)',
  ]);
  for (const [identifier, name] of names)
    expect(`${identifier} ${name}`).toMatch(
      /^(iPhone|iPad|iPod|Watch|AppleTV)\d+,\d+ (Apple )?(iPhone|iPad|iPod|Watch|TV)( [\w.()-]+)*$/,
    );
  expect(names.size).toBeGreaterThan(190);
});

test('a secret is redacted everywhere, the longer of two first, and an empty one nowhere', () => {
  expect(redact('abc, abcdef, x', ['abc', 'abcdef', ''])).toBe('***, ***, x');
});

describe('a text is cut', () => {
  test.each([
    ['four', 4, undefined, 'four'],
    ['fives', 4, undefined, 'fiv…'],
    ['fives', 4, 4, 'five…'],
    ['😀😀😀', 2, undefined, '😀…'],
  ])('%s is cut to %d characters, of which it keeps %s', (text, limit, kept, expected) => {
    expect(truncate(text, limit, kept)).toBe(expected);
  });

  test('a text is cut to UTF-16 units, and never in the middle of a character', () => {
    expect([truncateUnits('abc', 3), truncateUnits('abcd', 3), truncateUnits('a😀b', 3)]).toEqual([
      'abc',
      'ab…',
      'a…',
    ]);
  });

  test('a text is cut to a title of one line, and the first that is not blank is taken', () => {
    expect(toTitle('\n ', ' Weekly\n\u202Eusage ')).toBe('Weekly ⟨U+202E⟩usage');
    expect(toTitle('')).toBe('Insight report');
    expect(toTitle('x'.repeat(300))).toBe(`${'x'.repeat(255)}…`);
  });
});

test('a message shows every invisible character; a value keeps joiners, which emoji are made of', () => {
  const text = 'a\n\u007f\u202E\u200d\ud800é';
  expect(makeVisible(text)).toBe('a␊␡⟨U+202E⟩⟨U+200D⟩⟨U+D800⟩é');
  expect(makeControlsVisible(text)).toBe('a␊␡⟨U+202E⟩\u200d\ufffdé');
  expect([hasControls('a\nb'), hasControls('👩\u200d💻')]).toEqual([true, false]);
});

test('a misspelt word leads to the nearest candidate, if one is near', () => {
  const words = ['model', 'system', 'modem'];
  expect([nearestWord('modle', words), nearestWord('planet', words)]).toEqual(['model', null]);
  expect(mostSimilarWord('sytsems', words)).toBe('system');
  expect([didYouMean('modle', words, '--'), didYouMean('planet', words)]).toEqual([
    '; did you mean --model?',
    '',
  ]);
});

test('the last part of a name leads to the name, and the name to its last part', () => {
  const columns = ['modelNames', 'TelemetryDeck.Device.modelName', 'plan'];
  expect(nearestWord('ModelName', columns)).toBe('TelemetryDeck.Device.modelName');
  expect(nearestWord('TelemetryDeck.Device.modelName', ['plan', 'modelName'])).toBe('modelName');
});

test('a file error is named by its reason, a rare one by its code', () => {
  const errors = [
    { code: 'ENOENT' },
    Object.assign(new Error('at /secret'), { code: 'EMFILE' }),
    new Error('broken'),
  ];
  expect(errors.map(fileErrorReason)).toEqual(['there is no such file', 'error EMFILE', 'broken']);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd|x', "'+cmd|x"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['=HYPERLINK("a","b")', '"\'=HYPERLINK(""a"",""b"")"'],
])('a field of CSV does not begin as a formula: %j', (text, field) => {
  expect(csvField(text)).toBe(field);
});

test.each(['-5', '+1.5', '-1e-7', '1', '-Infinity', 'NaN', 'a=b', '1-2', 'x@y'])(
  'a field of CSV stays unchanged: %j',
  (text) => {
    expect(csvField(text)).toBe(text);
  },
);

test('a field of CSV shows control characters and line ends, which begin a command to a runner, and keeps tabs', () => {
  expect(csvField('a\u001b[31mb\u0000\u009b\u202e')).toBe('a␛[31mb␀⟨U+009B⟩⟨U+202E⟩');
  expect(csvField('a\tb\r\n::error::c')).toBe('a\tb␍␊::error::c');
  expect(csvField('')).toBe('""');
});
