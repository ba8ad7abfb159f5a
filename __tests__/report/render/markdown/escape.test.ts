import { display } from '../../../../src/report/render/format/display.ts';
import { escapeValue } from '../../../../src/report/render/markdown/escape.ts';
import { renderLink } from '../../../../src/report/render/markdown/link.ts';
import { escapeHtml } from '../../../../src/report/render/markdown/html.ts';
import { escapeProse } from '../../../../src/report/render/markdown/prose.ts';

test.each([
  [null, 'not set'],
  ['', 'empty'],
  ['iPhone15,3', 'iPhone15,3'],
  ['a\u0000b\nc\r\nd\te\u007f', 'a␀b␊c␍␊d␉e␡'],
  ['\u0085\u202ertl\u2066\u200f', '⟨U+0085⟩⟨U+202E⟩rtl⟨U+2066⟩⟨U+200F⟩'],
  ['zero\u200bwidth\u2028', 'zero\u200bwidth\u2028'],
  ['lone \ud800', 'lone \ufffd'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(200)}…`],
  ['😀'.repeat(200), '😀'.repeat(200)],
  ['😀'.repeat(201), `${'😀'.repeat(200)}…`],
  [true, 'true'],
  [['a', null], '["a",null]'],
])('display shows %j as %j', (value, shown) => {
  expect(display(value)).toBe(shown);
});

test.each([
  'iPhone15,3',
  'iOS 17.2',
  'iPad Air (M3)',
  'Settings/General',
  'en_US',
  'com.example.app',
  'AT&T',
  '17.2',
  'C++',
  '12:30',
  '2026-11-20',
  'Größe',
  '日本語',
  'עברית',
  '🎉 Party',
  "What's new?",
  'x86-64',
  '1,234 €',
])('escapeValue leaves %s unchanged', (value) => {
  expect(escapeValue(value)).toBe(value);
  expect(escapeValue(value, 'cell')).toBe(value);
});

test.each([
  ['@octocat', '`@\u200boctocat`'],
  ['@a and @b', '`@\u200ba and @\u200bb`'],
  ['#1', '`#1`'],
  ['GH-1', '`GH-1`'],
  ['deadbee', '`deadbee`'],
  ['3F0C9C36-7B5B', '`3F0C9C36-7B5B`'],
  ['https://x.example', '`https://x.example`'],
  ['www.example.com', '`www.example.com`'],
  [':x:', '`:x:`'],
  ['a $ b', '`a $ b`'],
  ['&copy;', '`&copy;`'],
  ['<b>', '`<b>`'],
  ['_x_', '`_x_`'],
  ['1. x', '`1. x`'],
  ['- x', '`- x`'],
  ['a  b', '`a  b`'],
  [' a ', '`  a  `'],
  ['  ', '`  `'],
  ['`', '`` ` ``'],
  ['a`b', '``a`b``'],
  ['a`b``c', '```a`b``c```'],
  ['`'.repeat(80), `\` ${'`'.repeat(80)} \``],
  ['a\nb', '`a␊b`'],
])('escapeValue turns %j into %j', (value, markdown) => {
  expect(escapeValue(value)).toBe(markdown);
  expect(escapeValue(value, 'cell')).toBe(markdown);
});

test('escapeValue escapes a pipe in a cell, and puts it between code spans if the place is unknown', () => {
  expect(escapeValue('a|b', 'cell')).toBe('`a\\|b`');
  expect(escapeValue('a|b')).toBe('`a`\\|`b`');
  expect(escapeValue('||a', 'anywhere')).toBe('\\|\\|`a`');
});

test('escapeValue shows missing and empty values as words', () => {
  expect(escapeValue(null)).toBe('_not set_');
  expect(escapeValue('')).toBe('_empty_');
});

test('in a sentence, only the words that could act go into code spans', () => {
  expect(escapeProse('The answer was <html> @you #1, and (404): gone.')).toBe(
    'The answer was `<html> @\u200byou #1`, and (404): gone.',
  );
  // What a message quotes in backticks, such as an input or a command, is a code span already.
  expect(escapeProse('Check `api-url`, or `timeout`. Not `@you`')).toBe(
    'Check `api-url`, or `timeout`. Not `@\u200byou`',
  );
  expect(escapeProse('is no object (at dimensions[0]). See (#1)')).toBe(
    'is no object (at `dimensions[0]`). See `(#1)`',
  );
  expect(escapeProse('- first  word "quoted"')).toBe('`-` first  word "quoted"');
});

test.each([
  [
    'os: got "share(iOS 15) < 2%", at character 7 (iOS 15) < 2%): it. Did you mean share("iOS 15") < 2%?',
    'os: got `"share(iOS 15) < 2%"`, at character 7 `(iOS 15) < 2%)`: it. Did you mean `share("iOS 15") < 2%`?',
  ],
  [
    'got "share("a") > 1", at character 9 (> 1): > is wrong.',
    'got `"share("a") > 1"`, at character 9 `(> 1)`: `>` is wrong.',
  ],
  ['passed as api-token: ${{ secrets.X }}.', 'passed as api-token: `${{ secrets.X }}`.'],
  ['expected os: {id: 3F0C9C36, top: 5}.', 'expected os: `{id: 3F0C9C36, top: 5}`.'],
  ['no row "iOS <1 5>" (like "iOS 15"), or `b`?', 'no row `"iOS <1 5>"` (like "iOS 15"), or `b`?'],
  ['Did you mean last 2 weeks?', 'Did you mean last 2 weeks?'],
])('what a message quotes is whole, in one code span or in none: %s', (message, shown) => {
  expect(escapeProse(message)).toBe(shown);
});

test('in a line of HTML, a value is text or in a code element', () => {
  expect(escapeHtml('OS versions')).toBe('OS versions');
  expect(escapeHtml('a < b & @c')).toBe('<code>a &lt; b &amp; @\u200bc</code>');
  expect(escapeHtml(null)).toBe('<i>not set</i>');
});

test.each([
  ['https://github.com/a/b?x=1&y=`|>', '[run](<https://github.com/a/b?x=1&amp;y=%60%7C%3E>)'],
  ['https://user:pass@x.example/@me', '[run](<https://x.example/%40me>)'],
  ['javascript:alert(1)', 'run'],
  ['not an address', 'run'],
  [null, 'run'],
])('a link to %s is %s', (url, markdown) => {
  expect(renderLink(url, 'run')).toBe(markdown);
});

test('a command that a message quotes stays one code span', () => {
  const advice = 'Make one with `insight-report token create` (or `${{ secrets.TOKEN }}`), @you.';
  expect(escapeProse(advice)).toBe(
    'Make one with `insight-report token create` (or `${{ secrets.TOKEN }}`), `@\u200byou`.',
  );
  expect(escapeProse('`` `x` `` a`b ` @you')).toBe('` `` ` `x` ``` `` a`b ` @\u200byou ```');
});
