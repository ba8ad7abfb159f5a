import { jsonLanguage } from '@codemirror/lang-json';

/** A node of a JSON text's syntax tree, as the editor's parser makes it. */
type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** A stretch of a text, by its offsets. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the editor marks a problem at a path such as `filter.fields[1].type` in a query's text: its value,
 * else the nearest thing around it; the first character if that is the whole query, or without a path.
 */
export function placeOf(text: string, path: string | null): Stretch {
  let place: Stretch = { from: 0, to: Math.min(1, text.length) };
  // The tree is walked from outside to inside, so the last node on the path is the nearest.
  jsonLanguage.parser.parse(text).iterate({
    enter({ node }) {
      const nodePath = isValue(node) ? pathOf(node, text) : '';
      if (nodePath !== '' && isOnPath(nodePath, path ?? '')) place = { from: node.from, to: node.to };
    },
  });
  return place;
}

/** Whether a path leads to a value, or into it: `filter.fields` is on `filter.fields[1].type`. */
function isOnPath(nodePath: string, path: string): boolean {
  return path === nodePath || path.startsWith(`${nodePath}.`) || path.startsWith(`${nodePath}[`);
}

/** The path of a value in a query's text, such as `filter.fields[1].type`; empty for the whole query. */
function pathOf(node: Node, text: string): string {
  const { parent } = node;
  if (parent === null) return '';
  const parentPath = pathOf(parent, text);
  if (parent.name === 'Array') return `${parentPath}[${countItemsBefore(node)}]`;
  const name = parent.name === 'Property' ? parent.getChild('PropertyName') : null;
  if (name === null) return parentPath;
  const key = text.slice(name.from + 1, name.to - 1);
  return parentPath === '' ? key : `${parentPath}.${key}`;
}

/** How many items of its list precede an item. Brackets, commas and errors between them do not count. */
function countItemsBefore({ prevSibling }: Node): number {
  if (prevSibling === null) return 0;
  return countItemsBefore(prevSibling) + (isValue(prevSibling) ? 1 : 0);
}

/** The parser names values with a capital, such as `String`, and so a property and its name. */
function isValue({ name }: Node): boolean {
  return /^[A-Z]/.test(name) && !name.startsWith('Property');
}
