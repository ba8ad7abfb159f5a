// Reads the config file: its reports, and the line of each problem in it. A file never holds a token, a host,
// or anything else that decides where a secret goes.
import { nearestWord } from '../../../text/nearest.ts';
import { type DeclaredInput, type InputName, INPUTS } from '../declared.ts';
import { type ReadingContext, readNamedFile } from '../effects.ts';
import { inputOf, type Problems } from '../problems.ts';
import { hasInput, withoutEmpty, type RawInputs } from '../raw.ts';
import { parseReportId } from '../scalars.ts';
import { findTokens, hasToken, isTokenKey } from '../secrets.ts';
import { findPitfallsInFile } from '../yaml/pitfalls.ts';
import {
  isMap,
  kindOf,
  noteKind,
  readYaml,
  VALID_YAML,
  type YamlMap,
  type YamlValue,
} from '../yaml/value.ts';
import type * as Yaml from 'yaml';

/** A report of a config file: its name (null if the file is a single report) and its settings. */
export interface ConfigReport {
  readonly name: string | null;
  readonly settings: RawInputs;
  /** The place of a problem: `.github/insight-report.yml:12, reports.weekly.interval`. */
  readonly place: (at: string) => string;
}

/**
 * Reads a config file: its reports in the order of the file; null if it cannot be read. Calls `onSecrets`
 * with the tokens in it.
 */
export async function readConfigFile(
  path: string,
  onSecrets: (secrets: readonly string[]) => void,
  context: ReadingContext,
): Promise<readonly ConfigReport[] | null> {
  const { problems } = context;
  let hasPitfalls = false;
  const onText = (text: string): void => {
    onSecrets(findTokens(text));
    noteTokens(path, text, problems);
    const pitfalls = findPitfallsInFile(text);
    for (const { line, assertion, why, write } of pitfalls)
      problems
        .at(`${path}:${line}, thresholds`)
        .add({ input: assertion, why, expected: `it in quotes: ${write}` });
    hasPitfalls = pitfalls.length > 0;
  };
  const document = await readConfigDocument(path, onText, context);
  const reports = document === null ? null : readReports(document, problems);
  // An assertion that YAML cut short would only lead to more problems.
  return reports?.map((report) => (hasPitfalls ? withoutThresholds(report) : report)) ?? null;
}

function noteTokens(path: string, text: string, problems: Problems): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (!hasToken(line)) continue;
    const why = 'the file contains a token, and everyone who can read the repository can read it (revoke it)';
    const expected = "tokens as secrets, passed as the step's inputs";
    problems.at(`${path}:${index + 1}`).add({ why, expected });
  }
}

function withoutThresholds(report: ConfigReport): ConfigReport {
  const { thresholds, ...settings } = report.settings;
  return typeof thresholds === 'string' ? report : { ...report, settings };
}

function readReports(document: ConfigDocument, problems: Problems): readonly ConfigReport[] | null {
  const { top, lineOf } = document;
  const common = readConfigKeys(top, ['reports'], problems.within(placeIn(document, [])));
  const reports = top.get('reports') ?? '';
  if (reports === '') return [{ name: null, settings: withoutEmpty(common), place: placeIn(document, []) }];
  if (isMap(reports) && reports.size > 0 && reports.size <= REPORT_LIMIT) {
    return [...reports].map(([name, value]) => readReport(name, value, common, document, problems));
  }
  const what = isMap(reports) ? `names ${reports.size} reports` : `is ${kindOf(reports)}`;
  return problems.at(`${lineOf('reports')}, reports`).add({ why: what, expected: EXPECTED_REPORTS });
}

/** The most reports in one file. */
export const REPORT_LIMIT = 50;
const EXPECTED_REPORTS = `a map of 1 to ${REPORT_LIMIT} names, each to the keys of one report`;

function readReport(
  name: string,
  value: YamlValue,
  common: RawInputs,
  document: ConfigDocument,
  problems: Problems,
): ConfigReport {
  const place = placeIn(document, ['reports', name]);
  const at = problems.at(place('').replace(/\.$/, ''));
  parseReportId(name, at);
  // A report may have no settings of its own: `everything:` uses the common ones.
  if (!isMap(value) && value !== '') noteKind(value, 'a map of keys', at);
  const reportKeys = isMap(value) ? readConfigKeys(value, [], problems.within(place)) : {};
  const placeOfCommon = placeIn(document, []);
  const isCommon = (key: string): boolean => hasInput(common, key) && !hasInput(reportKeys, key);
  return {
    name,
    settings: { ...common, ...withoutEmpty(reportKeys) },
    place: (path) => (isCommon(inputOf(path)) ? placeOfCommon(path) : place(path)),
  };
}

function placeIn({ lineOf }: ConfigDocument, above: readonly string[]): (at: string) => string {
  return (at) => {
    const path = [...above, ...(at === '' ? [] : [at])];
    return `${lineOf(path.join(', '))}, ${[...above, at].join('.')}`;
  };
}

/** The inputs that a config file may set: all but those of the step. */
export const CONFIG_KEYS: readonly InputName[] = Object.entries<DeclaredInput>(INPUTS)
  .filter(([, { isOfStep }]) => isOfStep !== true)
  .map(([name]) => name as InputName);

/**
 * Reads the keys that are inputs, if their values have the right shape. The keys in `more` are known as well.
 */
function readConfigKeys(
  map: ReadonlyMap<string, YamlValue>,
  more: readonly string[],
  problems: Problems,
): RawInputs {
  const knownKeys: readonly string[] = [...CONFIG_KEYS, ...more];
  const inputs: Record<string, YamlValue> = {};
  for (const [key, value] of map) {
    const name = CONFIG_KEYS.find((each) => each === key);
    if (name === undefined) noteUnlessKnown(key, knownKeys, problems.at(key));
    else if (hasShape(name, value, problems.at(name))) inputs[name] = value;
  }
  return inputs;
}

