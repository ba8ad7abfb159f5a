import { nearestWord } from '../../text/nearest.ts';
import { ROW_NUMBERS, TABLE_FUNCTIONS } from './language.ts';
import { exampleOf, SET_FUNCTIONS } from './sets.ts';

const ROW_FUNCTION_NAMES: readonly string[] = ROW_NUMBERS;
const TABLE_FUNCTION_NAMES: readonly string[] = TABLE_FUNCTIONS;
const SET_FUNCTION_NAMES: readonly string[] = SET_FUNCTIONS;

interface Explanation {
  readonly why: string;
  readonly hint: string | null;
  /** What the hint stands for in the expression, if it is not a whole expression. */
  readonly replaces?: string;
}

/** An error's groups, and the expression around its place. */
type Explain = (groups: readonly string[], rest: string, before: string) => Explanation;

const EXPLANATIONS: readonly (readonly [RegExp, Explain])[] = [
  [
    /^found no matching overload for '(?:\w+\.)?_?(\w+?)_?\((.*)\)'/,
    ([, name = '', given = '']) => explainUnknownFunction(name, given),
  ],
  [/^Unknown variable: (\w+)/, ([, name = ''], _, before) => explainUnknownVariable(name, before)],
  [/^no such overload: !/, () => ({ why: '! takes true or false', hint: '!(…)' })],
  [
    /^no such overload: (.+?) (\S+) (.+)$/,
    ([, left = '', sign = '', right = '']) => explainOperator(left, sign, right),
  ],
  [
    /^Logical operator requires bool operands, got '(.+)'/,
    ([, type = '']) => ({ why: `&& and || take conditions, not a ${typeWord(type)}`, hint: null }),
  ],
  [/^No such key: (\w+)/, ([, name = '']) => explainUnknownField(name)],
  [/^List index must be int/, () => ({ why: 'a list has no such field', hint: 'size(rows)' })],
  [/^Reserved identifier: (\w+)/, ([, name = '']) => ({ why: `${name} is a reserved word`, hint: null })],
  [/^Unexpected token: EOF/, (_, rest, before) => explainEnd(before + rest)],
  [
    /^Expected (\w+), got/,
    ([, token = '']) => ({
      why: `a closing ${CLOSING_SIGNS[token] ?? token.toLowerCase()} is missing`,
      hint: null,
    }),
  ],
  [/^Unexpected character: '?=/, (_, rest) => explainEquals(rest.slice(0, 2))],
  [/^Unexpected character: '?[\u201c\u201d\u2018\u2019]/u, (_, rest, before) => explainQuotes(rest, before)],
  [/^Exceeded (maxDepth|maxAstNodes)/, () => ({ why: 'it is nested too deeply, or too long', hint: null })],
  [/^Unterminated/, () => ({ why: 'the text that begins here does not end', hint: null })],
  [/^Unexpected (?:character|token)/, (_, rest, before) => explainUnexpected(rest, before)],
];

/**
 * Puts what the parser or the type check reports at a place of an expression into the terms of somebody who
 * writes a threshold.
 */
export function explainParserMessage(message: string, written: string, place: number): Explanation {
  for (const [pattern, explain] of EXPLANATIONS) {
    const groups = pattern.exec(message);
    if (groups !== null) return explain(groups, written.slice(place), written.slice(0, place));
  }
  return { why: message.replaceAll('_number_', 'a number'), hint: null };
}

function explainEquals(sign: string): Explanation {
  const meant = WRONG_SIGNS[sign];
  if (meant !== undefined) return { why: `${sign} is not a comparison`, hint: meant, replaces: sign };
  return { why: 'a single = does not compare', hint: '==', replaces: '=' };
}

const CLOSING_SIGNS: Readonly<Record<string, string>> = {
  RPAREN: ')',
  RBRACKET: ']',
  RBRACE: '}',
  COLON: ':',
};

function explainQuotes(rest: string, before: string): Explanation {
  const [, text = ''] = /^.([^\u201c\u201d\u2018\u2019]*)/u.exec(rest) ?? [];
  const [call = ''] = /\w+\(\s*$/.exec(before) ?? [];
  return { why: 'quotes have to be straight', hint: `${call}"${text}"${call === '' ? '' : ')'}` };
}

const WRONG_SIGNS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  '<>': '!=',
  '=>': '>=',
  '=<': '<=',
};

function explainUnexpected(rest: string, before: string): Explanation {
  const [thousands] = /^(?:,\d{3})+/.exec(rest) ?? [];
  const [digits] = /\d+$/.exec(before) ?? [];
  if (thousands !== undefined && digits !== undefined)
    return {
      why: 'a number is written without commas',
      hint: digits + thousands.replaceAll(',', ''),
      replaces: digits + thousands,
    };
  const [dotted] = /\d{1,3}(?:\.\d{3})+$/.exec(before + (/^(?:\.\d{3})+/.exec(rest)?.[0] ?? '')) ?? [];
  if (rest.startsWith('.') && dotted !== undefined)
    return {
      why: 'a number is written without dots between its digits',
      hint: dotted.replaceAll('.', ''),
      replaces: dotted,
    };
  if (/\bnot\s*$/i.test(before)) return { why: 'not is written as !', hint: '!(…)' };
  const sign = `${/[<=]$/.exec(before)?.[0] ?? ''}${/^[<>=]/.exec(rest)?.[0] ?? ''}`;
  const [word = ''] = /^(?:\w+|.)/u.exec(rest) ?? [];
  const why = `"${word}" is not allowed here`;
  for (const wrong of [word, sign]) {
    const lower = wrong.toLowerCase();
    const hint = Object.hasOwn(WRONG_SIGNS, lower) ? WRONG_SIGNS[lower] : undefined;
    if (hint !== undefined) return { why, hint, replaces: wrong };
  }
  return { why: `${why}; ${EXAMPLE}`, hint: null };
}

const EXAMPLE = 'an assertion reads like share("iOS 15") < 2%';

function explainEnd(before: string): Explanation {
  const [, sign] = /([<>=!]=?)\s*$/.exec(before) ?? [];
  const missing = sign === undefined ? EXAMPLE : `a number is missing after ${sign}, such as 1000`;
  return { why: `it ends too early; ${missing}`, hint: null };
}

function explainUnknownField(name: string): Explanation {
  const isNumber = ROW_FUNCTION_NAMES.includes(name);
  if (isNumber) return { why: `only a row r of rows.all(r, …) has r.${name}`, hint: `${name}("…")` };
  const fields = ['key', ...ROW_FUNCTION_NAMES];
  return { why: `a row has no ${name}; it has ${fields.join(', ')}`, hint: nearestWord(name, fields) };
}

function explainUnknownFunction(name: string, types: string): Explanation {
  const given = types.replace(/\w+(?:<\w+>)?/g, typeWord);
  if (ROW_FUNCTION_NAMES.includes(name)) {
    return {
      why: `${name} takes a row's key in quotes${name === 'rank' ? '' : ' or a set of rows'} and optionally an output's name: ${name}("a"), ${name}("a", "Users")${name === 'rank' ? '' : `, ${name}(oneOf("a", "b"))`}; not (${given})`,
      hint: null,
    };
  }
  if (SET_FUNCTION_NAMES.includes(name)) {
    const takes =
      name === 'only' ? 'a set of rows' : name === 'oneOf' ? 'up to 32 keys in quotes' : 'one text in quotes';
    return { why: `${name} takes ${takes}: ${exampleOf(name)}; not (${given})`, hint: null };
  }
  if (TABLE_FUNCTION_NAMES.includes(name)) {
    return {
      why: `${name} takes no argument or an output's name: ${name}(), ${name}("Users"); not (${given})`,
      hint: null,
    };
  }
  const known = [...ROW_FUNCTION_NAMES, ...TABLE_FUNCTION_NAMES, ...SET_FUNCTION_NAMES];
  const why = `there is no function ${name}`;
  const hint = nearestWord(name, known);
  return hint === null
    ? { why: `${why}; there are ${known.join(', ')}`, hint }
    : { why, hint, replaces: name };
}

const QUANTIFIERS: readonly string[] = ['all', 'exists', 'filter', 'map'];
const OTHER_QUANTIFIERS: Readonly<Record<string, string>> = { any: 'exists', some: 'exists', every: 'all' };

function explainUnknownVariable(name: string, before: string): Explanation {
  const [, macro = ''] = /\brows\.(\w+)\(\s*$/.exec(before) ?? [];
  if (macro !== '' && !QUANTIFIERS.includes(macro)) {
    const meant = OTHER_QUANTIFIERS[macro] ?? nearestWord(macro, QUANTIFIERS);
    const why = `rows has no ${macro}; it has ${QUANTIFIERS.join(', ')}`;
    return { why, hint: meant === null ? null : `rows.${meant}`, replaces: `rows.${macro}` };
  }
  const [, item = null] = /\brows\.\w+\(\s*(\w+)\s*,[^()]*$/.exec(before) ?? [];
  if (ROW_FUNCTION_NAMES.includes(name))
    return { why: `${name} is a function`, hint: item === null ? `${name}("…")` : `${item}.${name}` };
  if (TABLE_FUNCTION_NAMES.includes(name)) return { why: `${name} is a function`, hint: `${name}()` };
  return {
    why: `there is no ${name}; a key or an output's name has to be in quotes, and the list of all rows is rows`,
    hint: nearestWord(name, ['rows', 'true', 'false']),
  };
}

function explainOperator(left: string, sign: string, right: string): Explanation {
  if (sign === '%') return { why: 'a % has to come directly after a number, as in 2%', hint: null };
  return { why: `${sign} does not take a ${typeWord(left)} and a ${typeWord(right)}`, hint: null };
}

function typeWord(type: string): string {
  const word: Readonly<Record<string, string>> = {
    string: 'text',
    int: 'number',
    double: 'number',
    bool: 'condition',
    null_type: 'null',
    row: 'row',
    set: 'set of rows',
  };
  const [, item] = /^list<(\w+)>$/.exec(type) ?? [];
  return item === undefined ? (word[type] ?? type) : `list of ${typeWord(item)}s`;
}
