import type { ASTNode } from '@marcbachmann/cel-js';
import { nearestWord } from '../../text/nearest.ts';
import { findInsightFault, insightVariables, type KnownInsights, writtenInsight } from './insights.ts';
import { languageWith, READ_FUNCTIONS, ROW_NUMBERS, TABLE_FUNCTIONS } from './language.ts';
import { type ResolvedText, resolveLiterals } from './literals.ts';
import { findUnitError } from './units.ts';
import { Program } from './program.ts';
import { exampleOf, findSetProblem, SET_FUNCTIONS } from './sets.ts';
import {
  callsOf,
  fieldsOf,
  type FunctionCall,
  literalCall,
  nodesOf,
  ownersOfRows,
  readsRows,
  repeatedReadsOfRows,
} from './syntax-tree.ts';

/** A parsed assertion. */
export interface Assertion {
  readonly written: string;
  readonly resolved: ResolvedText;
  readonly program: Program;
  readonly tree: ASTNode;
  readonly calls: readonly FunctionCall[];
  /** The insights that it reads. */
  readonly insights: readonly string[];
  /** Those of which it reads the earlier period. */
  readonly comparedInsights: readonly string[];
}

const MAX_CHARACTERS = 1000;

/** Parses and type-checks an assertion, or says what is wrong with it and where. */
export function parseAssertion(written: string, insights: KnownInsights): Assertion | ExpressionError {
  if (written.length > MAX_CHARACTERS)
    return expressionError(written, MAX_CHARACTERS, `it is longer than ${MAX_CHARACTERS} characters`);
  const resolved = resolveLiterals(written);
  if (!('text' in resolved)) return expressionError(written, resolved.at, resolved.why);
  const checked = parseAndCheck(written, resolved, insights);
  if ('why' in checked) return checked;
  const { tree } = checked;
  const calls = callsOf(tree).filter(({ name }) => READ_FUNCTIONS.has(name));
  if (calls.length === 0 && !readsRows(tree)) return expressionError(written, 0, 'it reads no number of the insight');
  const before = earlierReads(tree);
  const early = before.find(({ insight }) => isNotCompared(insight ?? insights.own, insights));
  if (early !== undefined) {
    const of = early.insight === null ? 'the insight' : writtenInsight(early.insight);
    const why = `it reads the earlier period, but ${of} is not compared with one (compare: none)`;
    return expressionError(written, resolved.written(early.start), why);
  }
  for (const node of nodesOf(tree)) {
    const problem = findSetProblem(node);
    if (problem !== null) return { why: problem, hint: null, at: resolved.written(node.start) + 1 };
  }
  const pattern = unsafePattern(tree);
  if (pattern !== null)
    return expressionError(
      written,
      resolved.written(pattern),
      'a pattern has to be a literal text without nested repeats',
    );
  const unit = findUnitError(written, resolved, tree);
  if (unit !== null) return expressionError(written, resolved.written(unit.node.start), unit.why, unit.hint);
  const [repeated] = repeatedReadsOfRows(tree);
  if (repeated !== undefined) {
    const why =
      'all, exists, filter and map cannot stand inside one another: that would read every row once for each row';
    return expressionError(written, resolved.written(repeated.start), why);
  }
  const namesOf = (read: readonly (string | null)[]): readonly string[] => [
    ...new Set(read.flatMap((name) => name ?? insights.own ?? [])),
  ];
  return {
    ...{ written, resolved, program: checked, tree, calls },
    insights: namesOf([...calls.map(({ insight }) => insight), ...ownersOfRows(tree)]),
    comparedInsights: namesOf(before.map(({ insight }) => insight)),
  };
}

const READS_OF_EARLIER_PERIOD: ReadonlySet<string> = new Set(['previous', 'change', 'previousTotal', 'totalChange']);

function parseAndCheck(written: string, resolved: ResolvedText, insights: KnownInsights): Program | ExpressionError {
  try {
    const { tree } = new Program(languageWith([]), resolved.text);
    const fault = findInsightFault(tree, insights);
    if (fault !== null) return { ...fault, at: resolved.written(fault.node.start) + 1 };
    const program = new Program(languageWith(insightVariables(tree, insights)), resolved.text);
    const { valid, type, error } = program.check();
    if (!valid) return expressionError(written, errorPlace(error, resolved), errorSummary(error));
    if (type !== 'bool') return expressionError(written, 0, `it gives ${typeName(type)}, not true or false`);
    return program;
  } catch (error) {
    return expressionError(written, errorPlace(error, resolved), errorSummary(error));
  }
}

/** The library's errors hold the position, and a summary without the excerpt that their message has. */
function errorPlace(error: unknown, resolved: ResolvedText): number {
  const range: unknown = error instanceof Error && 'range' in error ? error.range : null;
  const start = typeof range === 'object' && range !== null && 'start' in range ? range.start : null;
  return typeof start === 'number' ? resolved.written(start) : 0;
}

function errorSummary(error: unknown): string {
  if (error instanceof Error && 'summary' in error && typeof error.summary === 'string') return error.summary;
  return error instanceof Error ? error.message : String(error);
}

function typeName(type: string | undefined): string {
  if (type === 'number' || type === 'int' || type === 'double') return 'a number';
  return type === 'string' ? 'a text' : `a ${type ?? 'value of no type'}`;
}

