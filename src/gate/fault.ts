import { nearest } from '../inputs/nearest.ts';

/** What is wrong with an assertion: why, the character (from 1) at which, and what was probably meant. */
export interface Fault {
  readonly why: string;
  readonly at: number;
  readonly hint: string | null;
}

/** Makes a fault from what the parser or the type check says, in the words of somebody who writes a threshold. */
export function fault(written: string, place: number, said: string): Fault {
  const { why, hint } = inWords(said, written, place);
  return { why, hint, at: place + 1 };
}

const ROW = ['value', 'share', 'previous', 'change', 'rank'];
const TABLE = ['total', 'previousTotal', 'totalChange', 'count', 'first', 'last'];

const RULES: readonly (readonly [RegExp, (groups: readonly string[], rest: string) => { why: string; hint: string | null }])[] = [
  [/^found no matching overload for '(\w+)\((.*)\)'/, ([, name = '', given = '']) => noFunction(name, given)],
  [/^Unknown variable: (\w+)/, ([, name = '']) => noVariable(name)],
  [/^no such overload: (.+?) (\S+) (.+)$/, ([, left = '', sign = '', right = '']) => noOperator(left, sign, right)],
  [/^No such key: (\w+)/, ([, name = '']) => ({ why: `a row has no ${name}; it has key, ${ROW.join(', ')}`, hint: nearest(name, ['key', ...ROW]) })],
  [/^Unexpected token: EOF/, () => ({ why: 'it ends too early', hint: null })],
  [/^Unexpected character: '?=/, () => ({ why: 'a single = compares nothing', hint: '==' })],
  [/^Unexpected character: '?[\u201c\u201d\u2018\u2019]/u, () => ({ why: 'a text stands in straight quotes', hint: '"' })],
  [/^Exceeded (maxDepth|maxAstNodes)/, () => ({ why: 'it is nested too deeply, or too long', hint: null })],
  [/^Unterminated/, () => ({ why: 'a text begins here and does not end', hint: null })],
  [/^Unexpected character: '?(.)'?/u, ([, character = ''], rest) => ({ why: `"${character}" cannot stand here`, hint: /^and\b/i.test(rest) ? '&&' : /^or\b/i.test(rest) ? '||' : null })],
]; // prettier-ignore

function inWords(said: string, written: string, place: number): { why: string; hint: string | null } {
  for (const [pattern, words] of RULES) {
    const groups = pattern.exec(said);
    if (groups !== null) return words(groups, written.slice(place));
  }
  return { why: said.replaceAll('_number_', 'a number'), hint: null };
}

function noFunction(name: string, given: string): { why: string; hint: string | null } {
  if (ROW.includes(name)) {
    return {
      why: `${name} takes a row's key in quotes, and if wanted an output's name: ${name}("a"), ${name}("a", "Users"); not (${given})`,
      hint: null,
    };
  }
  if (TABLE.includes(name)) {
    return {
      why: `${name} takes nothing, or an output's name: ${name}(), ${name}("Users"); not (${given})`,
      hint: null,
    };
  }
  return {
    why: `there is no function ${name}(${given}); there are ${[...ROW, ...TABLE].join(', ')}`,
    hint: nearest(name, [...ROW, ...TABLE]),
  };
}

function noVariable(name: string): { why: string; hint: string | null } {
  if ([...ROW, ...TABLE].includes(name)) {
    return { why: `${name} is a function`, hint: ROW.includes(name) ? `${name}("…")` : `${name}()` };
  }
  return {
    why: `there is no ${name}: a row's key stands in quotes, and a list of all rows is called rows`,
    hint: nearest(name, ['rows', 'true', 'false']),
  };
}

function noOperator(left: string, sign: string, right: string): { why: string; hint: string | null } {
  if (sign === '%') return { why: 'a % stands directly after a number, as in 2%', hint: null };
  return { why: `${typeWord(left)} ${sign} ${typeWord(right)} means nothing`, hint: null };
}

function typeWord(type: string): string {
  const word: Readonly<Record<string, string>> = {
    string: 'text',
    int: 'number',
    double: 'number',
    bool: 'true or false',
    null_type: 'null',
  };
  return word[type] ?? type;
}
