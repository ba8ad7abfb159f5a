// Recognises saved insights in what users type or paste: IDs, dashboard addresses, titles. For the input
// `insights`, and for commands that take an insight.

/** The id of a saved insight. */
const INSIGHT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a saved insight's id. */
export function isInsightId(text: string): boolean {
  return INSIGHT_ID.test(text);
}

const IN_ADDRESS = new RegExp(INSIGHT_ID.source.slice(1, -1), 'gi');
const AFTER_INSIGHTS = new RegExp(`/insights?/(${INSIGHT_ID.source.slice(1, -1)})`, 'i');

/**
 * The id of a saved insight, from the id itself or from the address of its page: there it is the id after
 * `/insights/`, otherwise the last one.
 */
export function findInsightId(idOrAddress: string): string | null {
  // An id that is copied from a page or a mail may contain marks of text direction.
  const text = idOrAddress.replace(/\p{Cf}/gu, '');
  if (isInsightId(text)) return text;
  if (!/^(?:https?:\/\/|[\w-]+(?:\.[\w-]+)+\/|\/)\S+$/i.test(text)) return null;
  return AFTER_INSIGHTS.exec(text)?.[1] ?? text.match(IN_ADDRESS)?.at(-1) ?? null;
}

/**
 * The insights in a text: ids and addresses between spaces, commas or newlines, titles between commas or
 * newlines.
 */
export function partsOf(text: string): readonly string[] {
  return text.split(/[,\n]/).flatMap((part) => (holdsId(part) ? wordsOf(part) : part.trim() || []));
}

/** A text's words, between spaces, commas or newlines. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** Whether a text has a word that is an id or an address, or was meant as one: then it is no title. */
export function holdsId(text: string): boolean {
  return wordsOf(text).some((word) => findInsightId(word) !== null || LIKE_ID.test(word));
}

/** An address; an id with a digit too few or too many; an id without its dashes. */
const LIKE_ID = /^https?:\/\/|^\{?[\da-z]{4,}(?:-[\da-z]+){3,}-?\}?$|^[\da-f]{24,}$/i;
