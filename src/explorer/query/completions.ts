import { jsonLanguage } from '@codemirror/lang-json';
import { parseJson } from '../../text/json.ts';
import { QUERY_KEYS, runQuerySchema } from '../../tql/run-query.ts';
import { wordsAt } from '../../tql/validation.ts';
import { type Node, pathOf } from './place.ts';

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
  const words = wordsFor(node, text, columns);
  return words.length === 0 ? null : { from, to, words };
}

function wordsFor(node: Node, text: string, columns: readonly string[]): readonly string[] {
  if (node.name === 'PropertyName') return isOfQuery(node) ? QUERY_KEYS : [];
  if (node.name !== 'String') return [];
  const path = pathOf(node, text);
  return COLUMN_PATH.test(path) ? columns : wordsOfLanguage(node, text, path);
}

/** Whether a key is one of the query's own: in the object that is the whole text. */
function isOfQuery(name: Node): boolean {
  return name.parent?.parent?.parent?.name === 'JsonText';
}

/** The paths to the keys whose text, or whose list's texts, are names of columns: `fields[1]`. */
const COLUMN_PATH =
  /(?:^|\.)(?:dimension|column|fieldName|columnName|fieldNames|fields|columns|dimensions)(?:\[\d+\])?$/;

/** A word that no part of the language is. */
const NO_WORD = '\u0000';

/** What the service would say that the place takes; nothing while the text is not JSON. */
function wordsOfLanguage({ from, to }: Node, text: string, path: string): readonly string[] {
  const query = parseJson(`${text.slice(0, from)}${JSON.stringify(NO_WORD)}${text.slice(to)}`);
  return query === undefined ? [] : wordsAt(runQuerySchema, query, path);
}
