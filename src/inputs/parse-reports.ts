import { nearestWord } from '../text/nearest.ts';
import type { ConfigReport } from './config/file.ts';
import { type DeclaredInput, type InputName, INPUTS } from './declared.ts';
import type { InputEffects } from './effects.ts';
import { type EntryContext, noteRepeatedNames } from './entries/entry.ts';
import { parseInsights } from './entries/insights.ts';
import { parseInterval } from './interval/parse.ts';
import { parsePosting, splitList } from './posting.ts';
import { inputOf, Problems } from './problems.ts';
import { givenText, givenValue, inputText, isGiven, onlyGiven, type RawInputs } from './raw.ts';
import type { InsightRequest, IntervalSpec, ReportRequest, ServiceRequest } from './request.ts';
import {
  parseApiUrl,
  parseBoolean,
  parseChoice,
  parseInteger,
  parseLine,
  parseLocale,
  parseReportId,
  parseTitle,
  parseZone,
} from './scalars.ts';
import { findSecrets, parseToken } from './secrets.ts';
import { parseTemplates } from './templates.ts';
import { parseThresholds } from './thresholds.ts';

/**
 * Reads everything that was asked for, the config file included, or throws an InputError that names every problem: one
 * request for each report that runs, in the file's order. Inputs win over a report's own keys, those over the common ones.
 */
export async function parseReports(raw: RawInputs, effects: InputEffects): Promise<readonly ReportRequest[]> {
  const problems = new Problems();
  const secrets = [...findSecrets(raw)];
  const context = { ...effects, problems };
  const picked = await pickReports(raw, { ...context, onSecrets: (found) => secrets.push(...found) });
  const requests: ReportRequest[] = [];
  for (const report of picked ?? []) {
    const settings = mergeSettings(raw, report);
    if (effects.fromFork) noteForeignUrl(raw, report, problems);
    const place = (at: string): string => (isOfStep(raw, inputOf(at)) ? at : report.place(at));
    requests.push(await parseReport(settings, { ...context, problems: problems.within(place) }));
  }
  noteRepeatedIds(requests, (index) => placeOfId(raw, picked?.[index]), problems);
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
    if (!isAll)
      problems.add({ at: 'report', given: wanted.join(', '), why: NO_CONFIG_FILE, expected: 'config beside it' });
    return [{ name: null, settings: {}, place: (at) => at }];
  }
  const { readConfigFile } = await import('./config/file.ts');
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
      hint: nearestWord(name, names),
    });
  }
  return reports.filter(({ name }) => name !== null && wanted.includes(name));
}

const NO_CONFIG_FILE = 'and without a config file there is nothing to pick from';

