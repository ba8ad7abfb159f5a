import { escapeValue } from './escape.ts';

/** A Markdown link to a web address; only the text where the address is none. What another helper wrote stays as it is. */
export function link(url: string | null, text: string | number | null | Written): string {
  const address = url === null ? null : webAddress(url);
  const shown = typeof text === 'object' && text !== null ? text.toHTML() : escapeValue(text);
  return address === null ? shown : `[${shown}](<${address}>)`;
}

/** Markdown of a helper's making, as Handlebars hands it on. */
interface Written {
  readonly toHTML: () => string;
}

/** An http(s) address in which nothing ends a link, a cell or an attribute; null for anything else. */
function webAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return null;
  parsed.username = '';
  parsed.password = '';
  return parsed.href.replace(/[^A-Za-z0-9:/?#=&.,;~+%_-]/g, encodeCharacter).replaceAll('&', '&amp;');
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
