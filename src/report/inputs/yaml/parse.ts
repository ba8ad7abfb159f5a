// Parses YAML from inputs and config files: all scalars stay text, sizes are limited, mistakes have a line.
import type * as Yaml from 'yaml';
import type { Problems } from '../problems.ts';
import { isMap, kindOf, type YamlMap, type YamlValue } from './value.ts';

/** What is used of the YAML library. */
type YamlLibrary = Pick<typeof Yaml, 'parseDocument' | 'LineCounter' | 'isMap' | 'isSeq' | 'isScalar'>;

/** Loads the YAML library; most runs do not need it. */
export type LoadYaml = () => Promise<YamlLibrary>;

/** Parses a YAML input, if it is a text; null once a problem was noted. */
export async function parseYaml(
  input: YamlValue,
  loadYaml: LoadYaml,
  problems: Problems,
): Promise<YamlValue | null> {
  if (typeof input !== 'string') return input;
  const read = readYaml(await loadYaml(), input, {});
  if ('value' in read) return read.value;
  return problems.refuse({ why: read.fault.why, expected: VALID_YAML });
}

export const VALID_YAML = 'valid YAML, in which a text with " #", ": " or a first "!" is in quotes';

/** One of some words, or a map, which may be a text in YAML; null once a problem was noted. */
export async function parseWordOrMap<Word extends string>(
  input: YamlValue,
  words: readonly Word[],
  expected: string,
  { loadYaml, problems }: { readonly loadYaml: LoadYaml; readonly problems: Problems },
): Promise<Word | YamlMap | null> {
  const isMapText = typeof input === 'string' && input.includes(':');
  const value = isMapText ? await parseYaml(input, loadYaml, problems) : input;
  if (value === null || isMap(value)) return value;
  const mistake = typeof value === 'string' ? { input: value } : { why: `is ${kindOf(value)}` };
  return words.find((word) => word === value) ?? problems.refuse({ ...mistake, expected });
}

/** What is wrong with a YAML text; the offset is null for the text as a whole. */
interface YamlFault {
  readonly why: string;
  readonly offset: number | null;
}

type YamlOptions = Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions;

/** Parses a YAML text: its value and the library's root node, or what is wrong with it. */
export function readYaml(
  library: YamlLibrary,
  text: string,
  options: YamlOptions,
): { readonly value: YamlValue; readonly root: unknown } | { readonly fault: YamlFault } {
  try {
    const document = library.parseDocument(text, { schema: 'failsafe', logLevel: 'error', ...options });
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined && /call stack|Stack overflow/.test(error.message)) throw new RangeError();
    if (error !== undefined) return { fault: describeFault(error) };
    const value = toYamlValue(document.toJS({ mapAsMap: true, maxAliasCount: ALIAS_LIMIT }));
    return { value, root: document.contents };
  } catch (error) {
    return { fault: { why: `${UNUSABLE}: ${reasonOf(error)}`, offset: null } };
  }
}

/** More than any real input has; aliases of aliases could make a small text grow without end. */
const ALIAS_LIMIT = 100;
const DEPTH_LIMIT = 8;
const VALUE_LIMIT = 10_000;
const UNUSABLE = 'this YAML cannot be used';

/** The first error alone: an unclosed brace leads to further ones that only repeat it. */
function describeFault({ code, message, pos }: Yaml.YAMLError): YamlFault {
  const [firstLine = ''] = message.split('\n');
  // The library says "Flow map in block collection must be sufficiently indented and end with a }".
  const plain = firstLine.replace(/^Flow .* end with a (\S)/, 'there is no "$1"').replace(/:$/, '');
  const reason = code === 'MULTIPLE_DOCS' ? 'it has a second document ("---")' : plain;
  return { why: `${UNUSABLE}: ${reason}`, offset: pos[0] };
}

function reasonOf(error: unknown): string {
  // Our own, of `toYamlValue`; the next one is the YAML library's.
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (error instanceof ReferenceError) return 'its aliases multiply, or refer to nothing';
  return error instanceof Error ? error.message : String(error);
}

/** A value of the YAML library as one of ours; throws if it is too deep, too large or of another kind. */
function toYamlValue(value: unknown, depth = 0, budget = { left: VALUE_LIMIT }): YamlValue {
  if (depth > DEPTH_LIMIT) throw new RangeError();
  if (--budget.left < 0) throw new Error(`it has more than ${VALUE_LIMIT} values`);
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => toYamlValue(item, depth + 1, budget));
  if (value instanceof Map) {
    return new Map([...value].map(([key, item]) => [keyText(key), toYamlValue(item, depth + 1, budget)]));
  }
  throw new Error('it has values other than strings, lists and maps');
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  throw new Error('a key is a list or a map');
}
