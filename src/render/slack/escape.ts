import { display } from '../format/display.ts';
import { escapeNumber, escapeProse, isPlain } from '../markdown/escape.ts';
import { type Sentence, write, type Writer } from '../view/sentences/sentence.ts';

/**
 * A sentence that quotes something from outside, as Slack's mrkdwn in which nothing can act: words that could
 * are in code spans.
 */
export function escapeSlack(text: string): string {
  return escapeEntities(escapeProse(text, true, codeSpan));
}

/** A value: in a code span if it could act. */
function escapeValue(value: string | null): string {
  const text = display(value);
  return escapeEntities(isPlain(text) ? text : codeSpan(text));
}

const bold = (inner: string): string => (inner.includes('`') ? inner : `*${inner}*`);

/** A title in bold; in a code span if it could act. */
export function strong(title: string): string {
  return bold(escapeValue(title));
}

const own = (text: string | null): string => escapeEntities(text ?? '');
const unchanged = (inner: string): string => inner;

const SLACK: Writer = {
  words: own,
  value: escapeValue,
  number: (text) => escapeNumber(text ?? '', escapeValue),
  prose: (text) => escapeSlack(text ?? ''),
  chart: own,
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

/** A text in a code span; what a template or an assertion says, for example. */
export function code(text: string): string {
  return escapeEntities(codeSpan(display(text, CODE_LIMIT)));
}

const CODE_LIMIT = 300;

/** A link to an address of our own: a run's page. */
export function link(url: string, text: string): string {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return escapeSlack(text);
  // Within a link, `|` would end the address, and code spans are not read.
  const words = isPlain(text) ? text : 'run';
  return `<${escapeEntities(address.href.replaceAll('|', '%7C'))}|${escapeEntities(words)}>`;
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
