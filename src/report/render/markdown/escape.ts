// Writes values from outside as Markdown or HTML in which nothing can act: no mention, link, list or heading.
// `@team` becomes a code span, `iPhone 16` stays as it is. CSV, titles and Slack have their own. Pure.
import type { ResultValue } from '../../../tql/result.ts';
import { truncate } from '../../../text/truncate.ts';
import { makeControlsVisible } from '../../../text/visible.ts';
import { textOf, VALUE_LIMIT } from '../format/display.ts';
import { formatValue, type ValueFormat } from '../format/values.ts';
import { isPlain } from './plain-text.ts';

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
