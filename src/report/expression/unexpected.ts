// Says what is wrong where an assertion cannot be parsed, and what was probably meant: `=>` is written `>=`.
import type { Wrong } from './fault.ts';

/** The signs of other languages, and what they are here. */
const WRONG_SIGNS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['=', '=='],
  ['<>', '!='],
  ['=>', '>='],
  ['=<', '<='],
]);

/** Why the rest of an assertion is not allowed after the text before it. */
export function explainUnexpected(rest: string, before: string): Wrong {
  return explainQuotes(rest, before) ?? explainPercent(rest) ?? explainWord(rest, before);
}

/** `“iOS 15”`, which a word processor makes of `"iOS 15"`. */
function explainQuotes(rest: string, before: string): Wrong | null {
  const [, text] = /^[\u201c\u201d\u2018\u2019]([^\u201c\u201d\u2018\u2019]*)/u.exec(rest) ?? [];
  if (text === undefined) return null;
  const [call = ''] = /\w+\(\s*$/.exec(before) ?? [];
  return ['quotes have to be straight', `${call}"${text}"${call === '' ? '' : ')'}`];
}

function explainPercent(rest: string): Wrong | null {
  return rest.startsWith('%')
    ? ['a % has to come directly after a number, as in 2%, and nowhere else']
    : null;
}

/** A word that does not belong here, or a sign of another language: `=>`. */
function explainWord(rest: string, before: string): Wrong {
  const [next = ''] = /^(?:\w+|[<=>]+|.)/u.exec(rest) ?? [];
  // A <> was read up to its second character.
  const word = next === '>' && before.endsWith('<') ? '<>' : next;
  const meant = WRONG_SIGNS.get(word.toLowerCase());
  const why = `"${word}" is not allowed here`;
  return meant === undefined ? [`${why}; ${EXAMPLE}`] : [why, meant];
}

/** What an assertion is like, for those that cannot be read. */
export const EXAMPLE = 'an assertion reads like share("iOS 15") < 2%';
