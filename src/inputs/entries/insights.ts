import { OVERRIDE_KEYS, parseOverrides, type EntryContext } from './entry.ts';
import { noteUnknownKeys, readTextKey } from '../yaml/value.ts';
import { parseName } from './entry.ts';
import type { InsightRequest } from '../request.ts';
import { parseYaml } from '../yaml/value.ts';
import { isMap, kindOf, type YamlValue } from '../yaml/value.ts';

/** Reads `insights` in any of its forms: ids, a list of ids and entries, or names to ids or entries. */
export async function parseInsights(given: YamlValue, context: EntryContext): Promise<readonly InsightRequest[]> {
  if (typeof given !== 'string') return parseValue(given, context);
  const words = wordsOf(given);
  // The common run: no YAML library is loaded for bare ids.
  if (words.every((word) => INSIGHT_ID.test(word)))
    return all(words.map((id) => parseEntry(INPUT_NAME, id, null, context)));
  const value = await parseYaml(INPUT_NAME, given, context.loadYaml, context.problems);
  return value === null ? [] : parseValue(value, context);
}

function parseValue(value: YamlValue, context: EntryContext): Promise<readonly InsightRequest[]> {
  if (typeof value === 'string') return all(wordsOf(value).map((id) => parseEntry(INPUT_NAME, id, null, context)));
  if (isMap(value)) {
    return all([...value].map(([name, entry]) => parseEntry(`${INPUT_NAME}, ${name}`, entry, name, context)));
  }
  return all(
    [...value.values()].map((entry, index) => parseEntry(`${INPUT_NAME}, entry ${index + 1}`, entry, null, context)),
  );
}

const INPUT_NAME = 'insights';
/** An insight's id. */
export const INSIGHT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INSIGHT_ID_INSIDE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

async function all(entries: readonly Promise<InsightRequest | null>[]): Promise<readonly InsightRequest[]> {
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

/** `key` is the entry's name where entries are named by a map. */
async function parseEntry(
  at: string,
  value: YamlValue,
  key: string | null,
  context: EntryContext,
): Promise<InsightRequest | null> {
  const { problems } = context;
  const entry = typeof value === 'string' ? new Map([['id', value]]) : value;
  if (!isMap(entry)) return problems.add({ at, why: `is ${kindOf(value)}`, expected: 'an id or an entry with an id' });
  noteUnknownKeys(at, entry, ['id', ...(key === null ? ['name'] : []), ...OVERRIDE_KEYS], problems);
  const id = parseId(at, readTextKey(at, entry, 'id', problems), context);
  const overrides = await parseOverrides(at, entry, context);
  const name = parseName(at, key ?? readTextKey(at, entry, 'name', problems) ?? id, problems);
  if (id === null || name === null) return null;
  return { name, source: { kind: 'insight', id }, ...overrides, interval: overrides.interval ?? context.interval };
}

function parseId(at: string, text: string | null, { problems }: EntryContext): string | null {
  const id = text?.trim() ?? '';
  if (INSIGHT_ID.test(id)) return id;
  const expected =
    "an insight's id such as 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10 (the insight's address in the dashboard ends with it)";
  if (id === '') return problems.add({ at, why: 'has no id', expected });
  const [inside] = INSIGHT_ID_INSIDE.exec(id) ?? [];
  const why = inside === undefined ? 'which is no id' : `give only the id, ${inside}`;
  return problems.add({ at, given: id, why, expected });
}
