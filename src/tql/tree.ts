// Walks filters, having specs, aggregations and post-aggregations, which hold others of their kind:
// `{"type": "not", "field": {"type": "null", "column": "plan"}}` is a tree of two nodes.
import type * as v from 'valibot';

/** A node within another: all that a schema which holds itself can say of it. */
export interface ChildNode {
  readonly type: string;
}

/**
 * A node with other values in place of its children: with strings, `{type: 'not', field: ChildNode}` becomes
 * `{type: 'not', field: string}`. `Kind` is an object, because a type such as `Filter`, whose children are
 * filters, can name itself only within one.
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

/** A `v.variant` schema: the schema of each type of node. */
interface Variants {
  readonly options: readonly { readonly entries: Readonly<Record<string, object>> }[];
}

/**
 * The walks over the nodes of one kind. Where a node holds others is read from its schema: under the keys
 * whose schema is `child` itself (`field`), or a list of it (`fields`). A child within `exactOptional` would
 * not be seen.
 */
export function treeOf<Shape extends ChildNode, Node extends ChildNode>(
  schema: Variants,
  child: v.GenericSchema,
) {
  const entries = schema.options.flatMap((option) => Object.entries(option.entries));
  const childKeys = new Set(entries.filter(([, entry]) => entry === child).map(([key]) => key));
  const listKeys = new Set(
    entries.filter(([, entry]) => 'item' in entry && entry.item === child).map(([key]) => key),
  );

  const rewrite = <Child>(node: Node, change: (child: Node, place: string) => Child) => {
    const changed = Object.entries(node).map(([key, value]: [string, Node & readonly Node[]]) => {
      if (childKeys.has(key)) return [key, change(value, `.${key}`)];
      if (!listKeys.has(key)) return [key, value];
      return [key, value.map((each, index) => change(each, `.${key}[${index}]`))];
    });
    // The schema has only nodes under these keys.
    return Object.fromEntries(changed) as WithChildren<Shape, { readonly child: Child }>;
  };

  const childrenOf = (node: Node): readonly { readonly node: Node; readonly place: string }[] => {
    const children: { readonly node: Node; readonly place: string }[] = [];
    rewrite(node, (each, place) => children.push({ node: each, place }));
    return children;
  };

  const nodesOf = (node: Node): readonly Node[] => [
    node,
    ...childrenOf(node).flatMap((each) => nodesOf(each.node)),
  ];

  const compute = <Result>(
    node: Node,
    step: (node: WithChildren<Shape, { readonly child: Result }>, path: string) => Result,
    path = '',
  ): Result =>
    step(
      rewrite(node, (each, place) => compute(each, step, path + place)),
      path,
    );

  return {
    /** The keys under which a node holds one other: `field`. */
    childKeys,
    /** The keys under which a node holds a list of others: `fields`. */
    listKeys,
    /** The nodes that a node holds, each with its place in it: `.field`, `.fields[0]`. */
    childrenOf,
    /** A node and all below it. */
    nodesOf,
    /** A node with each child replaced by the result of `change`. */
    rewrite,
    /**
     * Computes a result from the leaves up: `step` gets a node with results in place of its children. A step
     * that writes SQL gets an `and` with the SQL of each filter in `fields`.
     */
    compute,
  };
}
