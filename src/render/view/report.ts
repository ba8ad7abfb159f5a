import type { InsightResult, Results } from '../../results.ts';
import { display } from '../format/display.ts';
import { buildGateView, orderGates, referToSections } from './gates.ts';
import { buildInsightView } from './insight.ts';
import type { ComparedView, InsightView, PeriodView } from './insight-types.ts';
import type { PreviousPostView, RenderDestination, RunView, View } from './report-types.ts';

/** Builds the view of a whole report; `whole` is the address of the job summary, if one is written. */
export function buildView(results: Results, destination: RenderDestination, whole: string | null): View {
  const all = shortenRepeatedErrors(results.insights.map((insight) => buildInsightView(insight, results)));
  const shared = findSharedNotes(all);
  const views = all.map((view) => ({ ...view, notes: view.notes.filter((note) => !shared.includes(note)) }));
  const reported = views.filter(({ ok }) => ok);
  const period = commonValue(reported.map(({ period }) => period));
  const ofPeriod = reported.filter((view) => isSame(view.period, period));
  // Scans, retentions and experiments are never compared, so they do not keep the others from sharing their
  // compared period.
  const compared = commonValue(ofPeriod.flatMap(({ compared }) => compared ?? []));
  const hasCommon = (view: InsightView): boolean =>
    period !== null &&
    isSame(view.period, period) &&
    (view.compared === null || isSame(view.compared, compared));
  return {
    title: results.title,
    reportId: results.reportId,
    conclusion: results.conclusion,
    generatedAt: results.generatedAt,
    locale: results.locale,
    timezone: results.timezone,
    destination,
    run: buildRunView(results),
    whole,
    previousPost: buildPreviousPostView(results),
    roundedTo: results.insights.find((insight) => insight.status === 'ok')?.roundedTo ?? null,
    durationMs: results.durationMs,
    period,
    compared,
    gates: orderGates(
      results.thresholds.map((verdict) => buildGateView(referToSections(verdict, results), results)),
    ),
    notes: shared,
    ...arrange(views, hasCommon),
    releases: results.releases ?? [],
    signals: results.signals ?? null,
    notShown: null,
  };
}

/** The insights in their order, and which of them stand at the report's beginning. */
function arrange(
  views: readonly InsightView[],
  hasCommon: (view: InsightView) => boolean,
): Pick<
  View,
  'insights' | 'highlights' | 'highlightsMore' | 'usual' | 'insightCount' | 'failedCount' | 'queries'
> {
  const summarized = views.filter(({ ok, kind }) => ok && kind !== 'list');
  const inRange = summarized.filter(({ isUsual }) => isUsual);
  const usual = inRange.length < LEAST_USUAL ? [] : inRange;
  const shown = summarized.filter((view) => !usual.includes(view));
  const highlighted = shown.slice(0, HIGHLIGHTS);
  const insights = views.map((view) => {
    const place = highlighted.indexOf(view);
    const earlierUsual = usual
      .slice(0, Math.max(0, usual.indexOf(view)))
      .filter((each) => !each.leadsWithAverage);
    const before = place >= 0 ? highlighted.slice(0, place) : [...highlighted, ...earlierUsual];
    const isShown = place >= 0 ? hasMoreThanTotal(view) : usual.includes(view) && !view.leadsWithAverage;
    const repeatsTotal = isShown && before.some((each) => isSameTotal(each, view));
    return {
      ...view,
      samePeriod: hasCommon(view),
      highlighted: place >= 0 || usual.includes(view),
      repeatsTotal,
    };
  });
  return {
    insights,
    highlights: insights.filter((_, index) => highlighted.some((each) => each === views[index])),
    highlightsMore: shown.length - highlighted.length,
    usual: insights.filter((_, index) => usual.some((each) => each === views[index])),
    insightCount: insights.length,
    failedCount: insights.filter((insight) => !insight.ok).length,
    queries: insights.filter((insight) => insight.query !== null),
  };
}

const HIGHLIGHTS = 5;
/** One alone gets the line that it would get otherwise. */
const LEAST_USUAL = 2;

