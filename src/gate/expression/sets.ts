import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { findPatternProblem } from './pattern.ts';

/** The functions that make a set of rows. */
export const SET_FUNCTIONS = ['oneOf', 'startsWith', 'matches', 'below', 'atLeast', 'only'] as const;
type SetFunction = (typeof SET_FUNCTIONS)[number];

/** A set of a dimension's values. Of `only(…)`, the users all of whose events are in the set within. */
export class RowSet {
  readonly kind: Exclude<SetFunction, 'only'>;
  readonly texts: readonly string[];
  readonly isOnly: boolean;

  constructor(kind: RowSet['kind'], texts: readonly string[], isOnly = false) {
    this.kind = kind;
    this.texts = texts;
    this.isOnly = isOnly;
  }

  /** As it is written in an assertion. */
  get written(): string {
    const set = `${this.kind}(${this.texts.map((text) => JSON.stringify(text)).join(', ')})`;
    return this.isOnly ? `only(${set})` : set;
  }
}

/** How many keys a set may list. */
export const MAX_SET_KEYS = 32;

/** Defines a function of the language, by its signature. */
export type Define = (signature: string, compute: (...args: never[]) => unknown) => void;

/** What defines functions of a language, none of which waits. */
export function definer(language: Environment): Define {
  return (signature, compute) => language.registerFunction(signature, compute, { async: false });
}

/** Registers the functions that make sets. */
export function registerSets(language: Environment): void {
  const define = definer(language);
  language.registerType('set', { ctor: RowSet, fields: {} });
  define('only(set): set', ({ kind, texts }: RowSet) => new RowSet(kind, texts, true));
  for (const kind of SET_FUNCTIONS) {
    if (kind === 'only') continue;
    for (let count = 1; count <= (kind === 'oneOf' ? MAX_SET_KEYS : 1); count += 1) {
      const parameters = Array.from({ length: count }, () => 'string').join(', ');
      define(`${kind}(${parameters}): set`, (...texts: string[]) => new RowSet(kind, texts));
    }
  }
}

/** The set that a node of an expression makes of literal texts; null if it makes none. */
export function setOfNode(node: ASTNode): RowSet | null {
  if (node.op !== 'call') return null;
  const [name, args] = node.args;
  const kind = SET_FUNCTIONS.find((each) => each === name);
  if (kind === undefined) return null;
  if (kind === 'only') {
    const inner = args[0] === undefined ? null : setOfNode(args[0]);
    return inner === null ? null : new RowSet(inner.kind, inner.texts, true);
  }
  const texts = args.flatMap((arg) => (arg.op === 'value' && typeof arg.args === 'string' ? [arg.args] : []));
  return texts.length === args.length ? new RowSet(kind, texts) : null;
}

/** What is wrong with the set that a node makes, in words; null if nothing is, or it makes none. */
export function findSetProblem(node: ASTNode): string | null {
  if (node.op !== 'call' || !SET_FUNCTIONS.some((each) => each === node.args[0])) return null;
  const set = setOfNode(node);
  const name = node.args[0];
  if (set === null) return `the texts of ${name}(…) have to be written out in quotes: ${exampleOf(name)}`;
  const inner = node.args[1][0];
  if (name === 'only') {
    const isTwice = inner?.op === 'call' && inner.args[0] === 'only';
    return isTwice ? 'only(…) of only(…) says nothing more: write only(below("17"))' : null;
  }
  if (set.kind === 'matches') return findPatternProblem(set.texts[0] ?? '');
  if ((set.kind === 'below' || set.kind === 'atLeast') && !/[0-9]/.test(set.texts[0] ?? ''))
    return `${name} takes a version with a number in it: ${exampleOf(name)}`;
  if (set.kind === 'startsWith' && set.texts[0] === '')
    return 'every text begins with the empty one: use total() for all rows';
  return null;
}

/** How a function that makes a set is written. */
export function exampleOf(name: string): string {
  const examples: Readonly<Record<string, string>> = {
    oneOf: 'oneOf("4.1", "4.2")',
    startsWith: 'startsWith("4.")',
    matches: 'matches("^4\\\\.")',
    below: 'below("17")',
    atLeast: 'atLeast("17")',
    only: 'only(below("17"))',
  };
  return examples[name] ?? name;
}
