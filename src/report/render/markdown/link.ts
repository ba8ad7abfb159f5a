// Writes links in Markdown. An address cannot end the link, and only those of the web are linked. Pure.
import { escapeValue } from './escape.ts';

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
