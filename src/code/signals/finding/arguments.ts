// Reads the arguments of a call in the syntax tree of any of our languages: `signal("a", count: 1)` → "a",
// and 1 with the label `count`. One of them names the event. Pure.
import type { Node } from 'web-tree-sitter';

/** An argument of a call. */
export interface Argument {
  readonly label: string | null;
  readonly value: Node;
  /** As it is written, with its label. */
  readonly text: string;
}

/** The arguments of a call, in their order, without the comments among them. */
export function readArguments(args: Node): readonly Argument[] {
  return args.namedChildren
    .filter(({ isExtra, type }) => !isExtra && !type.endsWith('comment'))
    .map(readArgument);
}

/**
 * - Swift and Kotlin: `name: "a"` and `name = "a"` are a `value_argument`.
 * - Dart: `name: "a"` is a `named_argument`, `"a"` an `argument`.
 * - TypeScript and Go: `"a"` is the value itself.
 */
function readArgument(node: Node): Argument {
  const { text } = node;
  const label = labelOf(node);
  const isWrapped =
    node.type === 'value_argument' || node.type === 'named_argument' || node.type === 'argument';
  // Dart: of `Events.saved`, an argument holds the nodes `Events` and `.saved`.
  const isRow = node.type === 'argument' && node.namedChildCount > 1;
  return { label, value: isWrapped && !isRow ? (node.namedChildren.at(-1) ?? node) : node, text };
}

function labelOf(node: Node): string | null {
  if (node.type === 'named_argument') return node.namedChild(0)?.text.replace(/:$/, '').trimEnd() ?? null;
  if (node.type !== 'value_argument') return null;
  const label = node.childForFieldName('name') ?? (node.child(1)?.type === '=' ? node.child(0) : null);
  return label?.text ?? null;
}
