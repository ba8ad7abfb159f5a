// Writes values from outside as Markdown or HTML in which nothing can act: no mention, link, list or
// heading. `@team` becomes a code span, `iPhone 16` stays as it is. CSV, titles and Slack have their own.
import type { ResultValue } from '../../../tql/result.ts';
import { truncate } from '../../../text/truncate.ts';
import { makeControlsVisible } from '../../../text/visible.ts';
import { display, textOf, VALUE_LIMIT } from '../format/display.ts';
import { formatValue, type ValueFormat } from '../format/values.ts';

/**
 * Where a value is written. In a table cell, a pipe in a code span needs a backslash; outside of tables the
 * backslash would be shown.
 */
type EscapeContext = 'cell' | 'line' | 'anywhere';

/**
 * A value from outside as Markdown in which nothing can act: unchanged if it is harmless, otherwise in a code
 * span. For `anywhere` the span is broken at each pipe, since only `\|` between spans reads the same inside
 * and outside of tables.
 */
export function escapeValue(value: ResultValue, place: EscapeContext = 'anywhere'): string {
  if (value === null) return '_not set_';
  const text = textOf(value);
  if (text === '') return '_empty_';
  if (text.length <= VALUE_LIMIT && isPlain(text)) return text;
  const shown = truncate(makeControlsVisible(text), VALUE_LIMIT, VALUE_LIMIT);
  return isPlain(shown) ? shown : codeSpan(shown, place);
}

/**
 * A value in its query's format, or as the report's locale writes it, as Markdown in which nothing can act.
 */
export function formatValueAsMarkdown(
  value: number | string | null,
  format: ValueFormat | null,
  locale: string,
): string {
  const text = formatValue(value, format, locale);
  // Without a format the text is made of digits and our own words.
  if (format === null || typeof value !== 'number' || !Number.isFinite(value)) return text;
  return escapeNumber(text, (active) => escapeValue(active, 'cell'));
}

/** A formatted number: unchanged if it is harmless, otherwise as `escape` writes it. */
export function escapeNumber(text: string, escape: (text: string) => string): string {
  // Before a digit, a sign or a currency cannot start a list.
  const [sign = ''] = /^[-+\u2212]?[€£¥]?/u.exec(text) ?? [];
  return isPlain(text.slice(sign.length)) ? text : escape(text);
}

/** A text in a code span; empty for an empty text. Its control characters must already be visible. */
export function codeSpan(text: string, place: EscapeContext): string {
  if (text === '') return '';
  const safe = text.replaceAll('@', '@\u200b');
  if (place === 'line' || !safe.includes('|')) return wrapInBackticks(safe);
  if (place === 'cell') return wrapInBackticks(safe).replaceAll('|', '\\|');
  return text
    .split(/(\|+)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : codeSpan(part, 'line')))
    .join('');
}

/**
 * Wraps a text in the shortest run of backticks that it does not hold: cmark-gfm supports 80 at most, so "one
 * more than the longest" is not safe.
 */
