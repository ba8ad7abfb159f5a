import { type ASTNode, EvaluationError, ParseError, TypeError } from '@marcbachmann/cel-js';
import { nearestWord } from '../../text/nearest.ts';
import { type ExpressionError, errorOf, type Fault } from './fault.ts';
import { ROW_NUMBERS, SIZE, TABLE_FUNCTIONS, TEXT_MATCHES } from './language.ts';
import { type ResolvedText, tokenize } from './literals.ts';
import { exampleOf, SET_FUNCTIONS } from './sets.ts';
import { describeKind, isCondition } from './kinds.ts';
import { childrenOf } from './syntax-tree.ts';

const ROW_FUNCTION_NAMES: readonly string[] = ROW_NUMBERS;
const TABLE_FUNCTION_NAMES: readonly string[] = TABLE_FUNCTIONS;
const SET_FUNCTION_NAMES: readonly string[] = SET_FUNCTIONS;

type Explanation = Omit<Fault, 'node'>;

/** An error of the CEL package: its code, and the node and the place that it is about, if any. */
export interface CelError {
  readonly code: string;
  readonly summary: string;
  readonly node: ASTNode | null;
  readonly start: number;
}

/** What the CEL package says of an error; null if the error is not one of its own. */
export function readCelError(error: unknown): CelError | null {
  if (!(error instanceof ParseError || error instanceof TypeError || error instanceof EvaluationError))
    return null;
  const { code, summary, range } = error;
  const node = error instanceof ParseError ? null : (error.node ?? null);
  return { code, summary, node, start: range?.start ?? 0 };
}

/**
 * Puts what the parser or the type check reports into the terms of somebody who writes a threshold, by the
 * code of the error and the expression around its place.
 */
export function explainError(error: unknown, written: string, resolved: ResolvedText): ExpressionError {
  const found = readCelError(error);
  if (found === null) throw error;
  const place = resolved.written(found.start);
  const [before, rest] = [written.slice(0, place), written.slice(place)];
  const explanation = (found.node === null ? null : explainNode(found.code, found.node, before)) ??
    explainText(found.code, rest, before) ?? { why: found.summary };
  return errorOf({ node: found, ...explanation }, resolved);
}

/** What is wrong with a node whose types do not fit; null if the code is of something else. */
function explainNode(code: string, node: ASTNode, before: string): Explanation | null {
  switch (code) {
    case 'no_matching_overload':
      if (node.op === 'call') return explainUnknownFunction(...node.args);
      return node.op === 'rcall' ? explainUnknownFunction(node.args[0], node.args[2]) : null;
    case 'unknown_variable':
      return node.op === 'id' ? explainUnknownVariable(node.args, before) : null;
    case 'no_such_overload':
      return explainOperator(node);
    case 'invalid_logical_operand': {
      if (node.op !== '&&' && node.op !== '||') return null;
      const wrong = isCondition(node.args[0]) ? node.args[1] : node.args[0];
      return { why: `&& and || take conditions, not ${describeKind(wrong)}` };
    }
    case 'invalid_condition_type':
      return { why: `there has to be a condition here, not ${describeKind(node)}` };
    case 'no_such_key':
      return node.op === '.' ? explainUnknownField(node.args[1]) : null;
    case 'invalid_index_type':
      return node.op === '.'
        ? { why: 'a list has no such field', hint: 'size(rows)' }
        : { why: 'the place of a row is a whole number', hint: 'rows[0]' };
    default:
      return null;
  }
}

