// Reads Xcode's property lists and YAML into one form, in which each value knows its line: of `{ a = { b = 1;
// }; }`, the path `a`, `b` leads to the text `1` on line 1. Pure.
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** A value with its line: a text, or entries by key. Those of a list have the keys 0, 1 and so on. */
export interface Tree {
  readonly text: string;
  readonly line: number;
  readonly entries: ReadonlyMap<string, Tree>;
}

const NOTHING: Tree = { text: '', line: 0, entries: new Map() };

/** The value at a path; one without a text and entries if there is none. */
export function treeAt(tree: Tree, ...path: readonly string[]): Tree {
  return path.reduce((inner, key) => inner.entries.get(key) ?? NOTHING, tree);
}

/**
 * A value's text, or those of its list, or of the maps in it; each value once, since an alias can repeat it,
 * or lead around in a circle.
 */
export function textsOf(tree: Tree): readonly string[] {
  if (tree.text !== '') return [tree.text];
  const items = new Set(tree.entries.values());
  const values = new Set([...items].flatMap((item) => [item, ...item.entries.values()]));
  return [...values].flatMap(({ text }) => (text === '' ? [] : [text]));
}

const TOKENS =
  /\/\*[^]*?(?:\*\/|(?![^]))|\/\/[^\n]*|"(?<quoted>(?:\\[^]|[^"\\])*)"|(?<mark>[{}()=;,])|(?<word>[^\s{}()=;,"]+)|\n/g;

/** Reads a property list as Xcode writes projects, `{ key = value; }`. Empty if it is none. */
export function readPropertyList(source: string): Tree {
  let line = 1;
  const branch = () => ({ text: '', line, entries: new Map<string, Tree>() });
  const root = branch();
  // The map or list that is open, and those around it.
  let current = root;
  const outer = [root];
  // The words since the last entry: `key = text`.
  let key: string | null = null;
  let text: Tree | null = null;
  const add = (value: Tree) => {
    current.entries.set(key ?? String(current.entries.size), value);
    [key, text] = [null, null];
  };
  for (const { 0: token, groups: { quoted, mark, word } = {} } of source.matchAll(TOKENS)) {
    if (mark === undefined) {
      const value = quoted?.replace(/\\([^])/g, '$1') ?? word;
      if (value !== undefined) text = { ...NOTHING, text: value, line };
    } else if (mark === '=') {
      key = text?.text ?? null;
      text = null;
    } else if ('{('.includes(mark)) {
      const next = branch();
      add(next);
      outer.push(current);
      current = next;
    } else {
      if (text !== null) add(text);
      if ('})'.includes(mark)) current = outer.pop() ?? root;
    }
    line += token.split('\n').length - 1;
  }
  return treeAt(root, '0');
}

/** Reads YAML. Values stay text: as a number, version 16.10 would be 16.1. */
export function readYaml(source: string): Tree {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter, logLevel: 'silent' });
  const trees = new Map<unknown, Tree>();
  const read = (node: unknown): Tree => {
    const value = isAlias(node) ? node.resolve(document) : node;
    const before = trees.get(value);
    if (before !== undefined) return before;
    const entries = new Map<string, Tree>();
    const offset = isMap(value) || isSeq(value) || isScalar(value) ? (value.range?.[0] ?? 0) : 0;
    const text = isScalar(value) ? (value.source ?? '') : '';
    const tree = { text, line: lineCounter.linePos(offset).line, entries };
    // Known before its entries are read: an alias can name what it is in.
    trees.set(value, tree);
    if (isMap(value)) for (const pair of value.items) entries.set(String(pair.key), read(pair.value));
    if (isSeq(value))
      for (const [index, item] of value.items.entries()) entries.set(String(index), read(item));
    return tree;
  };
  return read(document.contents);
}