function wrapInBackticks(text: string): string {
  let fence = '`';
  if (text.includes('`')) {
    const runs = new Set(text.match(/`+/g));
    while (runs.has(fence)) fence += '`';
  }
  const edge = text.startsWith('`') || text.endsWith('`');
  const spaced = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  const pad = edge || spaced ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** How many characters of a message are shown. */
const MESSAGE_LIMIT = 1000;

type WriteCode = (text: string) => string;
const codeAnywhere: WriteCode = (text) => codeSpan(text, 'anywhere');

/**
 * A sentence that quotes something from outside, as a paragraph. What stands between backticks is a code
 * span, as our own messages quote inputs and commands; of the rest, only the words that could act go into
 * code spans: `The answer was <html>.` becomes ``The answer was `<html>`.``
 */
export function escapeProse(text: string): string {
  // At the start of a paragraph, a word can begin a list or a heading.
  return escapeWords(text, codeAnywhere, (word) => isPlain(`${word} a`));
}

/** The same within a line, where no word can start a block. `code` writes the code spans. */
export function escapeInline(text: string, code = codeAnywhere): string {
  return escapeWords(text, code, isPlainWithin);
}

function isPlainWithin(word: string): boolean {
  return isPlain(`a ${word}`);
}

function escapeWords(text: string, code: WriteCode, isPlainFirst: (word: string) => boolean): string {
  const shown = display(text.trim(), MESSAGE_LIMIT);
  if (isPlain(shown)) return shown;
  const parts: string[] = [];
  // Neighbouring words that could act share a code span.
  let activeWords: string[] = [];
  const flush = (): void => {
    if (activeWords.length > 0) parts.push(quoteClause(activeWords.join(' '), code));
    activeWords = [];
  };
  for (const [index, word] of wordsOf(shown).entries()) {
    const [, before = '', quoted, after = ''] = QUOTED.exec(word) ?? [];
    const isPlainWord = index === 0 ? isPlainFirst(word) : isPlainWithin(word);
    // Between two words that could act, an additional blank belongs to their code span.
    const isText = word === '' ? activeWords.length === 0 : isPlainWord;
    const isClause = quoted !== undefined || word.includes(' ');
    if (isText || isClause) flush();
    if (quoted !== undefined) parts.push(before + code(quoted) + after);
    else if (isText) parts.push(word);
    else if (isClause) parts.push(quoteClause(word, code));
    else activeWords.push(word);
  }
  flush();
  return parts.join(' ');
}

const QUOTED = /^(\(?)`([^`]+)`([.,:;)?]*)$/s;

/** The words of a sentence. What our own messages quote from outside is one word, with all its blanks. */
function wordsOf(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

const WORDS = new RegExp(
  `(?<= |^)(?:${[
    '\\(?`[^`]+`[.,:;)?]*(?= |$)', // `top: 5`
    '(?<=got )".*?"(?=[,;.](?: |$))[,;.]', // got "a "b" c"; (inputs/problems.ts)
    '\\(?"[^"]*"[.,:;)?]*(?= |$)', // "iOS 15"
    '\\(?\\$?\\{.*?\\}[.,:;)?]*(?= |$)', // ${{ secrets.TOKEN }}
    '(?<=at character \\d+ )\\(.*?\\):(?= )', // at character 7 (share iOS): (inputs/thresholds.ts)
    '(?<=Did you mean ).*?\\?$', // Did you mean share("iOS 15")? (inputs/problems.ts)
    '[^ ]*',
  ].join('|')})`,
  'gs',
);

/**
 * Puts words into a code span, but not the punctuation after them, nor a closing bracket that was opened
 * before them.
 */
function quoteClause(words: string, code: WriteCode): string {
  const [, quoted = words, end = ''] = /^(.*[^,.:;?])([,.:;?])$/su.exec(words) ?? [];
  const isClosing = quoted.length > 1 && quoted.endsWith(')') && !quoted.includes('(');
  return isClosing ? `${code(quoted.slice(0, -1))})${end}` : code(quoted) + end;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A value for a line of raw HTML (a `<summary>`), where Markdown is not parsed: as text, or in a `code`
 * element if it could act.
 */
export function escapeHtml(value: ResultValue): string {
  const text = display(value);
  if (value === null || value === '') return `<i>${text}</i>`;
  if (isPlain(text)) return escapeEntities(text);
  return `<code>${escapeEntities(text).replaceAll('@', '@\u200b')}</code>`;
}

/** Our own text for a line of raw HTML. */
export function escapeEntities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

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

/**
 * A Markdown link; only its text if `url` is not a web address. A text that another helper wrote is not
 * escaped again.
 */
export function renderLink(url: string | null, text: string | number | null | RenderedMarkdown): string {
  const address = url === null ? null : toWebAddress(url);
  const shown = typeof text === 'object' && text !== null ? text.toHTML() : escapeValue(text);
  return address === null ? shown : `[${shown}](<${address}>)`;
}

/** Markdown from another helper, as Handlebars passes it on. */
interface RenderedMarkdown {
  readonly toHTML: () => string;
}

/**
 * An http(s) address, encoded so that it cannot end a link, a cell or an attribute; null for anything else.
 * Credentials are removed.
 */
function toWebAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return null;
  parsed.username = '';
  parsed.password = '';
  return parsed.href.replace(/[^A-Za-z0-9:/?#=&.,;~+%_-]/g, percentEncode).replaceAll('&', '&amp;');
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
