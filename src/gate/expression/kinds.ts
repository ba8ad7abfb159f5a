import type { ASTNode } from '@marcbachmann/cel-js';
import { INSIGHT, READ_FUNCTIONS, SIZE } from './language.ts';
import { LITERAL_FUNCTION } from './literals.ts';
import { SET_FUNCTIONS } from './sets.ts';
import { isComparison, isRows } from './syntax-tree.ts';

/** Whether a node is true or false, as far as its form says it. */
export function isCondition(node: ASTNode): boolean {
  return describeKind(node) === 'a condition';
}

/** What a node of an expression comes to, in words: `a number`, `a list of rows`. */
export function describeKind(node: ASTNode): string {
  if (isRows(node)) return 'a list of rows';
  if (isComparison(node)) return 'a condition';
  switch (node.op) {
    case 'value':
      return node.args === null ? 'null' : (KINDS_OF_VALUES[typeof node.args] ?? 'a number');
    case '&&':
    case '||':
    case '!_':
    case 'in':
      return 'a condition';
    case 'id':
      return node.args;
    case '.':
      return node.args[1] === 'key' ? 'a text' : 'a number';
    case '[]':
      return isRows(node.args[0]) ? 'a row' : 'an item of a list';
    case '?:':
      return describeKind(node.args[1]);
    case 'list':
      return 'a list';
    case 'map':
      return 'a map';
    case 'call':
    case 'rcall':
      return kindOfCall(node.args[0]);
    default:
      return 'a number';
  }
}

const KINDS_OF_VALUES: Readonly<Record<string, string>> = { string: 'a text', boolean: 'a condition' };

function kindOfCall(name: string): string {
  if (READ_FUNCTIONS.has(name) || name === LITERAL_FUNCTION || name === SIZE) return 'a number';
  if (SET_FUNCTIONS.some((each) => each === name)) return 'a set of rows';
  if (name === 'filter' || name === 'map') return 'a list';
  return name === INSIGHT ? 'an insight' : CONDITIONS.has(name) ? 'a condition' : `what ${name}(…) gives`;
}

const CONDITIONS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'contains', 'endsWith']);
