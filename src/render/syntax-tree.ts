/** A node of a template that Handlebars parsed, of which nothing is known for certain. */
export type Node = Readonly<Record<string, unknown>>;

/** Whether a value may be a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** A path as it is written; empty for anything else. */
export function pathOf(path: unknown): string {
  return isNode(path) && typeof path.original === 'string' ? path.original : '';
}

/** The line where a node begins; 1 where that is not known. */
export function lineOf(node: Node): number {
  const start = isNode(node.loc) ? node.loc.start : null;
  return isNode(start) && typeof start.line === 'number' ? start.line : 1;
}
