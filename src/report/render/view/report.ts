import type { InsightResult, Results, Verdict } from '../../results/results.ts';
import { display } from '../format/display.ts';
import { buildGateView, orderGates, referToSections } from './gates.ts';
import { buildInsightView } from './insight.ts';
import {
  type ComparedView,
  type InsightFacts,
  type InsightView,
  isByTime,
  type PeriodView,
} from './insight-types.ts';
import { buildRestView } from './rest.ts';
import { type Place, sayInsight, sayTotal } from './sentences/insight.ts';
import { isUnusual } from './sentences/news.ts';
import type { Sentence } from './sentences/sentence.ts';
import { sayReport } from './sentences/report.ts';
import type { PreviousPostView, RenderDestination, RunView, View } from './report-types.ts';
import type { RankingView } from './table-types.ts';

/** The view of a whole report; `whole` is the address of the job summary, if one is written. */
export function buildView(results: Results, destination: RenderDestination, whole: string | null): View {
  return prepareView(results, destination, whole).view;
}

/**
 * Builds the view of a whole report, which templates print, and `shorten`, which gives one of its insights
 * with fewer rows: `fit.ts` calls it until the page is short enough.
 */
export function prepareView(results: Results, destination: RenderDestination, whole: string | null) {
  const all = shortenRepeatedErrors(results.insights.map((insight) => buildInsightView(insight, results)));
  const shared = findSharedNotes(all);
  const facts = all.map((view) => ({ ...view, notes: view.notes.filter((note) => !shared.includes(note)) }));
  const reported = facts.filter(({ error }) => error === null);
  const period = commonValue(reported.map(({ period }) => period));
  const ofPeriod = reported.filter((view) => isSame(view.period, period));
  // Scans, retentions and experiments are never compared, so they do not keep the others from sharing their
  // compared period.
  const compared = commonValue(ofPeriod.flatMap(({ compared }) => compared ?? []));
  const { locale } = results;
  const top = arrange(facts, results);
  const placed = facts.map((each) => ({ each, place: placeOf(each, top, { locale, period, compared }) }));
  const insights = placed.map(({ each, place }) => complete(each, place));
  const viewsOf = (selected: readonly InsightFacts[]): readonly InsightView[] =>
    insights.filter((_, index) => selected.some((each) => each === facts[index]));
  const view = {
    title: results.title,
    reportId: results.reportId,
    conclusion: results.conclusion,
    generatedAt: results.generatedAt,
    locale,
    timezone: results.timezone,
    destination,
    run: buildRunView(results),
    whole,
    previousPost: buildPreviousPostView(results),
    durationMs: results.durationMs,
    period,
    compared,
    gates: orderGates(
      results.thresholds.map((verdict) => buildGateView(referToSections(verdict, results), results)),
    ),
    notes: shared,
    insights,
    highlights: viewsOf(top.highlights),
    several: top.several,
    highlightsMore: top.more,
    usual: viewsOf(top.usual),
    insightCount: insights.length,
    failedCount: insights.length - reported.length,
    queries: insights.filter(({ query }) => query !== null),
    releases: results.releases ?? [],
    signals: results.signals ?? null,
    minimums: results.minimums ?? null,
    notShown: null,
  };
  const shorten = (index: number, shown: number): InsightView => {
    const [insight, result] = [placed[index], results.insights[index]];
    if (insight === undefined || result?.status !== 'ok')
      throw new RangeError(`a report of ${insights.length} has no insight ${index} with rows`);
    const { each, place } = insight;
    const rows = isByTime(each) ? each.rows.slice(each.rows.length - shown) : each.rows.slice(0, shown);
    return complete({ ...each, rows, rest: buildRestView(result, each, shown, locale) }, place);
  };
  const repeating = top.repeating.map(({ name }) => name);
  return { view: { ...view, says: sayReport(view, repeating, totalAbove(placed, top)) }, shorten };
}

/** The total that several insights share, above the first of them; null if that is no highlight. */
function totalAbove(
  placed: readonly { readonly each: InsightFacts; readonly place: Place }[],
  { highlights }: Top,
): Sentence | null {
  const shown = placed.find(({ each, place }) => place.isTotalSaid && highlights.includes(each));
  return shown === undefined ? null : sayTotal(shown.each, shown.place);
}

/**
 * The insights at the report's beginning: those that get a line and how many more could, those within their
 * usual range, which share a line, and those of the same total, which is above them.
 */
