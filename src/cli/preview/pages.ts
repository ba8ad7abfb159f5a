// Renders a report for each destination, as the preview's page shows it: HTML, and how much of GitHub's
// limit is used.
import {
  hasTitle,
  PAGE_DESTINATIONS,
  type PageDestination,
  type ReportRequest,
} from '../../report/inputs/request.ts';
import { linkToWhole, renderReport, renderTitle } from '../../report/render/report.ts';
import { TemplateError } from '../../report/render/template/errors.ts';
import type { Results } from '../../report/results/results.ts';
import { githubHtml } from './github-html.ts';
import { BODY_LIMIT_UNITS, pageLimit, RELEASE_LIMIT_UNITS } from '../../report/publish/body/compose.ts';

/** A report as one destination would show it. */
type PreviewPage = Awaited<ReturnType<typeof renderPage>>;

/** A rendered page, or why it could not be rendered. */
export interface PageResult {
  readonly destination: PageDestination;
  readonly page: PreviewPage | null;
  readonly error: string | null;
}

/**
 * Renders results for every destination, as the Action would with an empty summary. A template's error is
 * given, not thrown.
 */
export function renderPreviews(results: Results, request: ReportRequest): Promise<readonly PageResult[]> {
  return Promise.all(PAGE_DESTINATIONS.map((destination) => tryRenderPage(destination, results, request)));
}

async function tryRenderPage(
  destination: PageDestination,
  results: Results,
  request: ReportRequest,
): Promise<PageResult> {
  try {
    return { destination, page: await renderPage(destination, results, request), error: null };
  } catch (error) {
    if (error instanceof TemplateError) return { destination, page: null, error: error.message };
    throw error;
  }
}

async function renderPage(destination: PageDestination, results: Results, request: ReportRequest) {
  const template = request.templates[destination];
  const limit = pageLimit(destination, results.reportId, results.thresholds.length, 0);
  const hasSummary = request.posting.destinations.includes('summary');
  const whole = linkToWhole(destination, hasSummary, results.run?.url ?? null);
  const { markdown, ...notShown } = await renderReport(results, {
    template,
    destination,
    limit,
    links: { whole },
  });
  return {
    ...notShown,
    destination,
    template: template.name,
    title: hasTitle(destination) ? await renderTitle(results, request.posting.issueTitle) : null,
    markdown,
    html: githubHtml(markdown, { hardBreaks: destination !== 'summary' }),
    used: computeUsage(markdown, limit, destination),
  };
}

/**
 * The limit and how much of it is used: by the page, and at most (`reserved`) by what publishing adds to it,
 * such as the hidden state of an issue.
 */
function computeUsage(
  markdown: string,
  { units, count }: ReturnType<typeof pageLimit>,
  destination: PageDestination,
) {
  // The limit of a release's notes, of which the report is only a section.
  const whole = destination === 'release' ? RELEASE_LIMIT_UNITS : null;
  return units === 'bytes'
    ? { units, page: Buffer.byteLength(markdown), reserved: 0, limit: count, whole: null }
    : {
        units: 'characters',
        page: markdown.length,
        reserved: BODY_LIMIT_UNITS - count,
        limit: BODY_LIMIT_UNITS,
        whole,
      };
}
