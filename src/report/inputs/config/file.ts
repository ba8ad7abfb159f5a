// Reads the config file (`config: .github/insight-report.yml`): its reports, and the line of each problem in
// it. A file never holds a token, a host, or anything else that decides where a secret goes.
import { nearestWord } from '../../../text/nearest.ts';
import { type DeclaredInput, type InputName, INPUTS } from '../declared.ts';
import type { ReadingContext } from '../effects.ts';
import { type Path, type Problems, writePath } from '../problems.ts';
import { hasInput, withoutEmpty, type RawInputs } from '../raw.ts';
import { parseReportId } from '../scalars.ts';
import { findTokens, hasToken, isTokenKey } from '../secrets.ts';
import { findPitfallsInFile } from '../yaml/pitfalls.ts';
import { isMap, kindOf, refuseKind, type YamlValue } from '../yaml/value.ts';
import { type ConfigDocument, readConfigDocument } from './document.ts';

/** A report of a config file: its name (null if the file is a single report) and its settings. */
export interface ConfigReport {
  readonly name: string | null;
  readonly settings: RawInputs;
  /** Writes the place of a problem: `.github/insight-report.yml:12, reports.weekly.interval`. */
  readonly placeOf: (path: Path) => string;
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
  // What the text itself shows comes first: YAML may not be readable, and messages must hold no token.
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
  const withoutPitfalls = reports?.map((report) => {
    const { thresholds, ...settings } = report.settings;
    // A text is parsed later, and checked before.
    return hasPitfalls && typeof thresholds !== 'string' ? { ...report, settings } : report;
  });
  return withoutPitfalls ?? null;
}

/** Notes each line with a token: the file is as public as its repository. */
function noteTokens(path: string, text: string, problems: Problems): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (!hasToken(line)) continue;
    const why = 'the file contains a token, and everyone who can read the repository can read it (revoke it)';
    const expected = "tokens as secrets, passed as the step's inputs";
    problems.at(`${path}:${index + 1}`).add({ why, expected });
  }
}

/**
 * The reports of a file: those below `reports:`, or the file itself as one report. Null once it was noted
 * that `reports` is not a map of 1 to 50.
 */
function readReports(document: ConfigDocument, problems: Problems): readonly ConfigReport[] | null {
  const { top } = document;
  const placeOf = placeIn(document, []);
  const settings = readConfigKeys(top, ['reports'], problems.within(placeOf));
  const reports = top.get('reports') ?? '';
  if (reports === '') return [{ name: null, settings: withoutEmpty(settings), placeOf }];
  if (isMap(reports) && reports.size > 0 && reports.size <= REPORT_LIMIT) {
    const common = { settings, placeOf };
    return [...reports].map(([name, value]) => readReport(name, value, common, document, problems));
  }
  const why = isMap(reports) ? `names ${reports.size} reports` : `is ${kindOf(reports)}`;
  return problems.within(placeOf).at('reports').refuse({ why, expected: EXPECTED_REPORTS });
}

/** The most reports in one file. */
export const REPORT_LIMIT = 50;
const EXPECTED_REPORTS = `a map of 1 to ${REPORT_LIMIT} names, each to the keys of one report`;

/** Reads one report of a file with several: its own keys win over those that the reports have in common. */
function readReport(
  name: string,
  value: YamlValue,
  common: Omit<ConfigReport, 'name'>,
  document: ConfigDocument,
  problems: Problems,
): ConfigReport {
  const placeOf = placeIn(document, ['reports', name]);
  const reportProblems = problems.within(placeOf);
  parseReportId(name, reportProblems);
  // A report may have no settings of its own: `everything:` uses the common ones.
  if (!isMap(value) && value !== '') refuseKind(value, 'a map of keys', reportProblems);
  const reportKeys = isMap(value) ? readConfigKeys(value, [], reportProblems) : {};
  const isCommon = (key: string): boolean => hasInput(common.settings, key) && !hasInput(reportKeys, key);
  return {
    name,
    settings: { ...common.settings, ...withoutEmpty(reportKeys) },
    placeOf: (path) => (isCommon(path[0] ?? '') ? common.placeOf : placeOf)(path),
  };
}

/**
 * Makes the function that writes the places of problems in a part of the file: in the report `weekly`, the
 * path `interval` is `.github/insight-report.yml:12, reports.weekly.interval`.
 */
function placeIn({ lineOf }: ConfigDocument, above: Path): (path: Path) => string {
  return (path) => {
    const parts = path.length === 0 ? above : [...above, writePath(path)];
    return `${lineOf([...above, ...path])}, ${parts.join('.')}`;
  };
}

/** The inputs that a config file may set: all but those of the step. */
export const CONFIG_KEYS: readonly InputName[] = Object.entries<DeclaredInput>(INPUTS)
  .filter(([, { isOfStep }]) => isOfStep !== true)
  .map(([name]) => name as InputName);

/**
 * Reads the keys that are inputs, if their values have the right shape. Other keys are noted, except for
 * `ignoredKeys`.
 */
function readConfigKeys(
  map: ReadonlyMap<string, YamlValue>,
  ignoredKeys: readonly string[],
  problems: Problems,
): RawInputs {
  const knownKeys: readonly string[] = [...CONFIG_KEYS, ...ignoredKeys];
  const inputs: Record<string, YamlValue> = {};
  for (const [key, value] of map) {
    const name = CONFIG_KEYS.find((each) => each === key);
    if (name === undefined) noteUnlessKnown(key, knownKeys, problems.at(key));
    else if (hasShape(name, value, problems.at(name))) inputs[name] = value;
  }
  return inputs;
}

/**
 * Notes a key that a file may not have, and what to write instead: a token, an input of the step, a mistype.
 */
function noteUnlessKnown(key: string, knownKeys: readonly string[], problems: Problems): void {
  if (knownKeys.includes(key)) return;
  if (isTokenKey(key)) {
    const what = /url$/i.test(key) ? "a webhook's address" : 'a token';
    problems.add({ why: `${what} ${IN_FILE}`, expected: "a secret, passed as the step's input" });
    return;
  }
  if (Object.hasOwn(INPUTS, key)) {
    // If a file could set it, a stranger's checkout would decide it.
    const variable = key === 'api-url' ? ' or INSIGHT_REPORT_API_URL' : '';
    const expected = `${key} under "with:" of the workflow's step; on the command line --${key}${variable}`;
    problems.add({ why: 'is for the step alone, never for a file', expected });
    return;
  }
  const hint = nearestWord(key, knownKeys);
  // Forty keys would bury what else is wrong.
  problems.add({ why: 'is an unknown key', expected: 'a key of docs/reference/config.md', hint });
}

const IN_FILE =
  'does not belong in a file, which everyone who can read the repository can read (if it is a real one, revoke it)';

/** Whether a value has the shape that an input takes: a text, a list or a map. If not, a problem is noted. */
function hasShape(name: InputName, value: YamlValue, problems: Problems): boolean {
  const { kind }: DeclaredInput = INPUTS[name];
  if (typeof value === 'string' || kind === 'yaml') return true;
  if (kind !== 'list' || isMap(value)) {
    refuseKind(value, EXPECTED_SHAPES[kind], problems);
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
