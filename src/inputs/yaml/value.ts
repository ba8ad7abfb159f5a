import type * as Yaml from 'yaml';
import { nearestWord } from '../../text/nearest.ts';
import type { Parser, Problems } from '../problems.ts';

/**
 * YAML in which every scalar is a string, as in all other inputs: `top: 5`, `name: no` and dates are what was
 * written.
 */
export type YamlValue = string | readonly YamlValue[] | YamlMap;
export type YamlMap = ReadonlyMap<string, YamlValue>;

/** What is used of the YAML library. */
type YamlLibrary = Pick<typeof Yaml, 'parseDocument' | 'LineCounter' | 'isMap' | 'isSeq' | 'isScalar'>;

/** Loads the YAML library; most runs do not need it. */
export type LoadYaml = () => Promise<YamlLibrary>;

/** Parses a YAML input; null once a problem was noted. */
export async function parseYaml(
  text: string,
  loadYaml: LoadYaml,
  problems: Problems,
): Promise<YamlValue | null> {
  const read = readYaml(await loadYaml(), text, {});
  if ('value' in read) return read.value;
  for (const { why, write } of read.faults)
    problems.add({ why, expected: write ?? 'valid YAML, a plain list or map' });
  return null;
}

/** What is wrong with a YAML text; the offset is null for the text as a whole. */
interface YamlFault {
  readonly why: string;
  readonly offset: number | null;
  /** What to write instead; null if that is not clear. */
  readonly write: string | null;
}

type YamlOptions = Yaml.ParseOptions & Yaml.DocumentOptions & Yaml.SchemaOptions;

/** Parses a YAML text: its value and the library's root node, or what is wrong with it. */
export function readYaml(
  { parseDocument }: YamlLibrary,
  text: string,
  options: YamlOptions,
): { readonly value: YamlValue; readonly root: unknown } | { readonly faults: readonly YamlFault[] } {
  try {
    const document = parseDocument(text, { schema: 'failsafe', logLevel: 'error', ...options });
    const faults = [...document.errors, ...document.warnings].slice(0, REPORTED_LIMIT);
    if (faults.some(({ message }) => /call stack|Stack overflow/.test(message))) throw new RangeError();
    if (faults.length > 0) return { faults: describeFaults(faults, text) };
    const value = toYamlValue(document.toJS({ mapAsMap: true, maxAliasCount: ALIAS_LIMIT }));
    return { value, root: document.contents };
  } catch (error) {
    return { faults: [{ why: `${UNUSABLE}: ${reasonOf(error)}`, offset: null, write: null }] };
  }
}

const REPORTED_LIMIT = 5;
const ALIAS_LIMIT = 100;
const DEPTH_LIMIT = 8;
const VALUE_LIMIT = 10_000;
const UNUSABLE = 'this YAML cannot be used';

/** What is not closed leads to further errors, which only repeat it. */
function describeFaults(faults: readonly Yaml.YAMLError[], text: string): readonly YamlFault[] {
  const unclosed = faults.some(({ message }) => UNCLOSED.test(message)) ? findUnclosed(text) : null;
  if (unclosed === null) return faults.map(describeFault);
  const { opening, line, at, write } = unclosed;
  const why = /["']/.test(opening)
    ? `the text in quotes that begins in line ${line} does not end`
    : `the "${opening}" in line ${line} has no "${opening === '{' ? '}' : ']'}"`;
  return [{ why, offset: at, write }];
}

const UNCLOSED = /end with a [}\]]|Missing closing/;

function describeFault({ code, message, pos }: Yaml.YAMLError): YamlFault {
  const [first = ''] = message.split('\n');
  const fault = code === 'MULTIPLE_DOCS' ? 'it has a second document ("---")' : first.replace(/:$/, '');
  return { why: `${UNUSABLE}: ${fault}`, offset: pos[0], write: null };
}