/** What is wrong with the text at a place; null if the code is of something else. */
function explainText(code: string, rest: string, before: string): Explanation | null {
  switch (code) {
    case 'reserved_identifier':
      return { why: `${/^\w*/.exec(rest)?.[0] ?? ''} is a reserved word` };
    case 'expected_token':
      return before.trimEnd().endsWith('.')
        ? { why: 'a name is missing after the dot' }
        : { why: `a closing ${closingSign(before)} is missing` };
    case 'limit_exceeded':
      return { why: 'it is nested too deeply, or too long' };
    case 'unterminated_string':
    case 'unterminated_triple_quoted_string':
      return { why: 'the text that begins here does not end' };
    case 'newline_in_string':
      return { why: 'a text in quotes has to end on its line' };
    case 'unexpected_character':
      if (rest.startsWith('=')) return explainEquals(rest.slice(0, 2));
      return QUOTES.test(rest) ? explainQuotes(rest, before) : explainUnexpected(rest, before);
    case 'unexpected_token':
      return rest.trim() === '' ? explainEnd(before) : explainUnexpected(rest, before);
    case 'invalid_macro_argument':
      return {
        why: 'all, exists, filter and map take a name for the item first',
        hint: 'rows.all(r, r.share < 50%)',
      };
    case 'invalid_comprehension_range':
      return { why: 'all, exists, filter and map go through a list, such as rows' };
    default:
      return null;
  }
}

const QUOTES = /^[\u201c\u201d\u2018\u2019]/u;

/** The sign that closes what is open at the end of a text. */
function closingSign(text: string): string {
  const open: string[] = [];
  for (const { text: token } of tokenize(text)) {
    const closing = CLOSING_SIGNS[token];
    if (closing !== undefined) open.push(closing);
    else if (token === open.at(-1)) open.pop();
  }
  return open.at(-1) ?? ')';
}

const CLOSING_SIGNS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '?': ':' };

function explainEquals(sign: string): Explanation {
  const meant = WRONG_SIGNS[sign];
  if (meant !== undefined) return { why: `${sign} is not a comparison`, hint: meant, replaces: sign };
  return { why: 'a single = does not compare', hint: '==', replaces: '=' };
}

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
  return { why: `${why}; ${EXAMPLE}` };
}

const EXAMPLE = 'an assertion reads like share("iOS 15") < 2%';

function explainEnd(before: string): Explanation {
  const [, sign] = /([<>=!]=?)\s*$/.exec(before) ?? [];
  const missing = sign === undefined ? EXAMPLE : `a number is missing after ${sign}, such as 1000`;
  return { why: `it ends too early; ${missing}` };
}

function explainUnknownField(name: string): Explanation {
  const isNumber = ROW_FUNCTION_NAMES.includes(name);
  if (isNumber) return { why: `only a row r of rows.all(r, …) has r.${name}`, hint: `${name}("…")` };
  const fields = ['key', ...ROW_FUNCTION_NAMES];
  return { why: `a row has no ${name}; it has ${fields.join(', ')}`, hint: nearestWord(name, fields) };
}

function explainUnknownFunction(called: string, args: readonly ASTNode[]): Explanation {
  const name = called === TEXT_MATCHES ? 'matches' : called === SIZE ? 'size' : called;
  const given = args.map(describeKind).join(', ');
  if (ROW_FUNCTION_NAMES.includes(name)) {
    return {
      why: `${name} takes a row's key in quotes${name === 'rank' ? '' : ' or a set of rows'} and optionally an output's name: ${name}("a"), ${name}("a", "Users")${name === 'rank' ? '' : `, ${name}(oneOf("a", "b"))`}; not (${given})`,
    };
  }
  if (SET_FUNCTION_NAMES.includes(name)) {
    const takes =
      name === 'only' ? 'a set of rows' : name === 'oneOf' ? 'up to 32 keys in quotes' : 'one text in quotes';
    return { why: `${name} takes ${takes}: ${exampleOf(name)}; not (${given})` };
  }
  if (TABLE_FUNCTION_NAMES.includes(name)) {
    return {
      why: `${name} takes no argument or an output's name: ${name}(), ${name}("Users"); not (${given})`,
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

function explainOperator(node: ASTNode): Explanation {
  if (node.op === '!_') return { why: '! takes true or false', hint: '!(…)' };
  if (node.op === '-_') return { why: `- takes a number, not ${describeKind(node.args)}` };
  if (node.op === '%') return { why: 'a % has to come directly after a number, as in 2%' };
  const [left, right] = childrenOf(node);
  const given = [left, right].flatMap((side) => (side === undefined ? [] : describeKind(side)));
  return { why: `${node.op} does not take ${given.join(' and ')}` };
}
