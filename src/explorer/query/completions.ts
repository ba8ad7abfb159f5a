import { jsonLanguage } from '@codemirror/lang-json';
import { QUERY_KEYS, runQuerySchema } from '../../tql/run-query.ts';
import { wordsAt } from '../../tql/validation.ts';
import { itemsOf, type Node } from './place.ts';

/** The words that can replace a stretch of a query's text. */
interface Completions {
  readonly from: number;
  readonly to: number;
  /** As they are, not escaped. */
  readonly words: readonly string[];
}

/**
 * What can be typed between the quotes at a position: a key of the query, a column, or one of the words that
 * the language has there.
 */
export function completionsAt(
  text: string,
  position: number,
  columns: readonly string[],
): Completions | null {
  const node = jsonLanguage.parser.parse(text).resolveInner(position, -1);
  const [from, to] = [node.from + 1, node.to - 1];
  if (to < from || position < from || position > to) return null;
  if (node.name === 'PropertyName') return isOfQuery(node) ? { from, to, words: QUERY_KEYS } : null;
  if (node.name !== 'String') return null;
  const path = pathOf(node, text);
  const words = holdsColumn(path) ? columns : wordsOf(text, node, path);
  return words.length === 0 ? null : { from, to, words };
}

function isOfQuery(name: Node): boolean {
  return name.parent?.parent?.parent?.name === 'JsonText';
}

/** The keys and indexes that lead to a value. */
function pathOf(node: Node, text: string): readonly (string | number)[] {
  const { parent } = node;
  if (parent === null || parent.name === 'JsonText') return [];
  if (parent.name === 'Array')
    return [...pathOf(parent, text), itemsOf(parent).findIndex(({ from }) => from === node.from)];
  if (parent.name !== 'Property') return pathOf(parent, text);
  const name = parent.getChild('PropertyName');
  const key = name === null ? '' : text.slice(name.from + 1, name.to - 1);
  return [...(parent.parent === null ? [] : pathOf(parent.parent, text)), key];
}

/** The keys whose text, or whose list's texts, are names of columns. */
const COLUMN_KEYS: ReadonlySet<string | number | undefined> = new Set([
  'dimension',
  'column',
  'fieldName',
  'columnName',
  'fieldNames',
  'fields',
  'columns',
  'dimensions',
]);

function holdsColumn(path: readonly (string | number)[]): boolean {
  const last = path.at(-1);
  return COLUMN_KEYS.has(typeof last === 'number' ? path.at(-2) : last);
}

/** A word that no part of the language is. */
const NO_WORD = '\u0000';

/** What the service would say that the place takes. */
function wordsOf(text: string, { from, to }: Node, path: readonly (string | number)[]): readonly string[] {
  try {
    const query: unknown = JSON.parse(`${text.slice(0, from)}${JSON.stringify(NO_WORD)}${text.slice(to)}`);
    return wordsAt(runQuerySchema, query, writePath(path));
  } catch {
    // While someone types it, a query is often not JSON.
    return [];
  }
}

function writePath(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}
