// Finds where in the text of a query the service's problem is, so that `editor.tsx` can underline it.
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
  const queries = valuesIn(jsonLanguage.parser.parse(text).topNode);
  let parts = queries.flatMap((node) => partsOf({ node, path: '' }, text));
  for (;;) {
    const nearest = parts.findLast((part) => isOnPath(part.path, path ?? ''));
    if (nearest === undefined) return place;
    place = nearest.node;
    parts = partsOf(nearest, text);
  }
}

/** A value in a query's text, and its path. */
interface PlacedValue {
  readonly node: Node;
  readonly path: string;
}

/** Whether a path leads to a value, or into it: `filter.fields` is on `filter.fields[1].type`. */
function isOnPath(valuePath: string, path: string): boolean {
  return path.startsWith(valuePath) && /^(?:[.[]|$)/.test(path.slice(valuePath.length));
}

/** The items of a list, the values of an object: of `filter`, `filter.type` and `filter.fields`. */
function partsOf({ node, path }: PlacedValue, text: string): PlacedValue[] {
  if (node.name === 'Array')
    return valuesIn(node).map((item, index) => ({ node: item, path: `${path}[${index}]` }));
  return node.getChildren('Property').flatMap((property) => {
    const name = property.getChild('PropertyName');
    if (name === null) return [];
    const key = text.slice(name.from + 1, name.to - 1);
    return valuesIn(property).map((value) => ({ node: value, path: path === '' ? key : `${path}.${key}` }));
  });
}

/**
 * The values directly in a node, without brackets, commas and errors. The parser names values with a capital,
 * such as `String`, and so a property and its name.
 */
function valuesIn(node: Node): readonly Node[] {
  const values: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (/^(?!Property)[A-Z]/.test(child.name)) values.push(child);
  return values;
}
