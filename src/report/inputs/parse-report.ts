// From the raw inputs of one report to a validated request; all mistakes are noted. `parse-reports.ts` does
// so for each report of a config file.
import { declaredReader } from './declared-reader.ts';
import type { InputName } from './declared.ts';
import type { InputEffects, ReadingContext } from './effects.ts';
import { type EntrySettings, noteRepeatedNames } from './entries/entry.ts';
import { parseInsights } from './entries/insights.ts';
import { parseInterval } from './interval/parse.ts';
import { parseMarks } from './marks.ts';
import { parsePosting } from './posting/posting.ts';
import { Problems } from './problems.ts';
import { rawValue, inputReader, inputValue, hasInput, type RawInputs } from './raw.ts';
import type { InsightRequest, IntervalSpec, ReleaseRequest, ReportRequest } from './request.ts';
import { parseLocale, parseReportId, parseTitle, parseZone } from './scalars.ts';
import { findSecrets } from './secrets.ts';
import { hasDashboard, parseService, parseTokenPolicy } from './service.ts';
import { parseMinimums } from './minimums.ts';
import { parseSignals } from './signals.ts';
import { parseTemplates } from './templates.ts';
import { parseThresholds } from './thresholds/thresholds.ts';
import type { YamlValue } from './yaml/value.ts';

/** Reads the inputs of one report, without a config file. Throws an InputError that names every problem. */
export async function parseInputs(raw: RawInputs, effects: InputEffects): Promise<ReportRequest> {
  const problems = new Problems();
  const request = await parseReport(raw, { ...effects, problems }, raw);
  problems.throwIfAny(findSecrets(raw));
  return request;
}

/** Gives what an input is read with: its problems are noted under its name. */
type ContextOf = (name: InputName) => ReadingContext;

/**
 * Reads one report from its inputs and config keys (`raw`), and notes its problems. `typed` are the inputs of
 * the step or the command line alone: these may name what a config file may not. The service's token is empty
 * only if `on-missing-token` says to skip the run.
 */
export async function parseReport(
  raw: RawInputs,
  context: ReadingContext,
  typed: RawInputs,
): Promise<ReportRequest> {
  const { problems, fromFork } = context;
  const read = inputReader(raw, problems);
  const { choice, integer, boolean } = declaredReader(raw, problems);
  const contextOf: ContextOf = (name) => ({
    ...context,
    problems: problems.at(name),
    isTyped: hasInput(typed, name),
  });
  const dryRun = boolean('dry-run');
  const tokenPolicy = parseTokenPolicy(raw, fromFork, problems);
  const timezone = hasInput(raw, 'timezone') ? read('timezone', parseZone) : null;
  const timeZone = timezone ?? 'UTC';
  const intervalInput = inputValue(raw, 'interval');
  const interval = await parseInterval(intervalInput, { ...contextOf('interval'), timeZone });
  const period = { timeZone, interval: interval ?? NO_INTERVAL };
  const releases = await parseReleaseEntries(rawValue(raw, 'releases'), contextOf('releases'));
  const insights = await parseEntries(raw, period, contextOf, problems);
  noteRepeatedNames(insights, releases, problems);
  const isFaulty = (name: string): boolean =>
    (['insights', 'queries', 'releases'] as const).some((input) => problems.at(input).at(name).areNoted);
  const request: ReportRequest = {
    reportId: read('report-id', parseReportId) ?? '',
    title: read('title', parseTitle) ?? '',
    locale: read('locale', parseLocale) ?? '',
    timezone,
    insights,
    service: parseService(raw, problems),
    templates: await parseTemplates(rawValue(raw, 'template'), contextOf('template')),
    posting: await parsePosting(
      raw,
      { isDryRun: dryRun, hasSecrets: tokenPolicy !== 'skip' && !fromFork },
      context,
    ),
    minGroupSize: integer('min-group-size'),
    onError: choice('on-error'),
    thresholds: await parseThresholds(rawValue(raw, 'thresholds'), {
      ...contextOf('thresholds'),
      insights,
      releases,
      isFaulty,
    }),
    releases,
    onInconclusive: choice('on-inconclusive'),
    dryRun,
    marks: await parseMarks(rawValue(raw, 'marks'), contextOf('marks')),
    signals: await parseSignals(rawValue(raw, 'signals'), { ...contextOf('signals'), ...period }),
    minimums: await parseMinimums(rawValue(raw, 'minimums'), { ...contextOf('minimums'), ...period }),
  };
  if (isEmpty(request) && !problems.at('insights').areNoted && !problems.at('queries').areNoted)
    problems.at('insights').add(NOTHING_TO_REPORT);
  return request;
}

/** Whether there is nothing to report: no table, no release, no event names, and no gate on minimums. */
function isEmpty({ insights, releases = [], signals, minimums }: ReportRequest): boolean {
  return insights.length + releases.length === 0 && signals == null && minimums?.maxLost == null;
}

const NOTHING_TO_REPORT = {
  kind: 'nothing-to-report',
  why: 'there is nothing to report: insights, queries and releases are all empty',
  expected: "at least one insight's id in insights, one query file in queries, or one release in releases",
} as const;

/** Replaces an interval that cannot be read, so that the other inputs are read as well. */
const NO_INTERVAL: IntervalSpec = {
  kind: 'absolute',
  label: '',
  range: { startMs: 0, endMs: 0 },
  byDay: false,
};

/** Loads the parser only if there are releases. */
async function parseReleaseEntries(
  input: YamlValue,
  context: ReadingContext,
): Promise<readonly ReleaseRequest[]> {
  if (input === '') return [];
  const { parseReleases } = await import('./entries/releases.ts');
  return parseReleases(input, context);
}

/** Reads the saved insights and the queries from files, whose parser is loaded only if there are any. */
async function parseEntries(
  raw: RawInputs,
  period: Pick<EntrySettings, 'timeZone' | 'interval'>,
  contextOf: ContextOf,
  problems: Problems,
): Promise<readonly InsightRequest[]> {
  const { choice, integer } = declaredReader(raw, problems);
  const settings: EntrySettings = {
    ...period,
    isIntervalGiven: hasInput(raw, 'interval'),
    top: integer('top'),
    compare: choice('compare'),
    history: integer('history'),
    hasDashboard: hasDashboard(raw),
  };
  const saved = await parseInsights(rawValue(raw, 'insights'), { ...contextOf('insights'), ...settings });
  const files = rawValue(raw, 'queries');
  if (files === '') return saved;
  const { parseQueries } = await import('./entries/queries.ts');
  return [...saved, ...(await parseQueries(files, { ...contextOf('queries'), ...settings }))];
}
