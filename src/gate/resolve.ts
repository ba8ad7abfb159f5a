import { tokenize, type Token } from './tokens.ts';

/** An expression as the parser gets it: each number a call of `number`, each percentage a number. */
export interface Resolved {
  readonly text: string;
  /** Where something at a place of `text` stands in what was written. */
  readonly written: (place: number) => number;
}

/** The function that makes a literal one of our numbers; no name that a user could write. */
export const LITERAL = '_number_';

/** Writes an expression anew for the parser, or says what is wrong with it and where. */
export function resolve(expression: string): Resolved | { readonly why: string; readonly at: number } {
  const tokens = tokenize(expression);
  const places: { readonly resolved: number; readonly written: number }[] = [];
  let text = '';
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'name' && token.text === LITERAL)
      return { why: 'there is nothing of this name', at: token.start };
    const { replacement, why } = rewrite(tokens, index);
    if (why !== undefined) return { why, at: token.start };
    places.push({ resolved: text.length, written: token.start });
    text += replacement ?? token.text;
  }
  const end = text.length;
  return {
    text,
    written: (place) => (place >= end ? expression.length : writtenPlace(places, place, expression.length)),
  };
}

/** What stands for a token, null where it stands for itself. */
function rewrite(tokens: readonly Token[], index: number): { replacement: string | null; why?: string } {
  const token = tokens[index];
  if (token?.text === '%' && token.kind === 'sign') return percent(tokens, index);
  if (token?.kind !== 'number') return { replacement: null };
  if (isIndex(tokens, index)) return { replacement: null };
  const isPercent = tokens[index + 1]?.text === '%';
  const digits = token.text.replace(/u$/i, '');
  if (!isPercent) return { replacement: literal(/^0x/i.test(digits) ? String(Number(digits)) : digits) };
  if (/^0x/i.test(digits)) return { replacement: null, why: 'a percentage is written in decimal digits' };
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e');
  // As digits: 7 / 100 is not always what 0.07 is.
  return { replacement: literal(`${mantissa}e${Number(exponent) - 2}`) };
}

/** The sign after a number went into the number. */
function percent(tokens: readonly Token[], index: number): { replacement: string | null; why?: string } {
  const before = tokens[index - 1];
  if (before?.kind === 'number') return { replacement: '' };
  const isApart = before?.kind === 'space' && tokens[index - 2]?.kind === 'number';
  const why = isApart
    ? `a percentage is written without a space: ${tokens[index - 2]?.text ?? ''}%`
    : 'a % stands directly after a number, as in 2%, and nowhere else';
  return { replacement: null, why };
}

/** A number alone in brackets after something is a place in a list, which CEL wants whole. */
function isIndex(tokens: readonly Token[], index: number): boolean {
  const solid = tokens.map((token, place) => ({ token, place })).filter(({ token }) => !isBlank(token));
  const at = solid.findIndex(({ place }) => place === index);
  const [owner, open, close] = [solid[at - 2]?.token, solid[at - 1]?.token, solid[at + 1]?.token];
  if (open?.text !== '[' || close?.text !== ']' || !/^\d+$/.test(tokens[index]?.text ?? '')) return false;
  return owner?.kind === 'name' ? owner.text !== 'in' : owner?.text === ')' || owner?.text === ']';
}

function isBlank({ kind }: Token): boolean {
  return kind === 'space' || kind === 'comment';
}

function literal(digits: string): string {
  const whole = digits.startsWith('.') ? `0${digits}` : digits;
  return `${LITERAL}(${/e/i.test(whole) ? whole : `${whole}e0`})`;
}

function writtenPlace(
  places: readonly { readonly resolved: number; readonly written: number }[],
  place: number,
  end: number,
): number {
  const last = places.findLast(({ resolved }) => resolved <= place);
  if (last === undefined) return 0;
  const next = places.find(({ resolved }) => resolved > last.resolved);
  return Math.min(last.written + (place - last.resolved), next?.written ?? end, end);
}