type Top = ReturnType<typeof arrange>;

function arrange(facts: readonly InsightFacts[], results: Results) {
  const summarized = facts.filter(({ kind }) => kind !== null && kind !== 'list');
  const inRange = summarized.filter((each) => isUsual(each, results));
  const usual = inRange.length < LEAST_USUAL ? [] : inRange;
  const shown = summarized.filter((each) => !usual.includes(each));
  const highlights = shown.slice(0, HIGHLIGHTS);
  return {
    highlights,
    more: shown.length - highlights.length,
    usual,
    repeating: findRepeating(highlights, usual),
    several: usual.length > 0 || highlights.length > 1,
  };
}

/** Whether a total lies in its usual range, no row moved beyond chance, and no gate of it is open. */
function isUsual(facts: InsightFacts, { thresholds }: Results): boolean {
  const { usual, name, ranking, series } = facts;
  const isOpen = verdictsOn(name, thresholds).some(({ outcome }) => outcome !== 'passed');
  const hasNews = hasMovers(ranking) || (series !== null && series.finding !== '');
  return usual !== null && !isUnusual(facts) && !isOpen && !hasNews;
}

function hasMovers(ranking: RankingView | null): boolean {
  return ranking !== null && (ranking.up ?? ranking.down ?? ranking.added ?? ranking.lost) !== null;
}

function verdictsOn(name: string, thresholds: readonly Verdict[]): readonly Verdict[] {
  return thresholds.filter(({ insight, insights }) => (insights ?? [insight]).includes(name));
}

function placeOf(
  facts: InsightFacts,
  { highlights, usual, repeating, several }: Top,
  { locale, period, compared }: Pick<View, 'locale' | 'period' | 'compared'>,
): Place {
  const isCompared = facts.compared === null || isSame(facts.compared, compared);
  return {
    locale,
    isTopList: several,
    isComparisonSaid: several && compared !== null,
    isReportPeriod: period !== null && isSame(facts.period, period) && isCompared,
    hasTopLine: highlights.includes(facts),
    isAtTop: highlights.includes(facts) || usual.includes(facts),
    isTotalSaid: repeating.includes(facts),
  };
}

/** An insight with its sentences, and with whether it needs a section below the top of the report. */
function complete(facts: InsightFacts, place: Place): InsightView {
  const { error, notes, ranking, rowCount } = facts;
  const hasContent = error !== null || rowCount > 0 || (ranking?.gone.length ?? 0) > 0 || notes.length > 0;
  const hasSection = hasContent || !place.isAtTop || !place.isReportPeriod;
  return {
    ...facts,
    hasSection,
    isFolded: place.isTopList && !place.hasTopLine,
    says: sayInsight(facts, place),
  };
}

/**
 * The insights of the same total, if there are several: it stands once, above the first if that is a
 * highlight.
 */
function findRepeating(
  highlights: readonly InsightFacts[],
  usual: readonly InsightFacts[],
): readonly InsightFacts[] {
  const repeatable = [
    ...highlights.filter(hasMoreThanTotal),
    ...usual.filter(({ series }) => series?.average?.leads !== true),
  ];
  const groups = repeatable.map((each) => repeatable.filter((other) => isSameTotal(each, other)));
  const [first, ...others] = groups.find(({ length }) => length > 1) ?? [];
  return first === undefined || !highlights.includes(first) ? others : [first, ...others];
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
    one.previousTotal === other.previousTotal &&
    isSame(one.period, other.period)
  );
}

/** Whether one line can say something besides the total. */
function hasMoreThanTotal({ ranking, series }: InsightFacts): boolean {
  return (series?.average ?? ranking?.most ?? null) !== null || hasMovers(ranking);
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
  const reported = views.filter(({ error }) => error === null);
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
  const byWorth = Map.groupBy(results.insights, (insight) => worthOf(insight, results));
  const insights = [...byWorth].sort(([one], [other]) => one - other).flatMap(([, alike]) => alike);
  return { ...results, insights };
}

function worthOf(insight: InsightResult, results: Results): number {
  const verdicts = verdictsOn(insight.name, results.thresholds);
  if (verdicts.some(({ outcome }) => outcome === 'failed')) return 0;
  if (verdicts.some(({ outcome, was }) => outcome !== 'passed' || was !== undefined)) return 1;
  const facts = buildInsightView(insight, results);
  return (facts.series?.finding ?? '') !== '' || isUnusual(facts) ? 2 : 3;
}
