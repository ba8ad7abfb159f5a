import { readConfigDocument, type ConfigDocument } from './config-document.ts';
import { readConfigKeys } from './config-keys.ts';
import { holdsToken, tokensIn } from './config-secrets.ts';
import { noteTwists } from './config-twists.ts';
import type { InputEffects } from './effects.ts';
import { parseReportId } from './lines.ts';
import { inputOf, type Problems } from './problems.ts';
import { isGiven, onlyGiven, type RawInputs } from './raw.ts';
import { isMap, kindOf, type YamlValue } from './yaml-value.ts';

/** One report of a config file: its name (null where the file is a single report) and what the file gives for it. */
export interface ConfigReport {
  readonly name: string | null;
  readonly settings: RawInputs;
  /** The place of a problem: `.github/insight-report.yml:12, reports.weekly.interval`. */
  readonly place: (at: string) => string;
}

/** Reads a config file: its reports in the order of the file. What is wrong with it is in `problems`. */
export async function readConfigFile(
  path: string,
  onSecrets: (secrets: readonly string[]) => void,
  context: Pick<InputEffects, 'readFile' | 'loadYaml'> & { readonly problems: Problems },
): Promise<readonly ConfigReport[] | null> {
  const { problems } = context;
  let isTwisted = false;
  const onText = (text: string): void => {
    onSecrets(tokensIn(text));
    noteTokens(path, text, problems);
    isTwisted = noteTwists(path, text, problems);
  };
  const document = await readConfigDocument(path, onText, context);
  const reports = document === null ? null : readReports(document, problems);
  // What YAML cut is no assertion to find further fault with.
  return reports?.map((report) => (isTwisted ? withoutThresholds(report) : report)) ?? null;
}

function noteTokens(path: string, text: string, problems: Problems): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (!holdsToken(line)) continue;
    const why = 'there is a token in the file, which everybody has who reads the repository (revoke it)';
    const expected = 'tokens in secrets, passed as the inputs api-token and github-token';
    problems.add({ at: `${path}:${index + 1}`, why, expected });
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
  if (reports === '') return [{ name: null, settings: onlyGiven(common), place: placeIn(document, []) }];
  if (isMap(reports) && reports.size > 0 && reports.size <= COUNT_LIMIT) {
    return [...reports].map(([name, value]) => readReport(name, value, common, document, problems));
  }
  const what = isMap(reports) ? `names ${reports.size} reports` : `is ${kindOf(reports)}`;
  return problems.add({ at: `${lineOf('reports')}, reports`, why: what, expected: EXPECTED });
}

const COUNT_LIMIT = 50;
const EXPECTED = `a map of 1 to ${COUNT_LIMIT} names, each to the keys of one report`;

function readReport(
  name: string,
  value: YamlValue,
  common: RawInputs,
  document: ConfigDocument,
  problems: Problems,
): ConfigReport {
  const place = placeIn(document, ['reports', name]);
  const at = place('').replace(/\.$/, '');
  parseReportId(at, name, problems);
  // A report may have nothing of its own: `everything:` runs what is common.
  if (!isMap(value) && value !== '') problems.add({ at, why: `is ${kindOf(value)}`, expected: 'a map of keys' });
  const own = isMap(value) ? readConfigKeys(value, [], problems.within(place)) : {};
  const commonPlace = placeIn(document, []);
  const isCommon = (key: string): boolean => isGiven(common, key) && !isGiven(own, key);
  return {
    name,
    settings: { ...common, ...onlyGiven(own) },
    place: (spot) => (isCommon(inputOf(spot)) ? commonPlace(spot) : place(spot)),
  };
}

function placeIn({ lineOf }: ConfigDocument, above: readonly string[]): (at: string) => string {
  return (at) => {
    const path = [...above, ...(at === '' ? [] : [at])];
    return `${lineOf(path.join(', '))}, ${[...above, at].join('.')}`;
  };
}
