import { INPUTS, type InputName } from './declared.ts';
import type { InputEffects } from './effects.ts';
import type { EntryContext } from './entries.ts';
import { parseInsights } from './insights.ts';
import { parseInterval } from './interval.ts';
import { parseLine, parseReportId, parseTitle } from './lines.ts';
import { missingToken, noteMissingToken } from './missing-token.ts';
import { noteRepeatedNames } from './names.ts';
import { parseLocale, parseZone } from './places.ts';
import { parsePosting } from './posting.ts';
import { Problems } from './problems.ts';
import { givenText, givenValue, inputText, type RawInputs } from './raw.ts';
import type { InsightRequest, IntervalSpec, ReportRequest, ServiceRequest } from './request.ts';
import { parseBoolean, parseChoice, parseInteger } from './scalars.ts';
import { parseTemplates } from './templates.ts';
import { parseThresholds } from './thresholds.ts';
import { parseToken, secretTexts } from './tokens.ts';
import { parseApiUrl } from './url.ts';

/** Reads the inputs of one report, no config file beside them, or throws an InputError that names every problem. */
export async function parseInputs(raw: RawInputs, effects: InputEffects): Promise<ReportRequest> {
  const problems = new Problems();
  const request = await parseReport(raw, { ...effects, problems });
  problems.throwIfAny(secretTexts(raw));
  return request;
}

/**
 * Reads everything that is asked of one report; what is wrong with it is in `problems`. The service's token is empty only
 * where `on-missing-token` says to skip the run.
 */
export async function parseReport(raw: RawInputs, context: ReadingContext): Promise<ReportRequest> {
  const { problems } = context;
  const text = (name: InputName): string => inputText(raw, name);
  const given = givenText(raw, 'timezone');
  const timezone = given === '' ? null : parseZone('timezone', given, problems);
  const dryRun = parseBoolean('dry-run', text('dry-run'), problems) ?? false;
  if (missingToken(raw, context.fromFork) === 'fail') noteMissingToken(problems);
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
export type ReadingContext = InputEffects & { readonly problems: Problems };

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
  const kept = queries === '' ? [] : await (await import('./queries.ts')).parseQueries(queries, entryContext);
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
