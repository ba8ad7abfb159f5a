// Writes the sentences of a view (`view/sentences/`) as Markdown, as a cell of a table, and as HTML. Pure.
import { type Sentence, write, type Writer } from '../view/sentences/sentence.ts';
import { codeSpan, escapeNumber, escapeValue } from './escape.ts';
import { renderLink } from './link.ts';
import { escapeEntities, escapeHtml } from './html.ts';
import { escapeProse } from './prose.ts';

const MARKDOWN: Writer = {
  words: (text) => text ?? '',
  value: (text) => escapeValue(text),
  number: (text) => escapeNumber(text ?? '', (active) => escapeValue(active, 'cell')),
  prose: (text) => escapeProse(text ?? ''),
  chart: (text) => codeSpan(text ?? '', 'cell'),
  strong: (inner) => `**${inner}**`,
  quoted: (inner) => `_${inner}_`,
  raised: (inner) => `<sup>${inner}</sup>`,
  unbroken: (inner) => inner.replaceAll(' ', '\u00a0'),
  link: renderLink,
};

const CELL: Writer = { ...MARKDOWN, value: (text) => escapeValue(text, 'cell') };

// For a line of raw HTML, in which Markdown is not parsed.
const HTML: Writer = {
  ...MARKDOWN,
  words: (text) => escapeEntities(text ?? ''),
  value: escapeHtml,
  number: (text) => escapeNumber(text ?? '', escapeHtml),
  prose: escapeHtml,
  chart: (text) => escapeEntities(text ?? ''),
  strong: (inner) => `<b>${inner}</b>`,
  quoted: (inner) => `<i>${inner}</i>`,
  link: (_, text) => escapeHtml(text),
};

/** A sentence as Markdown in which nothing can act. */
export function sentenceAsMarkdown(sentence: Sentence): string {
  return write(sentence, MARKDOWN);
}

/** A sentence for a cell of a Markdown table. */
export function sentenceAsCell(sentence: Sentence): string {
  return write(sentence, CELL);
}

/** A sentence for a line of raw HTML. */
export function sentenceAsHtml(sentence: Sentence): string {
  return write(sentence, HTML);
}
