import type { InsightResult, Results } from '../../results.ts';
import { display } from '../format/display.ts';
import { buildGateView, orderGates, referToSections } from './gates.ts';
import { buildInsightView } from './insight.ts';
import type { ComparedView, InsightFacts, InsightView, PeriodView } from './insight-types.ts';
import { buildRestView } from './rows.ts';
import { sayInsight, type Surroundings } from './sentences/insight.ts';
import { isUnusual } from './sentences/news.ts';
import { sayReport } from './sentences/report.ts';
import type { PreviousPostView, RenderDestination, RunView, View } from './report-types.ts';

/** Builds the view of a whole report; `whole` is the address of the job summary, if one is written. */
export function buildView(results: Results, destination: RenderDestination, whole: string | null): View {
  const all = shortenRepeatedErrors(results.insights.map((insight) => buildInsightView(insight, results)));
  const shared = findSharedNotes(all);
  const facts = all.map((view) => ({ ...view, notes: view.notes.filter((note) => !shared.includes(note)) }));
  const reported = facts.filter(({ ok }) => ok);
  const period = commonValue(reported.map(({ period }) => period));
  const ofPeriod = reported.filter((view) => isSame(view.period, period));
  // Scans, retentions and experiments are never compared, so they do not keep the others from sharing their
  // compared period.
  const compared = commonValue(ofPeriod.flatMap(({ compared }) => compared ?? []));
  const view = {
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
    ...arrange(facts, { period, compared }, results.locale),
    releases: results.releases ?? [],
    signals: results.signals ?? null,
    notShown: null,
  };
  return { ...view, says: sayReport(view) };
}

/** The insights in their order, and which of them stand at the report's beginning. */
function arrange(
  facts: readonly InsightFacts[],
  { period, compared }: Pick<View, 'period' | 'compared'>,
  locale: string,
): Pick<
  View,
  | 'insights'
  | 'highlights'
  | 'several'
  | 'highlightsMore'
  | 'usual'
  | 'insightCount'
  | 'failedCount'
  | 'queries'
> {
  const summarized = facts.filter(({ ok, kind }) => ok && kind !== 'list');
  const inRange = summarized.filter(({ isUsual }) => isUsual);
  const usual = inRange.length < LEAST_USUAL ? [] : inRange;
  const shown = summarized.filter((each) => !usual.includes(each));
  const highlights = shown.slice(0, HIGHLIGHTS);
  const several = usual.length > 0 || highlights.length > 1;
  const around = { locale, several, saysComparison: several && compared !== null };
  const repeating = findRepeating(highlights, usual);
  const insights = facts.map((each) => {
    const samePeriod =
      period !== null &&
      isSame(each.period, period) &&
      (each.compared === null || isSame(each.compared, compared));
    const highlighted = highlights.includes(each) || usual.includes(each);
    const repeatsTotal = repeating.includes(each);
    return complete({ ...each, samePeriod, highlighted, repeatsTotal }, around);
  });
  const viewsOf = (some: readonly InsightFacts[]): readonly InsightView[] =>
    insights.filter((_, index) => some.some((each) => each === facts[index]));
  return {
    insights,
    highlights: viewsOf(highlights),
    several,
    highlightsMore: shown.length - highlights.length,
    usual: viewsOf(usual),
    insightCount: insights.length,
    failedCount: insights.filter((insight) => !insight.ok).length,
    queries: insights.filter((insight) => insight.query !== null),
  };
}

/** An insight with its sentences. */
function complete(facts: InsightFacts, around: Surroundings): InsightView {
  const { error, gone, highlighted, notes, rowCount, samePeriod } = facts;
  const hasOwn = error !== null || rowCount > 0 || gone.length > 0 || notes.length > 0;
  const hasSection = hasOwn || !highlighted || !samePeriod;
  return { ...facts, hasSection, says: sayInsight({ ...facts, hasSection }, around) };
}

/** The insight at an index as it is with so many of its rows. */
export function shortenInsight(view: View, results: Results, index: number, shown: number): InsightView {
  const insight = view.insights[index];
  if (insight === undefined)
    throw new RangeError(`a report of ${view.insights.length} has no insight ${index}`);
  const lost = insight.rows.length - shown;
  const rows = insight.series ? insight.rows.slice(lost) : insight.rows.slice(0, shown);
  const rest = buildRestView(results.insights[index], insight, shown, results.locale);
  return complete(
    { ...insight, rows, rest, hidden: insight.hidden + lost },
    { locale: view.locale, several: view.several, saysComparison: view.says.comparison !== null },
  );
}

/** The insights whose total an earlier line already shows. */
function findRepeating(
  highlights: readonly InsightFacts[],
  usual: readonly InsightFacts[],
): readonly InsightFacts[] {
  const totals = usual.filter((each) => !each.leadsWithAverage);
  const isRepeated = (view: InsightFacts, before: readonly InsightFacts[]): boolean =>
    before.some((each) => isSameTotal(each, view));
  return [
    ...highlights.filter(
      (each, place) => hasMoreThanTotal(each) && isRepeated(each, highlights.slice(0, place)),
    ),
    ...totals.filter((each, place) => isRepeated(each, [...highlights, ...totals.slice(0, place)])),
  ];
}

const HIGHLIGHTS = 5;
/** One alone gets the line that it would get otherwise. */
const LEAST_USUAL = 2;

/**
 * Whether two insights count the same, for example all users of a period, once by device and once by system.
 */
function isSameTotal(one: InsightFacts, other: InsightFacts): boolean {
  const isShown = one.total !== null && one.kind !== 'funnel' && other.kind !== 'funnel';
  return (
    isShown &&
    one.unit === other.unit &&
    one.total === other.total &&
    one.previousTotal === other.previousTotal
  );
}

/** Whether one line can say something besides the total. */
function hasMoreThanTotal({ movers, most, average }: InsightFacts): boolean {
  const { up, down, added, lost } = movers;
  return average !== null || (most ?? up ?? down ?? added ?? lost) !== null;
}

/**
 * Gives the full reason only once if several insights failed for the same one, such as a refused token; the
 * others refer to the first.
 */
function shortenRepeatedErrors(views: readonly InsightFacts[]): readonly InsightFacts[] {
  return views.map((view) => {
    const first = views.find(({ error }) => error !== null && error.message === view.error?.message);
    if (first === undefined || first === view || view.error === null) return view;
    return { ...view, error: { ...view.error, message: `the reason is that of ${first.title}.` } };
  });
}

/** The notes that most insights have, if there are several: such as the day of the last event. */
function findSharedNotes(views: readonly InsightFacts[]): readonly string[] {
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
  return { url: run.url, id: run.id, name };
}

/**
 * The same results with the insights in order of importance: those of gates that failed, of
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
  const facts = buildInsightView(insight, results);
  return facts.finding !== '' || isUnusual(facts) ? 2 : 3;
}