/** Where an expression reads the earlier period, and of which insight (null: the threshold's own). */
function earlierReads(tree: ASTNode): readonly { readonly start: number; readonly insight: string | null }[] {
  const calls = nodesOf(tree).flatMap((node) => {
    const call = literalCall(node);
    return call !== null && READS_OF_EARLIER_PERIOD.has(call.name)
      ? [{ start: node.start, insight: call.insight }]
      : [];
  });
  const fields = fieldsOf(tree).filter(({ name }) => READS_OF_EARLIER_PERIOD.has(name));
  return [...calls, ...fields.flatMap(({ start, insights }) => insights.map((insight) => ({ start, insight })))];
}

function isNotCompared(insight: string | null, { all }: KnownInsights): boolean {
  return all.find(({ name }) => name === insight)?.isCompared === false;
}

const REPEAT_INSIDE_REPEAT = /[*+}][^()]*\)\s*[*+{]/;

/** Patterns run over keys from outside: one that takes exponential time would never end. */
function unsafePattern(tree: ASTNode): number | null {
  for (const node of nodesOf(tree)) {
    if (node.op !== 'rcall' || node.args[0] !== 'matches') continue;
    const [pattern] = node.args[2];
    const text = pattern?.op === 'value' && typeof pattern.args === 'string' ? pattern.args : null;
    if (text === null || REPEAT_INSIDE_REPEAT.test(text)) return pattern?.start ?? node.start;
  }
  return null;
}

/** What is wrong with an assertion, at which character (from 1), and what was probably meant. */
export interface ExpressionError {
  readonly why: string;
  readonly at: number;
  readonly hint: string | null;
}

/** Puts what the parser or the type check reports into the terms of somebody who writes a threshold. */
function expressionError(
  written: string,
  place: number,
  parserMessage: string,
  betterHint: string | null = null,
): ExpressionError {
  const { why, hint } = explainParserMessage(parserMessage, written, place);
  return { why, hint: betterHint ?? hint, at: place + 1 };
}

const ROW_FUNCTION_NAMES: readonly string[] = ROW_NUMBERS;
const TABLE_FUNCTION_NAMES: readonly string[] = TABLE_FUNCTIONS;
const SET_FUNCTION_NAMES: readonly string[] = SET_FUNCTIONS;

const EXPLANATIONS: readonly (readonly [RegExp, (groups: readonly string[], rest: string) => { why: string; hint: string | null }])[] = [
  [/^found no matching overload for '(?:\w+\.)?(\w+)\((.*)\)'/, ([, name = '', given = '']) => explainUnknownFunction(name, given)],
  [/^Unknown variable: (\w+)/, ([, name = '']) => explainUnknownVariable(name)],
  [/^no such overload: (.+?) (\S+) (.+)$/, ([, left = '', sign = '', right = '']) => explainOperator(left, sign, right)],
  [/^No such key: (\w+)/, ([, name = '']) => ({ why: `a row has no ${name}; it has key, ${ROW_FUNCTION_NAMES.join(', ')}`, hint: nearestWord(name, ['key', ...ROW_FUNCTION_NAMES]) })],
  [/^Unexpected token: EOF/, () => ({ why: 'it ends too early', hint: null })],
  [/^Unexpected character: '?=/, () => ({ why: 'a single = does not compare', hint: '==' })],
  [/^Unexpected character: '?[\u201c\u201d\u2018\u2019]/u, () => ({ why: 'a text needs straight quotes', hint: '"' })],
  [/^Exceeded (maxDepth|maxAstNodes)/, () => ({ why: 'it is nested too deeply, or too long', hint: null })],
  [/^Unterminated/, () => ({ why: 'the text that begins here does not end', hint: null })],
  [/^Unexpected character: '?(.)'?/u, ([, character = ''], rest) => ({ why: `"${character}" cannot stand here`, hint: /^and\b/i.test(rest) ? '&&' : /^or\b/i.test(rest) ? '||' : null })],
]; // prettier-ignore

function explainParserMessage(message: string, written: string, place: number): { why: string; hint: string | null } {
  for (const [pattern, explain] of EXPLANATIONS) {
    const groups = pattern.exec(message);
    if (groups !== null) return explain(groups, written.slice(place));
  }
  return { why: message.replaceAll('_number_', 'a number'), hint: null };
}

function explainUnknownFunction(name: string, given: string): { why: string; hint: string | null } {
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
  return {
    why: `there is no function ${name}(${given}); there are ${[...ROW_FUNCTION_NAMES, ...TABLE_FUNCTION_NAMES, ...SET_FUNCTION_NAMES].join(', ')}`,
    hint: nearestWord(name, [...ROW_FUNCTION_NAMES, ...TABLE_FUNCTION_NAMES, ...SET_FUNCTION_NAMES]),
  };
}

function explainUnknownVariable(name: string): { why: string; hint: string | null } {
  if ([...ROW_FUNCTION_NAMES, ...TABLE_FUNCTION_NAMES].includes(name)) {
    return { why: `${name} is a function`, hint: ROW_FUNCTION_NAMES.includes(name) ? `${name}("…")` : `${name}()` };
  }
  return {
    why: `there is no ${name}: a row's key needs quotes, and the list of all rows is called rows`,
    hint: nearestWord(name, ['rows', 'true', 'false']),
  };
}

function explainOperator(left: string, sign: string, right: string): { why: string; hint: string | null } {
  if (sign === '%') return { why: 'a % has to stand directly after a number, as in 2%', hint: null };
  return { why: `${typeWord(left)} ${sign} ${typeWord(right)} is not defined`, hint: null };
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
