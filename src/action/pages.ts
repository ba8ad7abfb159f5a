// Renders every report for each of its destinations, within the length that GitHub takes. main.ts calls
// `renderAllPages`; posting.ts posts the pages.
import {
  type Destination,
  hasTitle,
  type PageDestination,
  type ReportRequest,
  type TemplateSource,
} from '../report/inputs/request.ts';
import type { RunContext } from '../report/publish/workflow/context.ts';
import type { GateState, PostedGate } from '../report/publish/body/state.ts';
import type { Post, PublishEffects } from '../report/publish/post.ts';
import { fits } from '../report/render/fit.ts';
import { buildPeriodLine, renderHistory } from '../report/render/history.ts';
import { type Flip, renderFlips } from '../report/render/flips.ts';
import { renderFailureLine } from '../report/render/no-report.ts';
import { linkToWhole, type RenderOptions, renderReport, renderTitle } from '../report/render/report.ts';
import { TemplateError } from '../report/render/template/errors.ts';
import type { Results } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import { fingerprint, isNothingReported, postedGates } from './gate-history.ts';
import { formatResults } from './outputs.ts';
import { pageLimit, summaryLimitBytes } from '../report/publish/body/compose.ts';

/** Everything that is rendered of one report. */
export interface Pages {
  /** The whole report, without a limit: the content of `report-path`. */
  readonly whole: string;
  readonly posts: readonly Post[];
  /** Renders the report for the job summary, whose file holds so many bytes already. */
  readonly forSummary: (usedBytes: number) => Promise<Post>;
  /** A sentence for each template that could not be rendered and was replaced by the built-in one. */
  readonly problems: readonly string[];
}

/**
 * Renders every report. Reports share the space in the step's summary: each gets an even part of what is
 * left.
 */
export async function renderAllPages(
  reports: readonly FinishedReport[],
  context: RunContext,
  effects: Pick<PublishEffects, 'fileSizeBytes'>,
): Promise<readonly Pages[]> {
  const all: Pages[] = [];
  let usedBytes = context.summaryPath === null ? 0 : await effects.fileSizeBytes(context.summaryPath);
  for (const [index, report] of reports.entries()) {
    const laterReports = reports.slice(index + 1);
    const others = laterReports.filter(({ request }) => request.posting.destinations.includes('summary'));
    const reservedBytes = Math.ceil((summaryLimitBytes(usedBytes) * others.length) / (others.length + 1));
    const pages = await renderPages(report, context, usedBytes + reservedBytes);
    const summary = pages.posts.find(({ destination }) => destination === 'summary');
    if (summary !== undefined && !report.request.dryRun)
      usedBytes += Buffer.byteLength(summary.body) + BETWEEN_BYTES;
    all.push(pages);
  }
  const withChecks = all.filter(({ posts }) => posts.some(({ checks }) => checks !== undefined));
  if (withChecks.length < 2) return all;
  const { nameApart } = await import('./checks.ts');
  const apart = nameApart(all.map(({ posts }) => posts));
  return all.map((pages, index) => ({ ...pages, posts: apart[index] ?? pages.posts }));
}

/** In the job summary: a blank line before a page and a line break after it. */
export const BETWEEN_BYTES = 3;

/** All whole reports, one after the other: the content of `report-path`. */
export function joinWholePages(pages: readonly Pages[]): string {
  const [only, ...others] = pages;
  if (only !== undefined && others.length === 0) return only.whole;
  return `${pages.map(({ whole }) => whole.trimEnd()).join('\n\n')}\n`;
}

/**
 * Renders one report for each destination, within its limit; `summaryBytes` of the job summary are not free.
 */
