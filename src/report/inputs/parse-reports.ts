// From raw inputs to validated requests, for the Action and the command line. Every mistake is noted, and all
// of them are reported together, before any request is sent.
import { nearestWord } from '../../text/nearest.ts';
import type { ConfigReport } from './config/file.ts';
import { type DeclaredInput, INPUTS } from './declared.ts';
import type { InputEffects, ReadingContext } from './effects.ts';
import { splitList } from './list.ts';
import { type Path, Problems, writePath } from './problems.ts';
import { rawText, rawValue, hasInput, withoutEmpty, type RawInputs } from './raw.ts';
import type { ReportRequest } from './request.ts';
import { findSecrets } from './secrets.ts';
import { parseReport } from './parse-report.ts';

/**
 * Reads the inputs and the config file that they name: one request for each report to run, in the file's
 * order. Inputs win over a report's own keys, and those over the common ones. Throws an InputError that names
 * every problem.
 */
export async function parseReports(raw: RawInputs, effects: InputEffects): Promise<readonly ReportRequest[]> {
  const problems = new Problems();
  const secrets = [...findSecrets(raw)];
  const context = { ...effects, problems };
  const reports = await pickReports(raw, (fileSecrets) => secrets.push(...fileSecrets), context);
  const requests: ReportRequest[] = [];
  for (const report of reports ?? []) {
    // Inputs win over the file. A report's id is its name, unless one is given.
    const settings = {
      ...(report.name === null ? {} : { 'report-id': report.name }),
      ...report.settings,
      ...withoutEmpty(raw),
    };
    const placeOf = (path: Path): string => (isOfStep(raw, path) ? writePath(path) : report.placeOf(path));
    requests.push(await parseReport(settings, { ...context, problems: problems.within(placeOf) }, raw));
  }
  const hasId = hasInput(raw, 'report-id');
  const placeOfId = (index: number): string =>
    (hasId ? null : reports?.[index]?.placeOf(['report-id'])) ?? 'report-id';
  noteRepeatedIds(requests, placeOfId, problems);
  problems.throwIfAny(secrets);
  return requests;
}

/**
 * The reports to run; without a config file, the one that the inputs describe. Null if the config file cannot
 * be read. A name that it does not have is noted, and the other reports are read for their problems.
 */
async function pickReports(
  raw: RawInputs,
  onSecrets: (secrets: readonly string[]) => void,
  context: ReadingContext,
): Promise<readonly ConfigReport[] | null> {
  const { problems } = context;
  const path = rawText(raw, 'config');
  const wanted = splitList(rawValue(raw, 'report'));
  const isAll = wanted.every((name) => name === 'all');
  if (path === '') {
    if (!isAll)
      problems.at('report').add({
        input: wanted.join(', '),
        why: NO_CONFIG_FILE,
        expected: 'config as well: the path of the file that names the reports',
      });
    return [{ name: null, settings: {}, placeOf: writePath }];
  }
  const { readConfigFile } = await import('./config/file.ts');
  const reports = await readConfigFile(path, onSecrets, context);
  if (reports === null) return null;
  const names = reports.flatMap(({ name }) => (name === null ? [] : [name]));
  if (wanted.length === 0 || (isAll && !names.includes('all'))) return reports;
  for (const name of wanted.filter((each) => !names.includes(each))) {
    const expected =
      names.length === 0 ? `no report: ${path} does not name any` : `any of ${names.join(', ')}`;
    const hint = nearestWord(name, names);
    problems.at('report').add({
      input: name,
      why: 'which is not a report of the config file',
      expected,
      hint,
    });
  }
  return reports.filter(({ name }) => name !== null && wanted.includes(name));
}

const NO_CONFIG_FILE = 'but without a config file there are no reports to choose from';

/** Whether a problem belongs to the step: its input is given there, or can only be given there. */
function isOfStep(raw: RawInputs, [name = '']: Path): boolean {
  const inputs: Readonly<Record<string, DeclaredInput | undefined>> = INPUTS;
  return hasInput(raw, name) || inputs[name]?.isOfStep === true;
}

/** Two reports with the same id would overwrite each other's posts. */
function noteRepeatedIds(
  requests: readonly ReportRequest[],
  placeOf: (index: number) => string,
  problems: Problems,
): void {
  const ids = requests.map(({ reportId }) => reportId);
  const repeated = new Set(ids.filter((id, index) => id !== '' && ids.indexOf(id) !== index));
  for (const id of repeated) {
    const why = 'which several reports of this run have';
    problems.at(placeOf(ids.lastIndexOf(id))).add({
      input: id,
      why,
      expected: 'a different id for each report',
    });
  }
}