function noteUnlessKnown(key: string, knownKeys: readonly string[], problems: Problems): void {
  if (knownKeys.includes(key)) return;
  if (isTokenKey(key)) {
    const what = /url$/i.test(key) ? "a webhook's address" : 'a token';
    problems.add({ why: `${what} ${IN_FILE}`, expected: "a secret, passed as the step's input" });
    return;
  }
  if (Object.hasOwn(INPUTS, key)) {
    problems.add({ why: 'is for the step alone, never for a file', expected: inputOfStep(key) });
    return;
  }
  const hint = nearestWord(key, knownKeys);
  // Forty keys would bury what else is wrong.
  problems.add({ why: 'is an unknown key', expected: 'a key of docs/reference/config.md', hint });
}

/** A checkout may be a stranger's, who would get what is sent. */
function inputOfStep(key: string): string {
  const variable = key === 'api-url' ? ' or INSIGHT_REPORT_API_URL' : '';
  return `${key} under "with:" of the workflow's step; on the command line --${key}${variable}`;
}

const IN_FILE =
  'does not belong in a file, which everyone who can read the repository can read (if it is a real one, revoke it)';

function hasShape(name: InputName, value: YamlValue, problems: Problems): boolean {
  const { kind }: DeclaredInput = INPUTS[name];
  if (typeof value === 'string' || kind === 'yaml') return true;
  if (kind !== 'list' || isMap(value)) {
    noteKind(value, EXPECTED_SHAPES[kind], problems);
    return false;
  }
  for (const [index, item] of value.entries()) {
    if (typeof item === 'string' && item.trim() !== '') continue;
    const why = typeof item === 'string' ? 'is empty' : `is ${kindOf(item)}`;
    problems.at(`entry ${index + 1}`).add({ why, expected: 'a string' });
  }
  return true;
}

const EXPECTED_SHAPES: Readonly<Record<DeclaredInput['kind'], string>> = {
  text: 'a string',
  secret: 'a string',
  boolean: 'true or false',
  list: 'a list of strings',
  yaml: 'a string, a list or a map',
  integer: 'a whole number',
  choice: 'a string',
};

/** A config file as written: its text, its top level, and where its parts are. */
interface ConfigDocument {
  readonly text: string;
  readonly top: YamlMap;
  /** `.github/insight-report.yml:12` for a path such as `reports, weekly, interval`. */
  readonly lineOf: (path: string) => string;
}

/**
 * Reads the file; null once a problem was noted. Calls `onText` with its text first, so that messages can be
 * redacted.
 */
export async function readConfigDocument(
  path: string,
  onText: (text: string) => void,
  context: Pick<ReadingContext, 'readFile' | 'loadYaml' | 'problems'>,
): Promise<ConfigDocument | null> {
  const { problems } = context;
  const text = readNamedFile(path, EXPECTED_FILE, {
    ...context,
    isTyped: true,
    problems: problems.at('config'),
  });
  if (text === null) return null;
  onText(text);
  const yaml = await context.loadYaml();
  const lineCounter = new yaml.LineCounter();
  const lineOfOffset = (offset: number): string => `${path}:${lineCounter.linePos(offset).line}`;
  // As in the inputs, a scalar is the string that was written; only null counts as absent.
  const read = readYaml(yaml, text, { customTags: ['null'], lineCounter, prettyErrors: false });
  if ('value' in read && isMap(read.value)) {
    const offsets = new Map(offsetsBelow(read.root, yaml));
    return { text, top: read.value, lineOf: (place) => lineOfOffset(findOffset(offsets, place)) };
  }
  const { why, offset } = 'fault' in read ? read.fault : { why: 'is not a map of keys', offset: null };
  if (offset === null) return problems.at(path).add({ why, expected: EXPECTED_FILE });
  return problems.at(lineOfOffset(offset)).add({ why, expected: VALID_YAML });
}

const EXPECTED_FILE = 'the path of a YAML file with the same keys as the inputs';

/** The YAML library's checks of a node's kind. */
type NodeTests = Pick<typeof Yaml, 'isMap' | 'isSeq' | 'isScalar'>;

const SEPARATOR = ', ';

/**
 * The offset of each key and entry below a node, by its path. Paths are written as in problems: `reports,
 * weekly, insights, entry 2, top`.
 */
function offsetsBelow(
  node: unknown,
  yaml: NodeTests,
  above = '',
): readonly (readonly [path: string, offset: number])[] {
  const below = (segment: string, place: unknown, value: unknown) => {
    const path = `${above}${segment}`;
    return [[path, startOffset(place)] as const, ...offsetsBelow(value, yaml, path + SEPARATOR)];
  };
  if (yaml.isSeq(node)) return node.items.flatMap((item, index) => below(`entry ${index + 1}`, item, item));
  if (!yaml.isMap(node)) return [];
  return node.items.flatMap(({ key, value }) =>
    yaml.isScalar(key) ? below(String(key.value), key, value) : [],
  );
}

/** The offset of the nearest key or entry at or above a path. */
function findOffset(offsets: ReadonlyMap<string, number>, path: string): number {
  const offset = offsets.get(path);
  if (offset !== undefined || path === '') return offset ?? 0;
  return findOffset(offsets, path.slice(0, Math.max(0, path.lastIndexOf(SEPARATOR))));
}

function startOffset(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const first: unknown = Array.isArray(range) ? range[0] : null;
  return typeof first === 'number' ? first : 0;
}
