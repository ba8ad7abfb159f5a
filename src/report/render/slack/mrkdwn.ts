// Writes texts in Slack's Markdown, mrkdwn, so that nothing from outside can act: no mention, no link, no
// formatting. https://docs.slack.dev/messaging/formatting-message-text. Pure.
import { display } from '../format/display.ts';
import { escapeNumber } from '../markdown/escape.ts';
import { escapeInline } from '../markdown/prose.ts';
import { isPlain } from '../markdown/plain-text.ts';
import { type Sentence, write, type Writer } from '../view/sentences/sentence.ts';

/**
 * A sentence that quotes something from outside, as Slack's mrkdwn in which nothing can act: words that could
 * are in code spans.
 */
export function escapeSlack(text: string): string {
  return escapeEntities(escapeInline(text, codeSpan));
}

/** A value: in a code span if it could act. */
export function escapeValue(value: string | null): string {
  const text = display(value);
  return escapeEntities(isPlain(text) ? text : codeSpan(text));
}

/** Bold text, unless it has a code span, in which Slack would show the asterisks. */
export const bold = (inner: string): string => (inner.includes('`') ? inner : `*${inner}*`);

/** A title in bold; in a code span if it could act. */
export function strong(title: string): string {
  return bold(escapeValue(title));
}

const escapeOrEmpty = (text: string | null) => escapeEntities(text ?? '');
const unchanged = (inner: string): string => inner;

const SLACK: Writer = {
  words: escapeOrEmpty,
  value: escapeValue,
  number: (text) => escapeNumber(text ?? '', escapeValue),
  prose: (text) => escapeSlack(text ?? ''),
  chart: escapeOrEmpty,
  strong: bold,
  quoted: unchanged,
  raised: unchanged,
  unbroken: unchanged,
  link,
};

/** A sentence as mrkdwn; empty for null. */
export function sentenceAsSlack(sentence: Sentence | null): string {
  return sentence === null ? '' : write(sentence, SLACK);
}

/** A link to a run's page; only its text if the address is not one of the web. */
export function link(url: string, text: string): string {
  const address = webAddress(url);
  if (address === null) return escapeSlack(text);
  // Within a link, `|` would end the address, and code spans are not read.
  const words = isPlain(text) ? text : 'run';
  return `<${escapeEntities(address.replaceAll('|', '%7C'))}|${escapeEntities(words)}>`;
}

/** An address of the web; null for anything else. */
export function webAddress(url: string): string | null {
  const address = URL.parse(url);
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
}

/**
 * Slack has no escape for a backtick within code, and reads `@` and a name as a mention where names are
 * linked.
 */
function codeSpan(text: string): string {
  return `\`${text.replaceAll('`', '\u02cb').replaceAll('@', '@\u200b')}\``;
}

/** Slack's own three: https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
