import type { ConfigReport } from './config-file.ts';
import { INPUTS, type DeclaredInput } from './declared.ts';
import type { InputEffects } from './effects.ts';
import { splitList } from './lists.ts';
import { nearest } from './nearest.ts';
import { parseReport } from './parse.ts';
import { inputOf, Problems } from './problems.ts';
import { givenText, givenValue, isGiven, onlyGiven, type RawInputs } from './raw.ts';
import type { ReportRequest } from './request.ts';
import { secretTexts } from './tokens.ts';

/**
 * Reads everything that was asked for, the config file included, or throws an InputError that names every problem: one
 * request for each report that runs, in the file's order. Inputs win over a report's own keys, those over the common ones.
 */
export async function parseReports(raw: RawInputs, effects: InputEffects): Promise<readonly ReportRequest[]> {
  const problems = new Problems();
  const secrets = [...secretTexts(raw)];
  const context = { ...effects, problems };
  const picked = await pickReports(raw, { ...context, onSecrets: (found) => secrets.push(...found) });
  const requests: ReportRequest[] = [];
  for (const report of picked ?? []) {
    const settings = merge(raw, report);
    if (effects.fromFork) noteForeignUrl(raw, report, problems);
    const place = (at: string): string => (isOfStep(raw, inputOf(at)) ? at : report.place(at));
    requests.push(await parseReport(settings, { ...context, problems: problems.within(place) }));
  }
  noteRepeatedIds(requests, (index) => idPlace(raw, picked?.[index]), problems);
  problems.throwIfAny(secrets);
  return requests;
}

type PickContext = InputEffects & {
  readonly problems: Problems;
  readonly onSecrets: (secrets: readonly string[]) => void;
};

/** The reports that run; without a config file the one that the inputs make. Null once a problem was noted. */
async function pickReports(raw: RawInputs, context: PickContext): Promise<readonly ConfigReport[] | null> {
  const { problems } = context;
  const path = givenText(raw, 'config');
  const wanted = splitList(givenValue(raw, 'report'));
  const isAll = wanted.every((name) => name === 'all');
  if (path === '') {
    if (!isAll) problems.add({ at: 'report', given: wanted.join(', '), why: NO_FILE, expected: 'config beside it' });
    return [{ name: null, settings: {}, place: (at) => at }];
  }
  const { readConfigFile } = await import('./config-file.ts');
  const reports = await readConfigFile(path, context.onSecrets, context);
  if (reports === null) return null;
  const names = reports.flatMap(({ name }) => (name === null ? [] : [name]));
  if (wanted.length === 0 || (isAll && !names.includes('all'))) return reports;
  for (const name of wanted.filter((each) => !names.includes(each))) {
    const expected =
      names.length === 0 ? `no report: ${path} has no reports to pick from` : `any of ${names.join(', ')}`;
    problems.add({
      at: 'report',
      given: name,
      why: 'which is no report of the config file',
      expected,
      hint: nearest(name, names),
    });
  }
  return reports.filter(({ name }) => name !== null && wanted.includes(name));
}

const NO_FILE = 'and without a config file there is nothing to pick from';

/** What the inputs give, else the file; a report's id is its name where nobody gives one. */
function merge(raw: RawInputs, { name, settings }: ConfigReport): RawInputs {
  return { ...(name === null ? {} : { 'report-id': name }), ...settings, ...onlyGiven(raw) };
}

/** Whether a problem of an input is one of the step: the input is given there, or only there. */
function isOfStep(raw: RawInputs, name: string): boolean {
  const declared: DeclaredInput | undefined = Object.entries(INPUTS).find(([each]) => each === name)?.[1];
  return isGiven(raw, name) || declared?.kind === 'secret';
}

/** A file that strangers wrote must not say where the token is sent. */
function noteForeignUrl(raw: RawInputs, { settings, place }: ConfigReport, problems: Problems): void {
  if (givenText(raw, 'api-token') === '') return;
  for (const key of ['api-url', 'allow-http'] as const) {
    if (!isGiven(settings, key) || isGiven(raw, key)) continue;
    const why = "in a pull request of a fork the file may be a stranger's, and this key says where the token is sent";
    problems.add({ at: place(key), why, expected: `the input ${key} of the step instead` });
  }
}

/** Where a report's id is given. */
function idPlace(raw: RawInputs, report: ConfigReport | undefined): string {
  return report === undefined || isGiven(raw, 'report-id') ? 'report-id' : report.place('report-id');
}

/** Two reports with one id would write over each other's posts. */
function noteRepeatedIds(
  requests: readonly ReportRequest[],
  placeOf: (index: number) => string,
  problems: Problems,
): void {
  const ids = requests.map(({ reportId }) => reportId);
  const repeated = new Set(ids.filter((id, index) => id !== '' && ids.indexOf(id) !== index));
  for (const id of repeated) {
    problems.add({
      at: placeOf(ids.lastIndexOf(id)),
      given: id,
      why: 'the id of several reports of this run',
      expected: 'an id for each report (its name, where none is given)',
    });
  }
}
