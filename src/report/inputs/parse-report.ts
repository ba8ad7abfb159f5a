// From the raw inputs of one report to a validated request; all mistakes are noted. `parse-reports.ts` does
// so for each report of a config file.
import { type InputName, INPUTS } from './declared.ts';
import type { InputEffects, ReadingContext } from './effects.ts';
import { type EntryContext, noteRepeatedNames } from './entries/entry.ts';
import { parseInsights } from './entries/insights.ts';
import { parseInterval } from './interval/parse.ts';
import { parseMarks } from './marks.ts';
import { parsePosting } from './posting.ts';
import { Problems } from './problems.ts';
import { rawValue, inputReader, inputValue, hasInput, type RawInputs } from './raw.ts';
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
export async function parseReport(
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
  const mayBeEmpty = signals !== null || releases.length > 0 || minimums?.maxLost != null;
  const insights = await parseEntries(raw, { ...common, mayBeEmpty });
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

/** Loads the parser only if there are releases. */
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
      : await (
          await import('./entries/queries.ts')
        ).parseQueries(queries, { ...entryContext, problems: problems.at('queries') });
  const entries = [...saved, ...fromFiles];
  if (entries.length === 0 && !mayBeEmpty && problems.count === countBefore)
    problems.at('insights').add({
      kind: 'nothing-to-report',
      why: 'there is nothing to report: insights, queries and releases are all empty',
      expected:
        "at least one insight's id in insights, one query file in queries, or one release in releases",
    });
  return entries;
}
