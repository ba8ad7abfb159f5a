/**
 * Whether nothing in a text can act, wherever in a Markdown document it stands: a paragraph's beginning, a list item, a
 * heading, a table's cell. An allow-list, so that what nobody thought of is taken for active.
 */
export function isPlain(text: string): boolean {
  return (USUAL.test(text) || UNICODE.test(text)) && !ACTIVE.test(text);
}

// No < > [ ] * ~ ` \ | @ # $ { } ^ anywhere; the first character begins no block (no - + = : and so on).
// What stands in dates and names of other scripts (Hebrew, Arabic, Devanagari, Ethiopic, Chinese, Japanese) acts nowhere either.
// Most texts need no classes of Unicode, which take 3 ms to compile.
const USUAL = /^[A-Za-z0-9(][A-Za-z0-9 .,()/+\-_'":;%=?!&·–—…’‘“”°€£¥×•]*$/;
const UNICODE =
  /^[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}(][\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{RI}\u200d\u00a0 .,()/+\-_'":;%=?!&·–—…’‘“”°€£¥×•׳״،؛؟॰።፣、・～（）「」]*$/u;

// What acts although its characters are allowed. GitHub links hashes of 7 digits and more, GH-1 (and what a repository
// sets up of the kind JIRA-1), advisories; it draws :emoji:. See docs "autolinked references and URLs".
const ACTIVE = new RegExp(
  [
    ' {2}|[ \\u00a0]$', // collapsed or trimmed
    '(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])', // emphasis; within a word an underscore is only itself
    'www\\.|://', // bare addresses
    ':[A-Za-z0-9_+-]+:', // :x:
    '&\\w+;', // entities
    '(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])', // commits
    '[a-z]-\\d|ghsa-', // GH-1, CVE-2024-1
    '^\\d{1,9}[.)](?: |$)', // an ordered list
  ].join('|'),
  'i',
);