/**
 * Whether two insights count the same, for example all users of a period, once by device and once by system.
 */
function isSameTotal(one: InsightView, other: InsightView): boolean {
  const isShown = one.total !== null && one.kind !== 'funnel' && other.kind !== 'funnel';
  return (
    isShown &&
    one.unit === other.unit &&
    one.total === other.total &&
    one.previousTotal === other.previousTotal
  );
}

/** Whether one line can say something besides the total. */
function hasMoreThanTotal({ movers, most, average }: InsightView): boolean {
  const { up, down, added, lost } = movers;
  return average !== null || (most ?? up ?? down ?? added ?? lost) !== null;
}

/**
 * Gives the full reason only once if several insights failed for the same one, such as a refused token; the
 * others refer to the first.
 */
function shortenRepeatedErrors(views: readonly InsightView[]): readonly InsightView[] {
  return views.map((view) => {
    const first = views.find(({ error }) => error !== null && error.message === view.error?.message);
    if (first === undefined || first === view || view.error === null) return view;
    return { ...view, error: { ...view.error, message: `the reason is that of ${first.title}.` } };
  });
}

/** The notes that most insights have, if there are several: such as the day of the last event. */
function findSharedNotes(views: readonly InsightView[]): readonly string[] {
  const reported = views.filter(({ ok }) => ok);
  const all = [...new Set(reported.flatMap(({ notes }) => notes))];
  const countOf = (note: string): number => reported.filter(({ notes }) => notes.includes(note)).length;
  return all.filter((note) => countOf(note) > 1 && countOf(note) * 2 > reported.length);
}

/** The value that more than half of them share; null if there is none. */
function commonValue<T extends PeriodView | ComparedView>(all: readonly (T | null)[]): T | null {
  return (
    all.find((each) => each !== null && all.filter((other) => isSame(each, other)).length * 2 > all.length) ??
    null
  );
}

function isSame(one: PeriodView | ComparedView | null, other: PeriodView | ComparedView | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The previous report. GitHub may start a scheduled run hours late, so a report is due once three quarters of
 * its gap have passed.
 */
function buildPreviousPostView({ previousPost, generatedAt }: Results): PreviousPostView | null {
  if (!previousPost) return null;
  const { url, at, expectedGapMs } = previousPost;
  const gaps = expectedGapMs === null ? 0 : (Date.parse(generatedAt) - Date.parse(at)) / expectedGapMs;
  // One of the due reports is this one. NaN, from an unreadable date, becomes 0.
  return { url, at, missed: Math.max(0, Math.floor(gaps + 0.25) - 1) || 0 };
}

/** The workflow run as a template sees it; null outside of GitHub Actions. */
export function buildRunView({ run }: Pick<Results, 'run'>): RunView | null {
  if (run === null) return null;
  const number = run.number === undefined ? 'run' : `run ${run.number}`;
  const name = run.workflow === undefined ? number : `${number} of ${display(run.workflow)}`;
  return { url: run.url, id: run.id, attempt: run.attempt, name };
}

/**
 * The same results with the insights in the order of what is worth knowing: those of gates that failed, of
 * gates that changed, warn or have no answer, those outside of their usual range or with a break, and then
 * the others as they were given.
 */
export function orderByWorth(results: Results): Results {
  if (results.insights.length < 2) return results;
  const places = results.insights.map((insight, index) => ({
    insight,
    index,
    worth: worthOf(insight, results),
  }));
  places.sort((one, other) => one.worth - other.worth || one.index - other.index);
  return { ...results, insights: places.map(({ insight }) => insight) };
}

function worthOf(insight: InsightResult, results: Results): number {
  const verdicts = results.thresholds.filter((verdict) =>
    (verdict.insights ?? [verdict.insight]).includes(insight.name),
  );
  if (verdicts.some(({ outcome }) => outcome === 'failed')) return 0;
  if (verdicts.some(({ outcome, was }) => outcome !== 'passed' || was !== undefined)) return 1;
  const { finding, isUnusual } = buildInsightView(insight, results);
  return finding !== '' || isUnusual ? 2 : 3;
}
