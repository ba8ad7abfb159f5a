import { display } from '../format/display.ts';
import { escapeProse, isPlain } from '../markdown/escape.ts';

/**
 * A sentence that quotes something from outside, as Slack's mrkdwn in which nothing can act: words that could
 * are in code spans.
 */
export function escapeSlack(text: string): string {
  const parts = text.trim().split(OWN_CODE);
  const written = parts.map((part, index) =>
    index % 2 === 1 || part.trim() === '' ? part : escapePart(part),
  );
  return parts.length === 1 ? escapePart(text) : written.join('');
}

/** Our own messages quote commands and the names of inputs in backticks. */
const OWN_CODE = /(?<!\S)(`[a-z]+(?:[ -][a-z]+)*`)(?=[\s,.:;)]|$)/;

function escapePart(text: string): string {
  const [, before = '', words = text, after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return before + escapeEntities(escapeProse(words, true, codeSpan)) + after;
}

/** A title in bold; in a code span if it could act. */
export function strong(title: string): string {
  const text = display(title);
  return escapeEntities(isPlain(text) ? `*${text}*` : codeSpan(text));
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
