import type { ResultValue } from '../tql/result.ts';
import { VALUE_LIMIT, cut, display, textOf, visible } from './display.ts';
import { isPlain } from './plain.ts';

/** Where a value stands: in a table's cell a pipe in a code span takes a backslash, in a line that is none that would be shown. */
export type Place = 'cell' | 'line' | 'anywhere';

/**
 * A value from outside as Markdown in which nothing acts: plain where nothing can, else in a code span. What is made
 * for `anywhere` is safe in a cell too; it breaks the span at each pipe, since only `\|` between spans reads the same in both.
 */
export function escapeValue(value: ResultValue, place: Place = 'anywhere', limit: number = VALUE_LIMIT): string {
  if (value === null) return '_not set_';
  const text = textOf(value);
  if (text === '') return '_empty_';
  if (text.length <= limit && isPlain(text)) return text;
  const shown = cut(visible(text), limit);
  return isPlain(shown) ? shown : codeSpan(shown, place);
}

/** A text in a code span, whatever it holds; control characters must be visible already. */
export function codeSpan(text: string, place: Place): string {
  const safe = text.replaceAll('@', '@\u200b');
  if (place === 'line' || !safe.includes('|')) return span(safe);
  if (place === 'cell') return span(safe).replaceAll('|', '\\|');
  return safe
    .split(/(\|+)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('|', '\\|') : part === '' ? '' : span(part)))
    .join('');
}

/** The shortest fence that the text does not hold: cmark-gfm knows no fence over 80, so "longest and one more" is not safe. */
function span(text: string): string {
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
    if (active.length > 0) parts.push(clause(active.join(' ')));
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
function clause(words: string): string {
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
