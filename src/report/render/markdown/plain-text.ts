// Decides whether a text is harmless in Markdown as it is, such as `iPhone 16`; `@team` is not. Pure.

/**
 * Whether a text is harmless anywhere in a Markdown document: at the start of a paragraph, in a list item, a
 * heading or a table cell. It is an allow-list: a character that is not on it counts as active.
 */
export function isPlain(text: string): boolean {
  return (USUAL.test(text) || UNICODE.test(text)) && !ACTIVE.test(text);
}

// No < > [ ] * ~ ` \ | @ # $ { } ^ anywhere, and no first character that starts a block (such as - + = :).
// The punctuation of other scripts' dates and names (Hebrew, Arabic, Devanagari, Ethiopic, Chinese, Japanese)
// is harmless, too. Most texts match USUAL, so that the Unicode classes, which take 3 ms to compile, are
// rarely needed.
const USUAL = /^[A-Za-z0-9(][A-Za-z0-9 .,()/+\-_'":;%=?!&·–—…’‘“”°€£¥×•]*$/;

const UNICODE =
  /^[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}(][\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{RI}\u200d\u00a0\u202f .,()/+\-_'":;%=?!&·–—…’‘“”°€£¥×•±−▲▼▁-█׳״،؛؟॰።፣、・～（）「」]*$/u;

// Texts that act although all their characters are allowed. GitHub links commit hashes, issues as GH-1, a
// repository's own references such as JIRA-1, and advisories, and it draws :emoji:. See GitHub's docs,
// "Autolinked references and URLs".
const ACTIVE = new RegExp(
  [
    ' {2}|[ \\u00a0\\u202f]$', // spaces that would be collapsed or trimmed
    '(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])', // emphasis; an underscore within a word is harmless
    'www\\.|://', // bare addresses
    ':[A-Za-z0-9_+-]+:', // :x:
    '&\\w+;', // entities
    '(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])', // commits
    '[a-z]-\\d|ghsa-', // GH-1, CVE-2024-1
    '^\\d{1,9}[.)](?: |$)', // an ordered list
  ].join('|'),
  'i',
);
