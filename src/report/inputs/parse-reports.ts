// From raw inputs to validated requests, for the Action and the command line. Every mistake is noted, and all
// of them are reported together, before any request is sent.
import { nearestWord } from '../../text/nearest.ts';
import type { ConfigReport } from './config/file.ts';
import { type DeclaredInput, type InputName, INPUTS } from './declared.ts';
import type { InputEffects, ReadingContext } from './effects.ts';
import { type EntryContext, noteRepeatedNames } from './entries/entry.ts';
import { parseInsights } from './entries/insights.ts';
import { parseInterval } from './interval/parse.ts';
import { parseMarks } from './marks.ts';
import { splitList } from './list.ts';
import { parsePosting } from './posting.ts';
import { inputOf, Problems } from './problems.ts';
import { rawText, rawValue, inputReader, inputValue, hasInput, withoutEmpty, type RawInputs } from './raw.ts';
import type { InsightRequest, IntervalSpec, ReleaseRequest, ReportRequest } from './request.ts';
import {
  integerWithin,
  oneOf,
  parseBoolean,
  parseLocale,
  parseReportId,
  parseTitle,
  parseZone,
} from './scalars.ts';
import { findSecrets } from './secrets.ts';
import { missingTokenPolicy, noteMissingToken, parseService, hasDashboard } from './service.ts';
import { parseMinimums } from './minimums.ts';
import { parseSignals } from './signals.ts';
import { parseTemplates } from './templates.ts';
import { parseThresholds } from './thresholds.ts';
import type { YamlValue } from './yaml/value.ts';

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
    const place = (at: string): string => (isOfStep(raw, inputOf(at)) ? at : report.place(at));
    requests.push(await parseReport(settings, { ...context, problems: problems.within(place) }, raw));
  }
  noteRepeatedIds(requests, (index) => placeOfId(raw, reports?.[index]), problems);
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
    return [{ name: null, settings: {}, place: (at) => at }];
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

/** Whether an input's problems belong to the step: it is given there, or can only be given there. */
function isOfStep(raw: RawInputs, name: string): boolean {
  const declared: DeclaredInput | undefined = Object.entries(INPUTS).find(([each]) => each === name)?.[1];
  return hasInput(raw, name) || declared?.isOfStep === true;
}

