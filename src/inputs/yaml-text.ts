import type * as Yaml from 'yaml';
import type { Problems } from './problems.ts';
import type { YamlValue } from './yaml-value.ts';

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
    const found = [...document.errors, ...document.warnings].slice(0, REPORTED);
    for (const { code, message } of found) {
      const why = notYaml(code === 'MULTIPLE_DOCS' ? 'it holds several documents' : message);
      problems.add({ at, why, expected: 'valid YAML' });
    }
    if (found.length > 0) return null;
    return toYamlValue(document.toJS({ mapAsMap: true, maxAliasCount: ALIASES }));
  } catch (error) {
    return problems.add({ at, why: yamlFault(error), expected: 'a plain list or map' });
  }
}

const REPORTED = 3;
const ALIASES = 100;
const DEPTH = 8;
const VALUES = 10_000;

function notYaml(message: string): string {
  const [first = ''] = message.split('\n');
  return `this is not YAML that can be used: ${first.replace(/:$/, '')}`;
}

/** Why a document that parsed cannot be used, from what reading its values threw. */
export function yamlFault(error: unknown): string {
  return notYaml(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (error instanceof ReferenceError) return 'its aliases multiply or refer to nothing';
  return error instanceof Error ? error.message : String(error);
}

/** What the YAML library gives, as one of ours; throws where it is too deep, too much or of another kind. */
export function toYamlValue(value: unknown, depth = 0, budget = { left: VALUES }): YamlValue {
  if (depth > DEPTH) throw new RangeError();
  if (--budget.left < 0) throw new Error(`it holds more than ${VALUES} values`);
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
