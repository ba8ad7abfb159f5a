// Says what is wrong where an assertion cannot be parsed, and what was probably meant: `=>` is written `>=`.
import type { Wrong } from './fault.ts';
import { tokenize } from './tokens.ts';

const CLOSING_SIGNS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '?': ':' };

/** The sign that closes what is open at the end of a text. */
export function closingSign(text: string): string {
  const open: string[] = [];
  for (const { text: token } of tokenize(text)) {
    const closing = CLOSING_SIGNS[token];
    if (closing !== undefined) open.push(closing);
    else if (token === open.at(-1)) open.pop();
  }
  return open.at(-1) ?? ')';
}

/** The signs of other languages, and what they are here. */
const WRONG_SIGNS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  '<>': '!=',
  '=>': '>=',
  '=<': '<=',
};

/** Why the rest of an assertion is not allowed after the text before it. */
export function explainUnexpected(rest: string, before: string): Wrong {
  return (
    explainEquals(rest.slice(0, 2)) ??
    explainQuotes(rest, before) ??
    explainPercent(rest, before) ??
    explainNumber(rest, before) ??
    explainWord(rest, before)
  );
}

function explainEquals(sign: string): Wrong | null {
  if (!sign.startsWith('=') || sign === '==') return null;
  const meant = WRONG_SIGNS[sign];
  if (meant !== undefined) return [`${sign} is not a comparison`, { hint: meant, replaces: sign }];
  return ['a single = does not compare', { hint: '==', replaces: '=' }];
}

/** `“iOS 15”`, which a word processor makes of `"iOS 15"`. */
function explainQuotes(rest: string, before: string): Wrong | null {
  const [, text] = /^[\u201c\u201d\u2018\u2019]([^\u201c\u201d\u2018\u2019]*)/u.exec(rest) ?? [];
  if (text === undefined) return null;
  const [call = ''] = /\w+\(\s*$/.exec(before) ?? [];
  return ['quotes have to be straight', { hint: `${call}"${text}"${call === '' ? '' : ')'}` }];
}

function explainPercent(rest: string, before: string): Wrong | null {
  if (!rest.startsWith('%')) return null;
  const [, number] = /([\d.]+)\s+$/.exec(before) ?? [];
  return number === undefined
    ? ['a % has to come directly after a number, as in 2%, and nowhere else']
    : [`a percentage is written without a space: ${number}%`];
}

/** `1,000` */
function explainNumber(rest: string, before: string): Wrong | null {
  const [thousands] = /^(?:,\d{3})+/.exec(rest) ?? [];
  const [digits] = /\d+$/.exec(before) ?? [];
  if (thousands === undefined || digits === undefined) return null;
  const replaces = digits + thousands;
  return ['a number is written without commas', { hint: replaces.replaceAll(',', ''), replaces }];
}

function explainWord(rest: string, before: string): Wrong {
  if (/\bnot\s*$/i.test(before)) return ['not is written as !', { hint: '!(…)' }];
  // A sign such as <> was read up to its second character.
  const sign = `${/[<=]$/.exec(before)?.[0] ?? ''}${/^[<>=]/.exec(rest)?.[0] ?? ''}`;
  const [word = ''] = /^(?:\w+|.)/u.exec(rest) ?? [];
  const why = `"${word}" is not allowed here`;
  const wrong = [word, sign].find((each) => Object.hasOwn(WRONG_SIGNS, each.toLowerCase()));
  if (wrong === undefined) return [`${why}; ${EXAMPLE}`];
  return [why, { hint: WRONG_SIGNS[wrong.toLowerCase()] ?? null, replaces: wrong }];
}

const EXAMPLE = 'an assertion reads like share("iOS 15") < 2%';

/** Why an expression that ends with a text ends too early. */
export function explainEnd(before: string): string {
  const [, sign] = /([<>=!]=?)\s*$/.exec(before) ?? [];
  const missing = sign === undefined ? EXAMPLE : `a number is missing after ${sign}, such as 1000`;
  return `it ends too early; ${missing}`;
}
