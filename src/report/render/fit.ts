// Shortens a report until it fits into its destination: a comment may have 65,536 characters, a job summary 1
// MiB. Templates may be a user's own, so it renders, measures and renders again with less. Pure.
import { plural } from '../../text/plural.ts';
import { TemplateError } from './template/errors.ts';
import type { InsightView } from './view/insight-types.ts';
import type { NotShownView, View } from './view/report-types.ts';

/** The size that a destination allows; null if there is no limit. */
export type Limit = { readonly units: 'utf16' | 'bytes'; readonly count: number } | null;

/** A rendered report and how much of it was left out. */
export interface FittedReport {
  readonly markdown: string;
  readonly rowsNotShown: number;
  readonly sectionsNotShown: number;
}

/**
 * What fitting needs to render: the report, and the notice of what is missing, for templates that do not
 * print it.
 */
interface Renderer {
  readonly report: (view: View) => string;
  readonly notice: (view: View) => string;
  /** The insight at an index with so many of its rows. */
  readonly shorten: (insight: number, shown: number) => InsightView;
  /** Short pages that say that the report does not fit, the fullest first. */
  readonly pages: (view: View) => readonly string[];
}

/**
 * Renders a view so that it stays within a limit. First the queries are left out, then rows (from the end of
 * the longest tables, so that each table keeps its first rows), then whole sections from the end, and at
 * last all but the gates and one line. Text is never cut.
 */
export function fitReport(view: View, renderer: Renderer, limit: Limit): FittedReport {
  const complete = renderer.report(view);
  if (fits(complete, limit)) return { markdown: complete, rowsNotShown: 0, sectionsNotShown: 0 };
  const rowCount = view.insights.reduce((sum, insight) => sum + insight.rows.length, 0);
  const counts = view.insights.map((insight) => insight.rows.length);
  const attempt = (sections: number, rows: number): FittedReport | null => {
    const [rowsNotShown, sectionsNotShown] = [rowCount - rows, view.insights.length - sections];
    const markdown = tryRender(
      reduceView(view, renderer, { sections, kept: distributeRows(counts, rows), rowsNotShown }),
      renderer,
    );
    return markdown !== null && fits(markdown, limit) ? { markdown, rowsNotShown, sectionsNotShown } : null;
  };
  const sectionCount = view.insights.length;
  return (
    attempt(sectionCount, rowCount) ??
    bisectMost(rowCount - 1, (rows) => attempt(sectionCount, rows)) ??
    bisectMost(sectionCount - 1, (sections) => attempt(sections, 0)) ??
    renderFallback(view, renderer, limit, rowCount)
  );
}

/** Whether a text stays within a limit. */
export function fits(markdown: string, limit: Limit): boolean {
  if (limit === null) return true;
  return (limit.units === 'bytes' ? Buffer.byteLength(markdown) : markdown.length) <= limit.count;
}

/** The successful attempt with the greatest number, found by bisection; null if all fail. */
function bisectMost(greatest: number, attempt: (count: number) => FittedReport | null): FittedReport | null {
  let best: FittedReport | null = null;
  let [low, high] = [0, greatest];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const fitted = attempt(middle);
    if (fitted) {
      best = fitted;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/**
 * Distributes `rows` over the tables, one row to each in turn, so that long tables are cut to the same
 * height.
 */
function distributeRows(counts: readonly number[], rows: number): readonly number[] {
  const kept = counts.map(() => 0);
  for (let left = rows; left > 0;)
    for (const [index, count] of counts.entries()) {
      const shown = kept[index] ?? 0;
      if (left === 0 || shown === count) continue;
      kept[index] = shown + 1;
      left -= 1;
    }
  return kept;
}

/** How much of a view is left. */
interface Reduction {
  /** How many insights. */
  readonly sections: number;
  /** How many rows of each insight. */
  readonly kept: readonly number[];
  readonly rowsNotShown: number;
}

function reduceView(view: View, { shorten }: Renderer, { sections, kept, rowsNotShown }: Reduction): View {
  const insights = view.insights.slice(0, sections).map((insight, index) => {
    const count = kept[index] ?? 0;
    return count === insight.rows.length ? insight : shorten(index, count);
  });
  const notShown = notShownOf(rowsNotShown, view.insights.length - sections, view.queries.length > 0);
  // If no section is left, the lines at the top are left out, too.
  return { ...(sections === 0 ? withoutTop(view) : view), insights, queries: [], notShown };
}

function withoutTop(view: View): View {
  return { ...view, highlights: [], usual: [], says: { ...view.says, usual: null } };
}

/** What is left out, in words. Counts have no separators, so that programs can read them in every locale. */
function notShownOf(rows: number, sections: number, queries: boolean): NotShownView {
  const parts: string[] = [];
  if (rows > 0) parts.push(`${rows} ${plural('row', rows)}`);
  if (sections > 0) parts.push(`${sections} ${plural('section', sections)}`);
  if (parts.length === 0) parts.push('Queries');
  return { rows, sections, queries, text: `${parts.join(' and ')} not shown` };
}

/**
 * Renders a reduced view, with a notice of what is missing if the template prints none. Null if a user's
 * template fails, for instance because it needs a row that was left out.
 */
function tryRender(view: View, renderer: Renderer): string | null {
  try {
    const markdown = renderer.report(view);
    return markdown.includes(view.notShown?.text ?? '') ? markdown : `${markdown}\n${renderer.notice(view)}`;
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

function renderFallback(view: View, renderer: Renderer, limit: Limit, rowCount: number): FittedReport {
  const sections = view.insights.length;
  const pages = renderer.pages({
    ...withoutTop(view),
    insights: [],
    queries: [],
    notShown: notShownOf(rowCount, sections, true),
  });
  const markdown = pages.find((page) => fits(page, limit)) ?? pages.at(-1) ?? '';
  return { markdown, rowsNotShown: rowCount, sectionsNotShown: sections };
}
