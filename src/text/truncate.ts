/**
 * A text of at most `limit` characters (code points); a longer one keeps its first `kept` characters and ends
 * with `…`. The ellipsis counts, unless `kept` says otherwise.
 */
export function truncate(text: string, limit: number, kept = limit - 1): string {
  if (text.length <= limit) return text;
  // A character has at most two units; one more shows that the text is too long.
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length > limit ? `${characters.slice(0, kept).join('')}…` : text;
}

/** Whether a text has more than `limit` characters (code points). */
export const isLonger = (text: string, limit: number): boolean => truncate(text, limit) !== text;

/**
 * A text of at most `limit` UTF-16 units, the `…` at the end of a longer one included; it never ends in half
 * a character.
 */
export function truncateUnits(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
