import type { ResultValue } from '../../tql/result.ts';
import { truncate } from '../../text/truncate.ts';
import { makeControlsVisible } from '../../text/visible.ts';
import { display, textOf, VALUE_LIMIT } from '../format/display.ts';
import { formatValue, type ValueFormat } from '../format/values.ts';

/** Where a value stands: in a table's cell a pipe in a code span takes a backslash, in a line that is none that would be shown. */
type EscapeContext = 'cell' | 'line' | 'anywhere';

/**
 * A value from outside as Markdown in which nothing acts: plain where nothing can, else in a code span. What is made
 * for `anywhere` is safe in a cell too; it breaks the span at each pipe, since only `\|` between spans reads the same in both.
 */
export function escapeValue(
  value: ResultValue,
  place: EscapeContext = 'anywhere',
  limit: number = VALUE_LIMIT,
): string {
  if (value === null) return '_not set_';
  const text = textOf(value);
  if (text === '') return '_empty_';
  if (text.length <= limit && isPlain(text)) return text;
  const shown = truncate(makeControlsVisible(text), limit, limit);
  return isPlain(shown) ? shown : codeSpan(shown, place);
}

/** A value as its query wants it, as Markdown in which nothing can act; without a format, as the report's locale writes it. */
export function formatValueAsMarkdown(
  value: number | string | null,
  format: ValueFormat | null,
  locale: string,
): string {
  const text = formatValue(value, format, locale);
  // Without a format the text is only digits and words of ours.
  if (format === null || typeof value !== 'number' || !Number.isFinite(value)) return text;
  const [sign = ''] = /^[-+\u2212]?[€£¥]?/u.exec(text) ?? [];
  return isPlain(text.slice(sign.length)) ? text : escapeValue(text, 'cell');
}

/** A text in a code span, whatever it holds; control characters must be visible already. */
export function codeSpan(text: string, place: EscapeContext): string {
  const safe = text.replaceAll('@', '@\u200b');
  if (place === 'line' || !safe.includes('|')) return wrapInBackticks(safe);
  if (place === 'cell') return wrapInBackticks(safe).replaceAll('|', '\\|');
  return safe
    .split(/(\|+)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : part === '' ? '' : wrapInBackticks(part)))
    .join('');
}

/** The shortest fence that the text does not hold: cmark-gfm knows no fence over 80, so "longest and one more" is not safe. */
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

/** The longest message that is shown in whole. */
const MESSAGE_LIMIT = 1000;

/** A sentence that quotes something from outside: only the words in which something could act go into code spans. */
export function escapeProse(text: string): string {
  const shown = display(text.trim(), MESSAGE_LIMIT);
  if (isPlain(shown)) return shown;
  const parts: string[] = [];
  let active: string[] = [];
  const flush = (): void => {
    if (active.length > 0) parts.push(quoteClause(active.join(' ')));
    active = [];
  };
  for (const [index, word] of shown.split(' ').entries()) {
    // Only the first word can begin a block.
    if (word === '' ? active.length === 0 : isPlain(index === 0 ? `${word} a` : `a ${word}`)) {
      flush();
      parts.push(word);
    } else active.push(word);
  }
  flush();
  return parts.join(' ');
}

/** The sentence's own punctuation stays outside of the code span that it follows, and a bracket that was opened before it. */
function quoteClause(words: string): string {
  const [, quoted = words, end = ''] = /^(.*[^,.:;])([,.:;])$/su.exec(words) ?? [];
  // Our own messages name an input as `api-url`: what marks it as code is not to be seen.
  if (/^`[a-z]{2,}(?:-[a-z]+)*`$/.test(quoted)) return quoted + end;
  const isClosing = quoted.length > 1 && quoted.endsWith(')') && !quoted.includes('(');
  return isClosing ? `${codeSpan(quoted.slice(0, -1), 'anywhere')})${end}` : codeSpan(quoted, 'anywhere') + end;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A value for a line of raw HTML (a `<summary>`), where Markdown is not read: plain, or in a `code` element. */
export function escapeHtml(value: ResultValue): string {
  const text = display(value);
  if (value === null || value === '') return `<i>${text}</i>`;
  if (isPlain(text)) return entities(text);
  return `<code>${entities(text).replaceAll('@', '@\u200b')}</code>`;
}

function entities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

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

/** A Markdown link to a web address; only the text where the address is none. What another helper wrote stays as it is. */
export function renderLink(url: string | null, text: string | number | null | RenderedMarkdown): string {
  const address = url === null ? null : toWebAddress(url);
  const shown = typeof text === 'object' && text !== null ? text.toHTML() : escapeValue(text);
  return address === null ? shown : `[${shown}](<${address}>)`;
}

/** Markdown of a helper's making, as Handlebars hands it on. */
interface RenderedMarkdown {
  readonly toHTML: () => string;
}

/** An http(s) address in which nothing ends a link, a cell or an attribute; null for anything else. */
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
