// Writes values and our own texts for a line of raw HTML, such as a `<summary>`, in which Markdown is not
// parsed. Pure.
import type { ResultValue } from '../../../tql/result.ts';
import { display } from '../format/display.ts';
import { isPlain } from './plain-text.ts';

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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
