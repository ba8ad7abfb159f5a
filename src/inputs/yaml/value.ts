import type * as Yaml from 'yaml';
import { nearestWord } from '../../text/nearest.ts';
import type { Problems } from '../problems.ts';

/** Loads the YAML library; most runs need none. */
export type LoadYaml = () => Promise<
  Pick<typeof Yaml, 'parseDocument' | 'LineCounter' | 'isMap' | 'isSeq' | 'isScalar'>
>;

/** Parses a YAML input; null once a problem was noted. */
export async function parseYaml(
  at: string,
  text: string,
  loadYaml: LoadYaml,
  problems: Problems,
): Promise<YamlValue | null> {
  const { parseDocument } = await loadYaml();
  try {
    const document = parseDocument(text, { schema: 'failsafe', logLevel: 'error', prettyErrors: true });
    const found = [...document.errors, ...document.warnings].slice(0, REPORTED_LIMIT);
    for (const { code, message } of found) {
      const why = yamlMessage(code === 'MULTIPLE_DOCS' ? 'it holds several documents' : message);
      problems.add({ at, why, expected: 'valid YAML' });
    }
    if (found.length > 0) return null;
    return toYamlValue(document.toJS({ mapAsMap: true, maxAliasCount: ALIAS_LIMIT }));
  } catch (error) {
    return problems.add({ at, why: yamlFault(error), expected: 'a plain list or map' });
  }
}

const REPORTED_LIMIT = 3;
const ALIAS_LIMIT = 100;
const DEPTH_LIMIT = 8;
const VALUE_LIMIT = 10_000;

function yamlMessage(message: string): string {
  const [first = ''] = message.split('\n');
  return `this is not YAML that can be used: ${first.replace(/:$/, '')}`;
}

/** Why a document that parsed cannot be used, from what reading its values threw. */
export function yamlFault(error: unknown): string {
  return yamlMessage(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (error instanceof ReferenceError) return 'its aliases multiply or refer to nothing';
  return error instanceof Error ? error.message : String(error);
}

/** What the YAML library gives, as one of ours; throws where it is too deep, too much or of another kind. */
export function toYamlValue(value: unknown, depth = 0, budget = { left: VALUE_LIMIT }): YamlValue {
  if (depth > DEPTH_LIMIT) throw new RangeError();
  if (--budget.left < 0) throw new Error(`it holds more than ${VALUE_LIMIT} values`);
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => toYamlValue(item, depth + 1, budget));
  if (value instanceof Map) {
    return new Map([...value].map(([key, item]) => [keyText(key), toYamlValue(item, depth + 1, budget)]));
  }
  throw new Error('it holds something other than texts, lists and maps');
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  throw new Error('a key is a list or a map');
}

/** YAML in which every scalar is text, as in all other inputs: `top: 5`, `name: no` and dates are what was written. */
export type YamlValue = string | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;

/** Whether a value is a map. */
export function isMap(value: YamlValue | undefined): value is ReadonlyMap<string, YamlValue> {
  return value instanceof Map;
}

/** What a YAML value is, for a message. */
export function kindOf(value: YamlValue): string {
  if (typeof value === 'string') return 'a text';
  return isMap(value) ? 'a map' : 'a list';
}

/** Notes every key that is none of those known, with the nearest of them. */
export function noteUnknownKeys(
  at: string,
  map: ReadonlyMap<string, YamlValue>,
  known: readonly string[],
  problems: Problems,
): void {
  for (const key of map.keys()) {
    if (known.includes(key)) continue;
    problems.add({
      at,
      why: `has the unknown key "${key}"`,
      expected: known.join(', '),
      hint: nearestWord(key, known),
    });
  }
}

/** The text of a key; null when the entry has none. A list or a map there is a problem. */
export function readTextKey(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  key: string,
  problems: Problems,
): string | null {
  const value = entry.get(key);
  if (value === undefined || typeof value === 'string') return value ?? null;
  return problems.add({ at: `${at}, ${key}`, why: `is ${kindOf(value)}`, expected: 'a text' });
}
