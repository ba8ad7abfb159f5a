// Says what is wrong where an assertion cannot be parsed, and what was probably meant: `=>` is written `>=`.
import type { Wrong } from './fault.ts';

/** The signs of other languages, and what they are here. */
const WRONG_SIGNS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['=', '=='],
  ['=>', '>='],
  ['=<', '<='],
]);

/** Why the rest of an assertion is not allowed. */
export function explainUnexpected(rest: string): Wrong {
  if (rest.startsWith('%')) return ['a % has to come directly after a number, as in 2%, and nowhere else'];
  const [word = ''] = /^(?:\w+|[<=>]+|.)/u.exec(rest) ?? [];
  const meant = WRONG_SIGNS.get(word.toLowerCase());
  const why = `"${word}" is not allowed here`;
  return meant === undefined ? [`${why}; ${EXAMPLE}`] : [why, meant];
}

/** What an assertion is like, for those that cannot be read. */
export const EXAMPLE = 'an assertion reads like share("iOS 15") < 2%';
