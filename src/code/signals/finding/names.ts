// Reads the expression that names an event: `"saved"` is the name, `Event.saved` refers to a constant, and
// of `"screen." + page` only the pattern `screen.{page}` is known. `parse.ts` calls it for the argument of
// each call.
import type { Node } from 'web-tree-sitter';
import { literalParts, LITERALS, type Part } from './literals.ts';

/** An event's name as the code writes it. */
export type Name =
  | { readonly kind: 'text'; readonly text: string }
  /** A constant or an enum's case, by the names on the way to it: `Signal.saved.rawValue`. */
  | { readonly kind: 'reference'; readonly path: readonly string[] }
  /** A name that is computed, with the source of what is not known in braces: `screen.{page}`. */
  | { readonly kind: 'computed'; readonly pattern: string };

/** The names that an expression can give: several for a choice between two. */
export function namesOf(node: Node, depth = 0): readonly Name[] {
  if (depth > DEEPEST) return [computed(node)];
  const namesIn = (child: Node | null): readonly Name[] => (child === null ? [] : namesOf(child, depth + 1));
  if (LITERALS.has(node.type)) return [fromParts(literalParts(node))];
  if (TRANSPARENT.has(node.type))
    return node.namedChildCount === 1 ? namesIn(node.namedChild(0)) : pathName(node);
  const branches = branchesOf(node);
  if (branches !== null) return branches.length > 1 ? branches.flatMap(namesIn) : [computed(node)];
  if (isSum(node)) return joinNames(namesIn(node.namedChild(0)), namesIn(node.namedChildren.at(-1) ?? null));
  return pathName(node);
}

/** Deeper than any code that people write. */
const DEEPEST = 50;
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

const SUMS = new Set(['additive_expression', 'binary_expression']);

function isSum(node: Node): boolean {
  if (!SUMS.has(node.type)) return false;
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

function fromParts(parts: readonly Part[]): Name {
  const pattern = parts.map(({ text, isComputed }) => (isComputed ? inBraces(text) : text)).join('');
  return parts.some(({ isComputed }) => isComputed)
    ? { kind: 'computed', pattern }
    : { kind: 'text', text: pattern };
}

function computed(node: Node): Name {
  return { kind: 'computed', pattern: inBraces(node.text) };
}

/** A part of a pattern that is not known: the beginning of its source, in braces. */
function inBraces(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return `{${line.length > SHOWN_SOURCE ? `${line.slice(0, SHOWN_SOURCE).toWellFormed()}…` : line}}`;
}

const SHOWN_SOURCE = 40;

function pathName(node: Node): readonly Name[] {
  const path = pathOf(node);
  return path === null ? [computed(node)] : [{ kind: 'reference', path }];
}

const WORDS = new Set([
  'simple_identifier',
  'identifier',
  'property_identifier',
  'field_identifier',
  'type_identifier',
  'this',
  'self_expression',
  'this_expression',
]);
const PATHS = new Set([
  'navigation_expression',
  'navigation_suffix',
  'member_expression',
  'selector_expression',
  'selector',
  'unconditional_assignable_selector',
  'conditional_assignable_selector',
  'argument',
  'user_type',
  'postfix_expression',
  'non_null_expression',
]);

/**
 * The names of a path: `Signal.saved` → `Signal`, `saved`. Null if any of it is computed: `list[0].saved`.
 */
export function pathOf(node: Node, depth = 0): readonly string[] | null {
  if (WORDS.has(node.type)) return [node.text];
  // Swift's `.saved`, whose type is known to the compiler alone.
  if (node.type === 'prefix_expression' && node.text.startsWith('.')) return null;
  if (!PATHS.has(node.type) || depth > DEEPEST) return null;
  const paths = node.namedChildren
    .filter(({ type }) => type !== 'optional_chain')
    .map((child) => pathOf(child, depth + 1));
  return paths.includes(null) ? null : paths.flatMap((path) => path ?? []);
}

const ARGUMENTS = new Set([
  'call_suffix',
  'value_arguments',
  'arguments',
  'argument_list',
  'argument_part',
  'type_arguments',
]);

/**
 * All names of an expression without the arguments of its calls: `TelemetryDeck.getInstance(context).signal`
 * → `TelemetryDeck`, `getInstance`, `signal`.
 */
export function spineOf(node: Node | null, depth = 0): readonly string[] {
  if (node === null || depth > DEEPEST || ARGUMENTS.has(node.type)) return [];
  return WORDS.has(node.type)
    ? [node.text]
    : node.namedChildren.flatMap((child) => spineOf(child, depth + 1));
}
