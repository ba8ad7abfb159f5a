import type { ASTNode } from '@marcbachmann/cel-js';
import { constantResult } from './constant.ts';
import { explainParserMessage } from './explain-error.ts';
import { findInsightFault, insightVariables, type KnownInsights, writtenInsight } from './insights.ts';
import { EARLIER_FUNCTIONS, languageWith, READ_FUNCTIONS, TEXT_MATCHES } from './language.ts';
import { type ResolvedText, resolveLiterals } from './literals.ts';
import { findPatternProblem } from './pattern.ts';
import { findUnitError } from './units.ts';
import { findUnquoted } from './unquoted.ts';
import { Program } from './program.ts';
import { findSetProblem } from './sets.ts';
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
  if ('why' in checked) return findUnquoted(written, checked.at - 1, insights) ?? checked;
  const { tree } = checked;
  const calls = callsOf(tree).filter(({ name }) => READ_FUNCTIONS.has(name));
  if (calls.length === 0 && !readsRows(tree))
    return expressionError(written, 0, 'it reads no number of an insight, such as total()');
  const before = earlierReads(tree);
  const early = before.find(({ insight }) => isNotCompared(insight ?? insights.own, insights));
  if (early !== undefined) {
    const of = early.insight === null ? 'the insight' : writtenInsight(early.insight);
    const why = `it reads the earlier period, but ${of} is not compared with one (compare: none); set compare to previous-period or previous-year`;
    return expressionError(written, resolved.written(early.start), why);
  }
  for (const node of nodesOf(tree)) {
    const pattern = patternOf(node);
    const problem = pattern === null ? findSetProblem(node) : findTextProblem(pattern);
    if (problem !== null)
      return { why: problem, hint: null, at: resolved.written((pattern ?? node).start) + 1 };
  }
  const unit = findUnitError({ written, resolved, tree });
  if (unit !== null) {
    const { node, ...error } = unit;
    return { ...error, at: resolved.written(node.start) + 1 };
  }
  const [repeated] = repeatedReadsOfRows(tree);
  if (repeated !== undefined) {
    const why = 'all, exists, filter and map cannot be nested: that would read every row once for each row';
    return expressionError(written, resolved.written(repeated.start), why);
  }
  const constant = constantResult(checked);
  if (constant !== null)
    return expressionError(
      written,
      0,
      `no value can ${constant ? 'fail' : 'pass'} it: it is always ${constant}`,
    );
  const namesOf = (read: readonly (string | null)[]): readonly string[] => [
    ...new Set(read.flatMap((name) => name ?? insights.own ?? [])),
  ];
  return {
    written,
    resolved,
    program: checked,
    tree,
    calls,
    insights: namesOf([...calls.map(({ insight }) => insight), ...ownersOfRows(tree)]),
    comparedInsights: namesOf(before.map(({ insight }) => insight)),
  };
}

function parseAndCheck(
  written: string,
  resolved: ResolvedText,
  insights: KnownInsights,
): Program | ExpressionError {
  try {
    const { tree } = new Program(languageWith([]), resolved.text);
    const fault = findInsightFault(tree, insights);
    if (fault !== null) {
      const { node, ...error } = fault;
      return { ...error, at: resolved.written(node.start) + 1 };
    }
    const program = new Program(languageWith(insightVariables(tree, insights)), resolved.text);
    const { valid, type, error } = program.check();
    if (!valid) return expressionError(written, errorPlace(error, resolved), errorSummary(error));
    if (type !== 'bool')
      return expressionError(
        written,
        0,
        `it gives ${typeName(type)}, not true or false; compare it with a limit, as in total() >= 1000`,
      );
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
    return call !== null && EARLIER_FUNCTIONS.has(call.name)
      ? [{ start: node.start, insight: call.insight }]
      : [];
  });
  const fields = fieldsOf(tree).filter(({ name }) => EARLIER_FUNCTIONS.has(name));
  return [
    ...calls,
    ...fields.flatMap(({ start, insights }) => insights.map((insight) => ({ start, insight }))),
  ];
}

function isNotCompared(insight: string | null, { all }: KnownInsights): boolean {
  return all.find(({ name }) => name === insight)?.isCompared === false;
}

/** The pattern of `text.matches(pattern)`; null for other nodes. */
function patternOf(node: ASTNode): ASTNode | null {
  return node.op === 'rcall' && node.args[0] === TEXT_MATCHES ? (node.args[2][0] ?? null) : null;
}

/** What is wrong with a pattern, which is checked before anything is asked. */
function findTextProblem(pattern: ASTNode): string | null {
  if (pattern.op === 'value' && typeof pattern.args === 'string') return findPatternProblem(pattern.args);
  return 'the pattern of matches(…) has to be written out in quotes';
}

/** What is wrong with an assertion, at which character (from 1), and what was probably meant. */
export interface ExpressionError {
  readonly why: string;
  readonly at: number;
  readonly hint: string | null;
  /** What the hint stands for in the assertion; absent if that is not known. */
  readonly replaces?: string;
}

/** An error of the parser or of the type check, in the terms of somebody who writes a threshold. */
export function expressionError(written: string, place: number, parserMessage: string): ExpressionError {
  return { ...explainParserMessage(parserMessage, written, place), at: place + 1 };
}
