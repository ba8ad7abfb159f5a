import type { Filled } from './validation.ts';

interface Typed {
  readonly type: string;
}

/** The shape that has a type, of the shapes of a kind. */
type ShapeOf<Shape extends Typed, Type> = Shape extends unknown
  ? Type extends Shape['type']
    ? Shape
    : never
  : never;

/**
 * What is computed of a node of each type, from the node with what was computed of its children in their
 * place, and its path. Without one of the types it does not compile.
 */
export type Algebra<Shape extends Typed, Result> = {
  readonly [Type in Shape['type']]: (
    node: Filled<ShapeOf<Shape, Type>, { readonly whole: Result }>,
    path: string,
  ) => Result;
};

/** A kind of nodes, with the keys under which one holds others of its kind. */
export function kindOf<Shape extends Typed, Node extends Typed>(...keys: readonly string[]) {
  /** A node with what a function makes of its children in their place. */
  const mapped = (node: Node, change: (child: Node, place: string) => unknown): Node => {
    const entries = Object.entries(node).map(([key, value]: [string, Node | readonly Node[]]) => {
      if (!keys.includes(key)) return [key, value];
      if ('type' in value) return [key, change(value, `.${key}`)];
      return [key, value.map((child, index) => change(child, `.${key}[${index}]`))];
    });
    return Object.fromEntries(entries) as Node;
  };
  /** What an algebra makes of a node and all within it. */
  const fold = <Result>(node: Node, algebra: Algebra<Shape, Result>, path = ''): Result => {
    const folded = mapped(node, (child, place) => fold(child, algebra, path + place));
    // The type of a node chooses its shape and the function for it at once, which the compiler cannot follow.
    return (algebra[node.type as Shape['type']] as (node: object, path: string) => Result)(folded, path);
  };
  /** The nodes directly within one, and their places in it. */
  const within = (node: Node): readonly { readonly node: Node; readonly place: string }[] => {
    const children: { readonly node: Node; readonly place: string }[] = [];
    mapped(node, (child, place) => children.push({ node: child, place }));
    return children;
  };
  /** A node and all within it. */
  const all = (node: Node): readonly Node[] => [node, ...within(node).flatMap((child) => all(child.node))];
  return { all, fold, mapped, within };
}