export async function renderPages(
  { results, request }: FinishedReport,
  context: RunContext,
  summaryBytes: number,
): Promise<Pages> {
  const problems = new Set<string>();
  const render = (options: RenderOptions) => renderOrBuiltin(results, options, problems);
  const { destinations } = request.posting;
  const common = await describePost({ results, request }, problems);
  const hasSummary = destinations.includes('summary') && context.summaryPath !== null;
  const template = request.templates.summary;
  const wholePage = await render({ template, destination: 'file', limit: null, links: { whole: null } });
  const renderPage = async (destination: PageDestination, usedBytes: number) => {
    const template = request.templates[destination];
    const limit = pageLimit(destination, request.reportId, results.thresholds.length, usedBytes);
    const links = { whole: linkToWhole(destination, hasSummary, context.runUrl) };
    const options = { template, destination, limit, links };
    const refit = (count: number) => render({ ...options, limit: { units: 'utf16', count } });
    // A built-in template renders the same text for a summary as for a file.
    const isWhole = destination === 'summary' && template.kind === 'builtin' && fits(wholePage, limit);
    return { ...common, destination, body: isWhole ? wholePage : await render(options), refit };
  };
  const renderPost = async (destination: Destination) => {
    if (destination === 'check') {
      const { buildChecks } = await import('./checks.ts');
      return { ...common, destination, body: '', checks: buildChecks({ results, request }) };
    }
    if (destination === 'webhook')
      return { ...common, destination, body: await renderMessage({ results, request }) };
    return renderPage(destination, summaryBytes);
  };
  const posts = await Promise.all(destinations.map(renderPost));
  return {
    whole: wholePage,
    posts,
    forSummary: (bytes) => renderPage('summary', bytes),
    problems: [...problems],
  };
}

/** What a webhook is sent: the results file, or a message for Slack. */
async function renderMessage({ results, request }: FinishedReport): Promise<string> {
  switch (request.posting.webhook.format) {
    case 'json':
      return formatResults(results);
    case 'slack': {
      const { renderSlackMessage } = await import('../report/render/slack/message.ts');
      return JSON.stringify(renderSlackMessage(results));
    }
  }
}

/** What the posts of a report have in common. */
async function describePost(
  { results, request }: FinishedReport,
  problems: Set<string>,
): Promise<Omit<Post, 'destination' | 'body' | 'refit'>> {
  const { destinations, issueTitle } = request.posting;
  const gates = postedGates(results);
  return {
    title: destinations.some(hasTitle) ? await titleOrPlain(results, issueTitle, problems) : results.title,
    reportId: request.reportId,
    fingerprint: fingerprint(results),
    period: periodId(results),
    configuration: configurationOf(request),
    failureLine: isNothingReported(results) ? renderFailureLine(results) : null,
    gates,
    madeMs: Date.parse(results.generatedAt),
    ...(destinations.some(hasTitle) && {
      history: { line: buildPeriodLine(results), render: (lines) => renderHistory(lines, results) },
    }),
    renderFlips: (flips) =>
      renderFlips(
        results,
        flips.flatMap((flip) => placeFlip(flip, gates)),
      ),
  };
}

/**
 * Equal for reports of the same insights and gates. By it, the jobs of a matrix find each its own earlier
 * post.
 */
export function configurationOf({ title, insights, releases, thresholds }: ReportRequest): string {
  const gates = thresholds.map(({ insight, assert }) => [insight, assert]);
  return JSON.stringify([title, insights, releases, gates]);
}

function placeFlip({ id, was, sinceMs }: GateState, gates: readonly PostedGate[]): readonly Flip[] {
  const place = gates.findIndex((gate) => gate.id === id);
  return was === null ? [] : [{ place, was: was.outcome, wasMs: was.atMs, sinceMs }];
}

const BUILTIN: TemplateSource = { kind: 'builtin', name: 'report' };

/**
 * Renders with the built-in template if the user's own fails over these results, so that the report is not
 * lost.
 */
async function renderOrBuiltin(
  results: Results,
  options: RenderOptions,
  problems: Set<string>,
): Promise<string> {
  try {
    return (await renderReport(results, options)).markdown;
  } catch (error) {
    if (!(error instanceof TemplateError) || options.template.kind === 'builtin') throw error;
    problems.add(`${error.message}; the built-in template "report" was used instead`);
    return (await renderReport(results, { ...options, template: BUILTIN })).markdown;
  }
}

async function titleOrPlain(results: Results, template: string, problems: Set<string>): Promise<string> {
  try {
    return await renderTitle(results, template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    problems.add(`${error.message}; the report's own title was used instead`);
    return await renderTitle(results, '{{title}}');
  }
}

/** Equal for reports of the same period: the first start and the last end of its insights. */
function periodId(results: Results): string {
  const periods = results.insights.flatMap((insight) => (insight.status === 'ok' ? [insight.interval] : []));
  const starts = periods.map(({ start }) => start).sort();
  const ends = periods.map(({ end }) => end).sort();
  return `${starts[0] ?? 'none'}/${ends.at(-1) ?? 'none'}`;
}
