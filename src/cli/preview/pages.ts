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
interface PreviewPage {
  readonly destination: PageDestination;
  /** The template's name or path. */
  readonly template: string;
  /** The title of an issue or a discussion; null elsewhere. */
  readonly title: string | null;
  readonly markdown: string;
  readonly html: string;
  /**
   * The destination's limit and how much of it is used: by the page, and at most by what publishing adds to
   * it.
   */
  readonly used: {
    readonly units: 'characters' | 'bytes';
    readonly page: number;
    readonly reserved: number;
    readonly limit: number;
    /**
     * GitHub's limit for the whole text, if the report is a part of it, as in a release's notes; null
     * elsewhere.
     */
    readonly whole: number | null;
  };
  readonly rowsNotShown: number;
  readonly sectionsNotShown: number;
}

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

async function renderPage(
  destination: PageDestination,
  results: Results,
  request: ReportRequest,
): Promise<PreviewPage> {
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

function computeUsage(
  markdown: string,
  limit: ReturnType<typeof pageLimit>,
  destination: PageDestination,
): PreviewPage['used'] {
  const count = limit.count;
  if (limit.units === 'bytes')
    return { units: 'bytes', page: Buffer.byteLength(markdown), reserved: 0, limit: count, whole: null };
  const whole = destination === 'release' ? RELEASE_LIMIT_UNITS : null;
  return {
    units: 'characters',
    page: markdown.length,
    reserved: BODY_LIMIT_UNITS - count,
    limit: BODY_LIMIT_UNITS,
    whole,
  };
}
