// Builds the view of a whole report, which every output prints: its insights, its gates, the lines at its
// top, and what several insights share. Pure.
import type { InsightResult, Results } from '../../results/results.ts';
import { arrangeTop, type Top } from './arrange/top.ts';
import { display } from '../format/display.ts';
import { buildGateView, orderGates } from './gates.ts';
import { buildInsightView } from './insight.ts';
import { type InsightFacts, type InsightView, isByTime } from './insight-types.ts';
import { buildRestView } from './rest.ts';
import { sayInsight } from './sentences/insight.ts';
import { sayTotal } from './sentences/glance.ts';
import type { Place } from './sentences/place.ts';
import { isSamePeriod } from './period.ts';
import type { Sentence } from './sentences/sentence.ts';
import { sayReport } from './sentences/report.ts';
import type { RenderDestination, RunView, View } from './report-types.ts';
import { commonValue, findSharedNotes, referToSections, shortenRepeatedErrors } from './shared.ts';

/** The view of a whole report; `whole` is the address of the job summary, if one is written. */
export function buildView(results: Results, destination: RenderDestination, whole: string | null): View {
  return prepareView(results, destination, whole).view;
}

/** An insight, and where in the report it is. */
interface PlacedInsight {
  readonly facts: InsightFacts;
  readonly place: Place;
}

/**
 * Builds the view of a whole report, and `shorten`, which gives one of its insights with fewer rows: `fit.ts`
 * calls it until the page is short enough.
 */
export function prepareView(results: Results, destination: RenderDestination, whole: string | null) {
  const { locale } = results;
  const all = shortenRepeatedErrors(results.insights.map((insight) => buildInsightView(insight, results)));
  const sharedNotes = findSharedNotes(all);
  const ownNotes = (notes: readonly string[]) => notes.filter((note) => !sharedNotes.includes(note));
  const allFacts = all.map((facts) => ({ ...facts, notes: ownNotes(facts.notes) }));
  const reported = allFacts.filter(({ error }) => error === null);
  const period = commonValue(reported.map((facts) => facts.period));
  const ofPeriod = reported.filter((facts) => isSamePeriod(facts.period, period));
  // Scans, retentions and experiments are never compared, so they do not keep the others from sharing their
  // compared period.
  const compared = commonValue(ofPeriod.flatMap((facts) => facts.compared ?? []));
  const top = arrangeTop(allFacts, results);
  const placed = allFacts.map((facts): PlacedInsight => {
    return { facts, place: placeOf(facts, top, { locale, period, compared }) };
  });
  const insights = placed.map(complete);
  const viewsOf = (selected: readonly InsightFacts[]): readonly InsightView[] =>
    insights.filter((_, index) => selected.some((facts) => facts === allFacts[index]));
  const gates = results.thresholds.map((verdict) =>
    buildGateView(referToSections(verdict, results), results),
  );
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
    previousPost: results.previousPost ?? null,
    durationMs: results.durationMs,
    period,
    compared,
    gates: orderGates(gates),
    notes: sharedNotes,
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
  const shorten = (index: number, shown: number): InsightView =>
    shortenInsight(placed[index], results.insights[index], shown, locale);
  const repeating = top.repeating.map(({ name }) => name);
  return { view: { ...view, says: sayReport(view, repeating, totalAbove(placed, top)) }, shorten };
}

function shortenInsight(
  placed: PlacedInsight | undefined,
  result: InsightResult | undefined,
  shown: number,
  locale: string,
): InsightView {
  if (placed === undefined || result?.status !== 'ok') throw new RangeError('there is no table to shorten');
  const { facts, place } = placed;
  const first = isByTime(facts) ? facts.rows.length - shown : 0;
  const rows = facts.rows.slice(first, first + shown);
  return complete({ facts: { ...facts, rows, rest: buildRestView(result, facts, shown, locale) }, place });
}

/** The total that several insights share, above the first of them; null if that is no highlight. */
function totalAbove(placed: readonly PlacedInsight[], { highlights }: Top): Sentence | null {
  const first = placed.find(({ facts, place }) => place.isTotalSaid && highlights.includes(facts));
  return first === undefined ? null : sayTotal(first.facts, first.place);
}

function placeOf(
  facts: InsightFacts,
  { highlights, usual, repeating, several }: Top,
  { locale, period, compared }: Pick<View, 'locale' | 'period' | 'compared'>,
): Place {
  const isComparedAlike = facts.compared === null || isSamePeriod(facts.compared, compared);
  const isOfPeriod = period !== null && isSamePeriod(facts.period, period);
  return {
    locale,
    isTopList: several,
    isComparisonSaid: several && compared !== null,
    isReportPeriod: isOfPeriod && isComparedAlike,
    hasTopLine: highlights.includes(facts),
    isAtTop: highlights.includes(facts) || usual.includes(facts),
    isTotalSaid: repeating.includes(facts),
  };
}

/** An insight with its sentences, and with whether it needs a section below the top of the report. */
function complete({ facts, place }: PlacedInsight): InsightView {
  const { error, notes, ranking, rowCount } = facts;
  const hasGone = ranking !== null && ranking.gone.length > 0;
  const hasContent = error !== null || rowCount > 0 || hasGone || notes.length > 0;
  return {
    ...facts,
    hasSection: hasContent || !place.isAtTop || !place.isReportPeriod,
    isFolded: place.isTopList && !place.hasTopLine,
    says: sayInsight(facts, place),
  };
}

/** The workflow run as a template sees it; null outside of GitHub Actions. */
export function buildRunView({ run }: Pick<Results, 'run'>): RunView | null {
  if (run === null) return null;
  const number = run.number === undefined ? 'run' : `run ${run.number}`;
  const name = run.workflow === undefined ? number : `${number} of ${display(run.workflow)}`;
  return { url: run.url, id: run.id, name };
}