/** The place where a report's id is given. */
function placeOfId(raw: RawInputs, report: ConfigReport | undefined): string {
  return report === undefined || hasInput(raw, 'report-id') ? 'report-id' : report.place('report-id');
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

/** Reads the inputs of one report, without a config file. Throws an InputError that names every problem. */
export async function parseInputs(raw: RawInputs, effects: InputEffects): Promise<ReportRequest> {
  const problems = new Problems();
  const request = await parseReport(raw, { ...effects, problems }, raw);
  problems.throwIfAny(findSecrets(raw));
  return request;
}

/**
 * Reads one report from its inputs and config keys (`raw`), and notes its problems. `typed` are the inputs of
 * the step or the command line alone: these may name what a config file may not. The service's token is empty
 * only if `on-missing-token` says to skip the run.
 */
async function parseReport(
  raw: RawInputs,
  context: ReadingContext,
  typed: RawInputs,
): Promise<ReportRequest> {
  const { problems } = context;
  const read = inputReader(raw, problems);
  const within = (name: InputName): ReadingContext => ({
    ...context,
    problems: problems.at(name),
    isTyped: hasInput(typed, name),
  });
  const timezone = hasInput(raw, 'timezone') ? read('timezone', parseZone) : null;
  const dryRun = read('dry-run', parseBoolean) ?? false;
  const policy = missingTokenPolicy(raw, context.fromFork);
  if (policy === 'fail') noteMissingToken(raw, problems);
  // Only to note a problem: `missingTokenPolicy` has read it already.
  read('on-missing-token', oneOf(INPUTS['on-missing-token'].choices));
  const timeZone = timezone ?? 'UTC';
  const interval = await parseInterval(inputValue(raw, 'interval'), { ...within('interval'), timeZone });
  const common = { ...within('queries'), problems, timeZone, interval: interval ?? NO_INTERVAL };
  const signals = await parseSignals(rawValue(raw, 'signals'), { ...common, ...within('signals') });
  const minimums = await parseMinimums(rawValue(raw, 'minimums'), { ...common, ...within('minimums') });
  const releases = await parseReleaseEntries(raw, context);
  const reportsOthers = signals !== null || releases.length > 0 || minimums?.maxLost != null;
  const insights = await parseEntries(raw, { ...common, mayBeEmpty: reportsOthers });
  noteRepeatedNames(insights, releases, problems);
  return {
    reportId: read('report-id', parseReportId) ?? '',
    title: read('title', parseTitle) ?? '',
    locale: read('locale', parseLocale) ?? '',
    timezone,
    insights,
    service: parseService(raw, problems),
    templates: await parseTemplates(rawValue(raw, 'template'), within('template')),
    posting: await parsePosting(
      raw,
      { isDryRun: dryRun, hasSecrets: policy !== 'skip' && !context.fromFork },
      context,
    ),
    minGroupSize: read('min-group-size', integerWithin(INPUTS['min-group-size'])) ?? 0,
    onError: read('on-error', oneOf(INPUTS['on-error'].choices)) ?? 'fail',
    thresholds: await parseThresholds(rawValue(raw, 'thresholds'), {
      ...within('thresholds'),
      insights,
      releases,
      isFaulty: (name) =>
        (['insights', 'queries', 'releases'] as const).some((input) => problems.at(input).at(name).areNoted),
    }),
    ...(releases.length === 0 ? {} : { releases }),
    onInconclusive: read('on-inconclusive', oneOf(INPUTS['on-inconclusive'].choices)) ?? 'fail',
    dryRun,
    marks: await parseMarks(rawValue(raw, 'marks'), within('marks')),
    signals,
    minimums,
  };
}

async function parseReleaseEntries(
  raw: RawInputs,
  context: ReadingContext,
): Promise<readonly ReleaseRequest[]> {
  const input = rawValue(raw, 'releases');
  if (input === '') return [];
  const { parseReleases } = await import('./entries/releases.ts');
  return parseReleases(input, { ...context, problems: context.problems.at('releases') });
}

/** Replaces an interval that cannot be read, so that the other inputs are read as well. */
const NO_INTERVAL: IntervalSpec = {
  kind: 'absolute',
  label: '',
  range: { startMs: 0, endMs: 0 },
  byDay: false,
};

async function parseEntries(
  raw: RawInputs,
  {
    mayBeEmpty,
    ...context
  }: ReadingContext & Pick<EntryContext, 'timeZone' | 'interval'> & { readonly mayBeEmpty: boolean },
): Promise<readonly InsightRequest[]> {
  const { problems } = context;
  const read = inputReader(raw, problems);
  const entryContext: ReadingContext & EntryContext = {
    ...context,
    top: read('top', integerWithin(INPUTS.top)) ?? INPUTS.top.min,
    compare: read('compare', oneOf(INPUTS.compare.choices)) ?? 'none',
    history: read('history', integerWithin(INPUTS.history)) ?? 0,
    isIntervalGiven: rawValue(raw, 'interval') !== '',
    hasDashboard: hasDashboard(raw),
  };
  const [insights, queries] = [rawValue(raw, 'insights'), rawValue(raw, 'queries')];
  const countBefore = problems.count;
  const saved = await parseInsights(insights, { ...entryContext, problems: problems.at('insights') });
  const fromFiles =
    queries === ''
      ? []
      : await parseQueryEntries(queries, { ...entryContext, problems: problems.at('queries') });
  const entries = [...saved, ...fromFiles];
  const isNothingNoted = problems.count === countBefore;
  if (entries.length === 0 && !mayBeEmpty && isNothingNoted) {
    const why = 'there is nothing to report: insights, queries and releases are all empty';
    const expected =
      "at least one insight's id in insights, one query file in queries, or one release in releases";
    problems.at('insights').add({ kind: 'nothing-to-report', why, expected });
  }
  return entries;
}

async function parseQueryEntries(
  queries: YamlValue,
  context: ReadingContext & EntryContext,
): Promise<readonly InsightRequest[]> {
  const { parseQueries } = await import('./entries/queries.ts');
  return parseQueries(queries, context);
}
