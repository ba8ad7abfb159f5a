// Reads the expression that names an event: `"saved"` is the name, `Event.saved` refers to a constant, and of
// `"screen." + page` only the pattern `screen.{page}` is known. Pure.
import type { Node } from 'web-tree-sitter';
import { literalParts, LITERALS } from './literals.ts';
import { DEEPEST, pathOf } from './paths.ts';

/** An event's name as the code writes it. */
export type Name =
  | { readonly kind: 'text'; readonly text: string }
  /** A constant or an enum's case, by the names on the way to it: `Signal.saved.rawValue`. */
  | { readonly kind: 'reference'; readonly path: readonly string[] }
  /** A name that is computed, with the source of what is not known in braces: `screen.{page}`. */
  | { readonly kind: 'computed'; readonly pattern: string };

/**
 * The names that an expression can give:
 * - `"saved"`: the text
 * - `("saved")`, `"saved" as Name`: what is inside
 * - `isNew ? "added" : "saved"`: those of each branch
 * - `"screen." + page`: each first part with each second part
 * - `Event.saved`: a reference
 * - anything else: a computed name
 */
export function namesOf(node: Node, depth = 0): readonly Name[] {
  if (depth > DEEPEST) return [computedName(node)];
  const namesIn = (child: Node | null): readonly Name[] => (child === null ? [] : namesOf(child, depth + 1));
  if (LITERALS.has(node.type)) return [literalName(node)];
  if (TRANSPARENT.has(node.type))
    return node.namedChildCount === 1 ? namesIn(node.namedChild(0)) : pathName(node);
  const branches = branchesOf(node);
  if (branches !== null) return branches.length > 1 ? branches.flatMap(namesIn) : [computedName(node)];
  if (isSum(node)) return joinNames(namesIn(node.namedChild(0)), namesIn(node.namedChildren.at(-1) ?? null));
  return pathName(node);
}

/** The node types that mean the same as the one expression in them, such as `("saved")`. */
const TRANSPARENT = new Set([
  'parenthesized_expression',
  'tuple_expression',
  'argument',
  'control_structure_body',
  'as_expression',
  'satisfies_expression',
  'block',
  'statements',
]);

/**
 * The branches of a choice, `isNew ? "added" : "saved"`; null if the expression is no choice. One branch
 * alone, or none, means that the others were not understood.
 */
function branchesOf({ type, namedChildren }: Node): readonly (Node | null)[] | null {
  switch (type) {
    case 'ternary_expression':
    case 'conditional_expression':
    case 'if_expression':
      return namedChildren.length === 3 ? namedChildren.slice(-2) : [];
    case 'if_statement':
      return namedChildren.filter((child) => child.type === 'statements' || child.type === type);
    case 'when_expression':
      return namedChildren
        .filter((child) => child.type === 'when_entry')
        .map((entry) => entry.namedChildren.at(-1) ?? null);
    default:
      return null;
  }
}

/** The node types of `a + b`, and of other operators. */
const OPERATIONS = new Set(['additive_expression', 'binary_expression']);

/** Whether a node is a sum of two. Comments and further operands make it something else. */
function isSum(node: Node): boolean {
  if (!OPERATIONS.has(node.type)) return false;
  const [first, last] = [node.namedChild(0), node.namedChildren.at(-1)];
  if (first === null || last === undefined || node.namedChildCount > 3) return false;
  return node.text.slice(first.endIndex - node.startIndex, last.startIndex - node.startIndex).trim() === '+';
}

/**
 * The names that a sum can give: each of its first part with each of its second part. A constant in a sum is
 * not looked up: the sum is computed.
 */
function joinNames(first: readonly Name[], second: readonly Name[]): readonly Name[] {
  return first.flatMap((one) =>
    second.map((other): Name => {
      if (one.kind === 'text' && other.kind === 'text') return { kind: 'text', text: one.text + other.text };
      return { kind: 'computed', pattern: patternOf(one) + patternOf(other) };
    }),
  );
}

function patternOf(name: Name): string {
  if (name.kind === 'text') return name.text;
  return name.kind === 'computed' ? name.pattern : inBraces(name.path.join('.'));
}

/** The name in a literal; with an expression in it, `"screen.\(page)"`, it is computed. */
function literalName(node: Node): Name {
  const parts = literalParts(node);
  const pattern = parts.map(({ text, isComputed }) => (isComputed ? inBraces(text) : text)).join('');
  return parts.some(({ isComputed }) => isComputed)
    ? { kind: 'computed', pattern }
    : { kind: 'text', text: pattern };
}

function computedName(node: Node): Name {
  return { kind: 'computed', pattern: inBraces(node.text) };
}

/** A part of a pattern that is not known: the beginning of its source, in braces. */
function inBraces(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return `{${line.length > SHOWN_SOURCE ? `${line.slice(0, SHOWN_SOURCE).toWellFormed()}…` : line}}`;
}

/** How many characters of an expression are shown. */
const SHOWN_SOURCE = 40;

/** A path as a reference to a constant: `Event.saved`; anything else is computed. */
function pathName(node: Node): readonly Name[] {
  const path = pathOf(node);
  return path === null ? [computedName(node)] : [{ kind: 'reference', path }];
}