function reasonOf(error: unknown): string {
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

/** Whether a value is a map. */
export function isMap(value: YamlValue | undefined): value is YamlMap {
  return value instanceof Map;
}

/** The kind of a YAML value, for a message. */
export function kindOf(value: YamlValue): string {
  if (typeof value === 'string') return 'a string';
  return isMap(value) ? 'a map' : 'a list';
}

/** Notes every key that is not known, with the nearest one that is. */
export function noteUnknownKeys(map: YamlMap, known: readonly string[], problems: Problems): void {
  for (const key of map.keys()) {
    if (known.includes(key)) continue;
    const hint = nearestWord(key, known);
    problems.add({ why: `has the unknown key "${key}"`, expected: known.join(', '), hint });
  }
}

/**
 * Makes what reads the string of a key, with a parser if one is given. It gives null if the map does not have
 * the key; a list or a map is noted as a problem.
 */
export function keyReader(map: YamlMap, problems: Problems) {
  function read(key: string): string | null;
  function read<T>(key: string, parse: Parser<T>): T | null;
  function read(key: string, parse: Parser<unknown> = (text) => text): unknown {
    const value = map.get(key);
    if (value === undefined) return null;
    const within = problems.at(key);
    if (typeof value === 'string') return parse(value, within);
    return within.add({ why: `is ${kindOf(value)}`, expected: 'a string' });
  }
  return read;
}

/** The names of a list, or of a text with commas between them; null if it is or holds something else. */
export function namesIn(value: YamlValue | undefined): readonly string[] | null {
  const items = typeof value === 'string' ? value.split(',') : (value ?? []);
  if (isMap(items)) return null;
  const names = items.flatMap((item) => (typeof item === 'string' ? [item.trim()] : []));
  return names.length === items.length ? names : null;
}

/** A bracket, a brace or a quote that a YAML text opens and does not close. */
interface Unclosed {
  readonly opening: string;
  readonly at: number;
  readonly line: number;
  /** The line with what is missing at its end; null if that is not clear. */
  readonly write: string | null;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * The last bracket, brace or quote that a flow value of a YAML text does not close; null if there is none.
 */
function findUnclosed(text: string): Unclosed | null {
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isComment(text, at)) at = endOf(text, '\n', at);
    else if (isStart(text, at) && (sign === '"' || sign === "'")) {
      const end = endOfQuote(text, at);
      if (end < 0) return describe(text, sign, at, '');
      at = end;
    } else if (isOpening(text, at, open.length > 0)) open.push({ sign, at });
    else if (open.length > 0 && sign === CLOSING[open.at(-1)?.sign ?? '']) open.pop();
  }
  const [outermost] = open;
  if (outermost === undefined) return null;
  const missing = open.toReversed().map(({ sign }) => CLOSING[sign] ?? '');
  return describe(text, outermost.sign, outermost.at, missing.join(''));
}

function isComment(text: string, at: number): boolean {
  return text.charAt(at) === '#' && /^\s?$/.test(text.charAt(at - 1));
}

/** Whether a value can begin here. */
function isStart(text: string, at: number): boolean {
  return /(?:^|[\n{[,]|[:-]\s)\s*$/.test(text.slice(Math.max(0, text.lastIndexOf('\n', at - 1)), at));
}

/** Inside of a flow value a brace opens wherever it stands, since a plain text cannot hold one. */
function isOpening(text: string, at: number, isInside: boolean): boolean {
  return Object.hasOwn(CLOSING, text.charAt(at)) && (isInside || isStart(text, at));
}

function endOfQuote(text: string, at: number): number {
  const quoted = text.charAt(at) === '"' ? /"(?:\\[^]|[^"\\])*"/y : /'(?:[^']|'')*'/y;
  quoted.lastIndex = at;
  return quoted.test(text) ? quoted.lastIndex - 1 : -1;
}

function endOf(text: string, sign: string, from: number): number {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
}

function describe(text: string, opening: string, at: number, missing: string): Unclosed {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const [first = '', ...more] = text
    .slice(before.lastIndexOf('\n') + 1)
    .trim()
    .split('\n');
  if (missing !== '' && more.length > 0)
    return { opening, at, line, write: findUnclosed(first)?.write ?? null };
  return { opening, at, line, write: missing === '' ? null : `${first}${missing}` };
}
