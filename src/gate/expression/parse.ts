import type { ASTNode } from '@marcbachmann/cel-js';
import { constantResult } from './any-value.ts';
import { explainError } from './explain-error.ts';
import { type ExpressionError, errorOf, type Fault } from './fault.ts';
import { findInsightFault, insightVariables, type KnownInsights, writtenInsight } from './insights.ts';
import { EARLIER_FUNCTIONS, type FunctionCall, languageWith, TEXT_MATCHES } from './language.ts';
import { describeKind } from './kinds.ts';
import { type ResolvedText, resolveLiterals } from './literals.ts';
import { findPatternProblem } from './pattern.ts';
import { findUnitError } from './units.ts';
import { findUnquoted } from './unquoted.ts';
import { Program } from './program.ts';
import { findSetProblem } from './sets.ts';
import {
  callsOf,
  fieldsOf,
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
    return { why: `it is longer than ${MAX_CHARACTERS} characters`, at: MAX_CHARACTERS + 1, hint: null };
  const resolved = resolveLiterals(written);
  if ('why' in resolved) return resolved;
  const program = parseAndCheck(written, resolved, insights);
  if ('why' in program) return findUnquoted(written, program.at - 1, insights) ?? program;
  const { tree } = program;
  const calls = callsOf(tree);
  const before = earlierReads(tree);
  const fault =
    (calls.length === 0 && !readsRows(tree)
      ? atBegin('it reads no number of an insight, such as total()')
      : null) ??
    findEarlierFault(before, insights) ??
    findTextFault(tree) ??
    findUnitError({ written, resolved, tree }) ??
    findNestedLists(tree) ??
    findConstantFault(tree);
  if (fault !== null) return errorOf(fault, resolved);
  const namesOf = (read: readonly (string | null)[]): readonly string[] => [
    ...new Set(read.flatMap((name) => name ?? insights.own ?? [])),
  ];
  return {
    written,
    resolved,
    program,
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
    if (fault !== null) return errorOf(fault, resolved);
    const program = new Program(languageWith(insightVariables(tree, insights)), resolved.text);
    const { valid, type, error } = program.check();
    if (!valid) return explainError(error, written, resolved);
    if (type === 'bool') return program;
    const why = `it gives ${describeKind(tree)}, not true or false; compare it with a limit, as in total() >= 1000`;
    return errorOf(atBegin(why), resolved);
  } catch (error) {
    return explainError(error, written, resolved);
  }
}

function atBegin(why: string): Fault {
  return { node: { start: 0 }, why };
}

function findEarlierFault(before: readonly EarlierRead[], { own, all }: KnownInsights): Fault | null {
  const early = before.find(
    ({ insight }) => all.find(({ name }) => name === (insight ?? own))?.isCompared === false,
  );
  if (early === undefined) return null;
  const of = early.insight === null ? 'the insight' : writtenInsight(early.insight);
  const why = `it reads the earlier period, but ${of} is not compared with one (compare: none); set compare to previous-period or previous-year`;
  return { node: early, why };
}

/** The first text of an expression that makes no valid pattern or set. */
function findTextFault(tree: ASTNode): Fault | null {
  const faults = nodesOf(tree).flatMap((node): readonly Fault[] => {
    const pattern = patternOf(node);
    const why = pattern === null ? findSetProblem(node) : findTextProblem(pattern);
    return why === null ? [] : [{ node: pattern ?? node, why }];
  });
  return faults[0] ?? null;
}

function findNestedLists(tree: ASTNode): Fault | null {
  const [node] = repeatedReadsOfRows(tree);
  const why = 'all, exists, filter and map cannot be nested: that would read every row once for each row';
  return node === undefined ? null : { node, why };
}

function findConstantFault(tree: ASTNode): Fault | null {
  const constant = constantResult(tree);
  if (constant === null) return null;
  return atBegin(`no value can ${constant ? 'fail' : 'pass'} it: it is always ${constant}`);
}

interface EarlierRead {
  readonly start: number;
  readonly insight: string | null;
}

/** Where an expression reads the earlier period, and of which insight (null: the threshold's own). */
function earlierReads(tree: ASTNode): readonly EarlierRead[] {
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

/** The pattern of `text.matches(pattern)`; null for other nodes. */
function patternOf(node: ASTNode): ASTNode | null {
  return node.op === 'rcall' && node.args[0] === TEXT_MATCHES ? (node.args[2][0] ?? null) : null;
}

/** What is wrong with a pattern, which is checked before anything is asked. */
function findTextProblem(pattern: ASTNode): string | null {
  if (pattern.op === 'value' && typeof pattern.args === 'string') return findPatternProblem(pattern.args);
  return 'the pattern of matches(…) has to be written out in quotes';
}
