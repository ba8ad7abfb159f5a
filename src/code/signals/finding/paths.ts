// Reads the names in a path of the syntax tree of any of our languages: `Signal.saved` → `Signal`, `saved`.
// Pure.
import type { Node } from 'web-tree-sitter';

/** Deeper than any code that people write: more levels are not followed. */
export const DEEPEST = 50;

/** The node types of single names. */
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
/** The node types of paths and of their steps. */
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

/** The node types of a call's arguments. */
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
