import type { Destination, ReportRequest, TemplateSource } from '../inputs/request.ts';
import type { RunContext } from '../publish/run/context.ts';
import { pageLimit, summaryLimitBytes } from '../publish/body/limits.ts';
import type { Post, PublishEffects } from '../publish/post.ts';
import { formatDay } from '../render/format/dates.ts';
import { renderFailureLine } from '../render/report.ts';
import { fits } from '../render/fit.ts';
import { numberFormat } from '../render/format/numbers.ts';
import { type RenderOptions, renderReport } from '../render/report.ts';
import { TemplateError } from '../render/template/errors.ts';
import { renderTitle } from '../render/title.ts';
import type { Results } from '../results.ts';
import type { FinishedReport } from './previous-post.ts';

/** Renders every report. They share the step's summary: each has an even part of what those before it leave. */
export async function renderAllPages(
  reported: readonly FinishedReport[],
  context: RunContext,
  effects: Pick<PublishEffects, 'fileSizeBytes'>,
): Promise<readonly Pages[]> {
  const all: Pages[] = [];
  let usedBytes = 0;
  for (const [index, { results, request }] of reported.entries()) {
    const sharing = reported.slice(index).filter((each) => each.request.posting.destinations.includes('summary'));
    const others = Math.max(0, sharing.length - 1);
    const fileSizeBytes = async (path: string): Promise<number> => {
      const heldBytes = (await effects.fileSizeBytes(path)) + usedBytes;
      return heldBytes + Math.ceil((summaryLimitBytes(heldBytes) * others) / (others + 1));
    };
    const pages = await renderPages(results, request, context, { fileSizeBytes });
    const summary = pages.posts.find(({ destination }) => destination === 'summary');
    if (summary !== undefined && !request.dryRun) usedBytes += Buffer.byteLength(summary.body) + BETWEEN_BYTES;
    all.push(pages);
  }
  return all;
}

/** A blank line before a page and the end of its last one. */
const BETWEEN_BYTES = 3;

/** Makes the formats of a locale ready: the first use of Intl takes 15 ms. */
export function prepareFormats(locale: string): void {
  numberFormat(locale).number(1000);
  formatDay(0, locale, 'UTC');
}

/** The whole of every report, one after the other, as `report-path` holds it. */
export function joinWholePages(pages: readonly Pages[]): string {
  const [only, ...others] = pages;
  if (only !== undefined && others.length === 0) return only.whole;
  return `${pages.map(({ whole }) => whole.trimEnd()).join('\n\n')}\n`;
}

/** Everything that is rendered of one run. */
export interface Pages {
  /** The whole report, without a limit, as `report-path` holds it. */
  readonly whole: string;
  readonly posts: readonly Post[];
  /** Templates that could not be rendered, a sentence each; the built-in one stands in for them. */
  readonly problems: readonly string[];
}

/** Renders the results for each destination, within what it holds. */
export async function renderPages(
  results: Results,
  request: ReportRequest,
  context: RunContext,
  effects: Pick<PublishEffects, 'fileSizeBytes'>,
): Promise<Pages> {
  const problems = new Set<string>();
  const render = (options: RenderOptions): Promise<string> => renderOrBuiltin(results, options, problems);
  const summaryBytes = context.summaryPath === null ? 0 : await effects.fileSizeBytes(context.summaryPath);
  const { destinations, issueTitle } = request.posting;
  const common = {
    title: TITLED.some((each) => destinations.includes(each))
      ? await titleOf(results, issueTitle, problems)
      : results.title,
    reportId: request.reportId,
    fingerprint: destinations.some(isMarked) ? await fingerprintOf(results) : '',
    period: periodId(results),
    failureLine: isNothingReported(results) ? renderFailureLine(results) : null,
  };
  // The run's page shows the job summary: without one there is nothing to be found there.
  const hasSummary = destinations.includes('summary') && context.summaryPath !== null;
  const whole = await render({
    template: request.templates.summary,
    destination: 'file',
    limit: null,
    links: { whole: null },
  });
  const posts = destinations.map(async (destination) => {
    const template = request.templates[destination];
    const limit = pageLimit(destination, request.reportId, summaryBytes);
    const links = { whole: destination === 'summary' || !hasSummary ? null : context.runUrl };
    const options = { template, destination, limit, links };
    const refit = (count: number): Promise<string> => render({ ...options, limit: { units: 'utf16', count } });
    // A built-in template writes the same into a summary as into a file: once is enough.
    const isWhole = destination === 'summary' && template.kind === 'builtin' && fits(whole, limit);
    return { ...common, destination, body: isWhole ? whole : await render(options), refit };
  });
  return { whole, posts: await Promise.all(posts), problems: [...problems] };
}

/** Destinations that have a title of their own. */
const TITLED = ['issue', 'discussion'] as const;

/** A summary holds no marker, and so nothing that a hash would be needed for: that takes 6 ms to load. */
function isMarked(destination: Destination): boolean {
  return destination !== 'summary';
}

async function fingerprintOf(results: Results): Promise<string> {
  const { fingerprint } = await import(/* webpackMode: "eager" */ './fingerprint.ts');
  return fingerprint(results);
}

function isNothingReported({ insights }: Results): boolean {
  return insights.length > 0 && insights.every(({ status }) => status === 'error');
}

const BUILTIN: TemplateSource = { kind: 'builtin', name: 'report' };

/** A template that fails over these results must not cost the report: the built-in one takes its place. */
async function renderOrBuiltin(results: Results, options: RenderOptions, problems: Set<string>): Promise<string> {
  try {
    return (await renderReport(results, options)).markdown;
  } catch (error) {
    if (!(error instanceof TemplateError) || options.template.kind === 'builtin') throw error;
    problems.add(`${error.message}; the built-in template "report" stands in for it`);
    return (await renderReport(results, { ...options, template: BUILTIN })).markdown;
  }
}

async function titleOf(results: Results, template: string, problems: Set<string>): Promise<string> {
  try {
    return await renderTitle(results, template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    problems.add(`${error.message}; the report's title stands in for it`);
    return await renderTitle(results, '{{title}}');
  }
}

/** Equal for reports of the same period: the first start and the last end of what was asked for. */
export function periodId(results: Results): string {
  const periods = results.insights.flatMap((insight) => (insight.status === 'ok' ? [insight.interval] : []));
  const starts = periods.map(({ start }) => start).sort();
  const ends = periods.map(({ end }) => end).sort();
  return `${starts[0] ?? 'none'}/${ends.at(-1) ?? 'none'}`;
}