/** What the inputs give, else the file; a report's id is its name where nobody gives one. */
function mergeSettings(raw: RawInputs, { name, settings }: ConfigReport): RawInputs {
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
function placeOfId(raw: RawInputs, report: ConfigReport | undefined): string {
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

/** Reads the inputs of one report, no config file beside them, or throws an InputError that names every problem. */
export async function parseInputs(raw: RawInputs, effects: InputEffects): Promise<ReportRequest> {
  const problems = new Problems();
  const request = await parseReport(raw, { ...effects, problems });
  problems.throwIfAny(findSecrets(raw));
  return request;
}

/**
 * Reads everything that is asked of one report; what is wrong with it is in `problems`. The service's token is empty only
 * where `on-missing-token` says to skip the run.
 */
async function parseReport(raw: RawInputs, context: ReadingContext): Promise<ReportRequest> {
  const { problems } = context;
  const text = (name: InputName): string => inputText(raw, name);
  const given = givenText(raw, 'timezone');
  const timezone = given === '' ? null : parseZone('timezone', given, problems);
  const dryRun = parseBoolean('dry-run', text('dry-run'), problems) ?? false;
  if (missingTokenPolicy(raw, context.fromFork) === 'fail') noteMissingToken(problems);
  parseChoice('on-missing-token', text('on-missing-token'), INPUTS['on-missing-token'].choices, problems);
  const insights = await parseEntries(raw, timezone ?? 'UTC', context);
  return {
    reportId: parseReportId('report-id', text('report-id'), problems) ?? '',
    title: parseTitle('title', text('title'), problems) ?? '',
    locale: parseLocale('locale', text('locale'), problems) ?? '',
    timezone,
    insights,
    service: parseService(raw, problems),
    templates: await parseTemplates('template', givenValue(raw, 'template'), context),
    posting: await parsePosting(raw, dryRun, context),
    minGroupSize: parseInteger('min-group-size', text('min-group-size'), INPUTS['min-group-size'], problems) ?? 0,
    onError: parseChoice('on-error', text('on-error'), INPUTS['on-error'].choices, problems) ?? 'fail',
    thresholds: await parseThresholds('thresholds', givenValue(raw, 'thresholds'), { ...context, insights }),
    onInconclusive:
      parseChoice('on-inconclusive', text('on-inconclusive'), INPUTS['on-inconclusive'].choices, problems) ?? 'fail',
    dryRun,
  };
}

/** What a report's inputs are read with. */
type ReadingContext = InputEffects & { readonly problems: Problems };

/** Stands in where the interval given was a problem, so that the rest is read as well. */
const NO_INTERVAL: IntervalSpec = { kind: 'absolute', label: '', range: { startMs: 0, endMs: 0 }, byDay: false };

async function parseEntries(
  raw: RawInputs,
  timeZone: string,
  context: ReadingContext,
): Promise<readonly InsightRequest[]> {
  const { problems } = context;
  const given = givenValue(raw, 'interval');
  const asked = given === '' ? INPUTS.interval.whenEmpty : given;
  const interval = await parseInterval('interval', asked, { ...context, timeZone });
  const entryContext: ReadingContext & EntryContext = {
    ...context,
    timeZone,
    top: parseInteger('top', inputText(raw, 'top'), INPUTS.top, problems) ?? INPUTS.top.min,
    compare: parseChoice('compare', inputText(raw, 'compare'), INPUTS.compare.choices, problems) ?? 'none',
    history: parseInteger('history', inputText(raw, 'history'), INPUTS.history, problems) ?? 0,
    interval: interval ?? NO_INTERVAL,
    isIntervalGiven: given !== '',
  };
  const [insights, queries] = [givenValue(raw, 'insights'), givenValue(raw, 'queries')];
  const problemsBefore = problems.count;
  const saved = await parseInsights(insights, entryContext);
  const kept = queries === '' ? [] : await (await import('./entries/queries.ts')).parseQueries(queries, entryContext);
  const entries = [...saved, ...kept];
  if (entries.length === 0 && problems.count === problemsBefore) {
    const expected = "at least one insight's id in insights, or one query file in queries";
    problems.add({
      at: 'insights',
      why: 'there is nothing to report: neither insights nor queries names anything',
      expected,
    });
  }
  noteRepeatedNames(entries, problems);
  return entries;
}

const MS_PER_SECOND = 1000;

function parseService(raw: RawInputs, problems: Problems): ServiceRequest {
  const integer = (name: 'timeout' | 'retries' | 'deadline' | 'concurrency'): number =>
    parseInteger(name, inputText(raw, name), INPUTS[name], problems) ?? INPUTS[name].min;
  const allowHttp = parseBoolean('allow-http', inputText(raw, 'allow-http'), problems) ?? true;
  const dataSource = givenText(raw, 'data-source');
  return {
    url: parseApiUrl('api-url', inputText(raw, 'api-url'), allowHttp, problems) ?? '',
    token: parseToken('api-token', raw, problems),
    dataSource: dataSource === '' ? null : parseLine('data-source', dataSource, DATA_SOURCE_LIMIT, problems),
    timeoutMs: integer('timeout') * MS_PER_SECOND,
    retries: integer('retries'),
    deadlineMs: integer('deadline') * MS_PER_SECOND,
    concurrency: integer('concurrency'),
  };
}

const DATA_SOURCE_LIMIT = 200;

/** What `on-missing-token` says for a run without an api-token: null when there is one. */
function missingTokenPolicy(raw: RawInputs, fromFork: boolean): 'fail' | 'skip' | null {
  if (givenText(raw, 'api-token') !== '') return null;
  const policy = givenText(raw, 'on-missing-token');
  if (policy === 'skip' || policy === 'fail') return policy;
  return fromFork ? 'skip' : 'fail';
}

/** Notes that the api-token is missing where that fails the run. */
function noteMissingToken(problems: Problems): void {
  problems.add({
    at: 'api-token',
    why: 'is empty',
    expected:
      "a personal access token of the query service (made in the dashboard's user settings, on a paid plan), kept as a secret of the repository and passed as api-token: ${{ secrets.NAME_OF_THE_SECRET }}",
  });
}
