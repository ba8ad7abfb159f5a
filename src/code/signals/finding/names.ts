// What the argument of a call says about the event's name: a text, a constant, a pattern, or nothing.
import type { Node } from 'web-tree-sitter';
import { literalParts, LITERALS, type Part } from './literals.ts';

/** What an argument says about an event's name. */
export type Name =
  | { readonly kind: 'text'; readonly text: string }
  /** A constant or an enum's case, by the names on the way to it: `Signal.saved.rawValue`. */
  | { readonly kind: 'reference'; readonly path: readonly string[] }
  /** What can be seen of a name that is computed: `screen.{page}`. */
  | { readonly kind: 'computed'; readonly pattern: string };

/** The names that an expression can give: several for a choice between two. */
export function namesOf(node: Node, depth = 0): readonly Name[] {
  if (depth > DEPTH) return [computed(node)];
  const inner = (child: Node | null): readonly Name[] => (child === null ? [] : namesOf(child, depth + 1));
  if (LITERALS.has(node.type)) return [fromParts(literalParts(node))];
  if (WRAPPERS.has(node.type)) return node.namedChildCount === 1 ? inner(node.namedChild(0)) : pathName(node);
  const branches = branchesOf(node);
  if (branches !== null) return branches.length > 1 ? branches.flatMap(inner) : [computed(node)];
  if (isSum(node)) return joinNames(inner(node.namedChild(0)), inner(node.namedChildren.at(-1) ?? null));
  return pathName(node);
}

/** Deeper than any code that people write. */
const DEPTH = 50;
const WRAPPERS = new Set([
  'parenthesized_expression',
  'tuple_expression',
  'argument',
  'control_structure_body',
  'as_expression',
  'satisfies_expression',
  'block',
  'statements',
]);

/** The branches of a choice; null if it is none. A single one does not say what else there is. */
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
 * Every way to put a first and a second part together. A reference in a sum is not looked up: the sum is
 * computed.
 */
function joinNames(first: readonly Name[], second: readonly Name[]): readonly Name[] {
  return first.flatMap((one) =>
    second.map((other): Name => {
      if (one.kind === 'text' && other.kind === 'text') return { kind: 'text', text: one.text + other.text };
      return { kind: 'computed', pattern: shown(one) + shown(other) };
    }),
  );
}

function shown(name: Name): string {
  if (name.kind === 'text') return name.text;
  return name.kind === 'computed' ? name.pattern : hole(name.path.join('.'));
}

function fromParts(parts: readonly Part[]): Name {
  const pattern = parts.map(({ text, isComputed }) => (isComputed ? hole(text) : text)).join('');
  return parts.some(({ isComputed }) => isComputed)
    ? { kind: 'computed', pattern }
    : { kind: 'text', text: pattern };
}

function computed(node: Node): Name {
  return { kind: 'computed', pattern: hole(node.text) };
}

/** The place of what is not known, with the beginning of its source. */
function hole(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return `{${line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line}}`;
}

const SHOWN = 40;

function pathName(node: Node): readonly Name[] {
  const path = pathOf(node);
  return path === null ? [computed(node)] : [{ kind: 'reference', path }];
}

const LEAVES = new Set([
  'simple_identifier',
  'identifier',
  'property_identifier',
  'field_identifier',
  'type_identifier',
  'this',
  'self_expression',
  'this_expression',
]);
const STEPS = new Set([
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
 * The names on the way to what an expression means, such as `Signal`, `saved`; null if anything is computed
 * on the way.
 */
export function pathOf(node: Node, depth = 0): readonly string[] | null {
  if (LEAVES.has(node.type)) return [node.text];
  // Swift's `.saved`, whose type is known to the compiler alone.
  if (node.type === 'prefix_expression' && node.text.startsWith('.')) return null;
  if (!STEPS.has(node.type) || depth > DEPTH) return null;
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
 * All names on the way to what is called, calls in between included: `TelemetryDeck`, `getInstance`,
 * `signal`.
 */
export function spineOf(node: Node | null, depth = 0): readonly string[] {
  if (node === null || depth > DEPTH || ARGUMENTS.has(node.type)) return [];
  return LEAVES.has(node.type)
    ? [node.text]
    : node.namedChildren.flatMap((child) => spineOf(child, depth + 1));
}
