// Walks filters, having specs, aggregations and post-aggregations, which hold others of their kind.
import type * as v from 'valibot';

/** A node within another of its kind, as far as the schema of both knows it while it is made. */
export interface ChildNode {
  readonly type: string;
}

/**
 * A node with other values in place of its children: with strings, `{type: 'not', field: ChildNode}` is
 * `{type: 'not', field: string}`. A type cannot be inferred from a schema that holds itself.
 */
export type WithChildren<Shape, Kind extends { readonly child: unknown }> = {
  readonly [Key in keyof Shape]: Shape[Key] extends readonly (infer Item)[]
    ? readonly (ChildNode extends Item ? Kind['child'] : Item)[]
    : ChildNode extends Shape[Key]
      ? Kind['child']
      : Shape[Key];
};

/** The keys under which a node holds one other: `field` of `not`. */
export type ChildKey<Shape> = Shape extends unknown
  ? { readonly [Key in keyof Shape]-?: ChildNode extends Shape[Key] ? Key : never }[keyof Shape]
  : never;

interface Variants {
  readonly options: readonly { readonly entries: Readonly<Record<string, object>> }[];
}

/**
 * The walks over the nodes of one kind. Filters, having specs and post-aggregations are trees: an `and` holds
 * filters, an `arithmetic` its operands. The engines and the checks of a query say only what happens to a
 * node. `child` is the schema that `schema` has where a node holds another.
 */
export function treeOf<Shape extends ChildNode, Node extends ChildNode>(
  schema: Variants,
  child: v.GenericSchema,
) {
  const entries = schema.options.flatMap((option) => Object.entries(option.entries));
  /** The keys of one child, and those of a list of children. */
  const childKeys = new Set(entries.filter(([, entry]) => entry === child).map(([key]) => key));
  const listKeys = new Set(
    entries.filter(([, entry]) => 'item' in entry && entry.item === child).map(([key]) => key),
  );

  /** A node with what `change` makes of each child in its place. `place` is `.field` or `.fields[0]`. */
  const rewrite = <Child>(node: Node, change: (child: Node, place: string) => Child) => {
    const changed = Object.entries(node).map(([key, value]: [string, Node & readonly Node[]]) => {
      if (childKeys.has(key)) return [key, change(value, `.${key}`)];
      if (!listKeys.has(key)) return [key, value];
      return [key, value.map((each, index) => change(each, `.${key}[${index}]`))];
    });
    // The schema has only nodes under these keys.
    return Object.fromEntries(changed) as WithChildren<Shape, { readonly child: Child }>;
  };

  /**
   * Computes something from the leaves up: what `step` makes of a node that has, in place of its children,
   * what `step` made of them. With a `step` that writes SQL, `and` has the SQL of its filters in `fields`.
   */
  const compute = <Result>(
    node: Node,
    step: (node: WithChildren<Shape, { readonly child: Result }>, path: string) => Result,
    path = '',
  ): Result =>
    step(
      rewrite(node, (each, place) => compute(each, step, path + place)),
      path,
    );

  const childrenOf = (node: Node): readonly { readonly node: Node; readonly place: string }[] => {
    const children: { readonly node: Node; readonly place: string }[] = [];
    rewrite(node, (each, place) => children.push({ node: each, place }));
    return children;
  };

  /** A node and all below it. */
  const nodesOf = (node: Node): readonly Node[] => [
    node,
    ...childrenOf(node).flatMap((each) => nodesOf(each.node)),
  ];

  return { childKeys, listKeys, childrenOf, compute, nodesOf, rewrite };
}
