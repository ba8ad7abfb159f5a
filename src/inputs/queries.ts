import type { InputEffects } from './effects.ts';
import { OVERRIDES, parseOverrides, type EntryContext } from './entries.ts';
import { noteUnknownKeys, textOf } from './keys.ts';
import { parseName } from './names.ts';
import { keepsOwnInterval, parseQueryFile } from './query-file.ts';
import type { InsightRequest } from './request.ts';
import { parseYaml } from './yaml-text.ts';
import { isMap, kindOf, type YamlValue } from './yaml-value.ts';

type QueriesContext = EntryContext & Pick<InputEffects, 'readFile'>;

/** Reads `queries`: names to JSON files or entries with a `file`, or a list of files or entries. */
export async function parseQueries(given: YamlValue, context: QueriesContext): Promise<readonly InsightRequest[]> {
  const { loadYaml, problems } = context;
  const value = typeof given === 'string' ? await parseYaml(AT, given, loadYaml, problems) : given;
  if (value === null) return [];
  const entries = isMap(value)
    ? [...value].map(([name, entry]) => parseEntry(`${AT}, ${name}`, entry, name, context))
    : listOf(value).map((entry, index) => parseEntry(`${AT}, entry ${index + 1}`, entry, null, context));
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

const AT = 'queries';

function listOf(value: YamlValue): readonly YamlValue[] {
  if (typeof value !== 'string') return [...value.values()];
  return value
    .split(/[\n,]/)
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

async function parseEntry(
  at: string,
  value: YamlValue,
  key: string | null,
  context: QueriesContext,
): Promise<InsightRequest | null> {
  const { problems } = context;
  const entry = typeof value === 'string' ? new Map([['file', value]]) : value;
  const expected = 'the path of a JSON file that holds a query';
  if (!isMap(entry)) return problems.add({ at, why: `is ${kindOf(value)}`, expected });
  noteUnknownKeys(at, entry, ['file', ...(key === null ? ['name'] : []), ...OVERRIDES], problems);
  const path = textOf(at, entry, 'file', problems)?.trim() ?? '';
  if (path === '') problems.add({ at, why: 'has no file', expected });
  const overrides = await parseOverrides(at, entry, context);
  const givenInterval = overrides.interval ?? (context.isIntervalGiven ? context.interval : null);
  const query = path === '' ? null : parseQueryFile(at, path, givenInterval === null, context);
  const name = parseName(
    at,
    key ?? textOf(at, entry, 'name', problems) ?? (path === '' ? null : baseName(path)),
    problems,
  );
  if (query === null || name === null) return null;
  const interval = givenInterval ?? (keepsOwnInterval(query) ? null : context.interval);
  return { name, source: { kind: 'query', path, query }, ...overrides, interval };
}

function baseName(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? path;
  return last.replace(/(?<=.)\.json$/i, '');
}
