import { jsonLanguage } from '@codemirror/lang-json';

/**
 * Where the editor marks a problem at a path such as `filter.fields[1].type` in a query's text: its value,
 * else the nearest thing around it; the first character if that is the whole query, or without a path.
 */
export function placeOf(text: string, path: string | null): { readonly from: number; readonly to: number } {
  const root = jsonLanguage.parser.parse(text).topNode.firstChild;
  let node = root;
  for (const step of stepsOf(path ?? '')) {
    const next =
      typeof step === 'number'
        ? (node?.name === 'Array' && itemsOf(node)[step]) || null
        : valueOf(node, step, text);
    if (next === null) break;
    node = next;
  }
  return node === root || node === null
    ? { from: 0, to: Math.min(1, text.length) }
    : { from: node.from, to: node.to };
}

export type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) =>
    index === undefined ? name : Number(index),
  );
}

function valueOf(object: Node | null, key: string, text: string): Node | null {
  if (object?.name !== 'Object') return null;
  for (const property of object.getChildren('Property')) {
    const name = property.getChild('PropertyName');
    if (name !== null && text.slice(name.from, name.to) === JSON.stringify(key)) return property.lastChild;
  }
  return null;
}

/** The items of a list. The brackets, commas and errors between them do not count. */
export function itemsOf(list: Node): readonly Node[] {
  const items: Node[] = [];
  for (let child = list.firstChild; child !== null; child = child.nextSibling)
    if (/^[A-Z]/.test(child.name)) items.push(child);
  return items;
}
