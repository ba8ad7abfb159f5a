// `gate --backtest 12`: judges the same thresholds over the 12 periods before, so that a limit can be tried
// before it blocks anyone.
import { Temporal } from 'temporal-polyfill';
import { findHistoryPeriods } from '../../report/compare/earlier-periods.ts';
import { shiftBack, type Span, spanOf } from '../../report/compare/period.ts';
import {
  type InsightRequest,
  insightsOf,
  type IntervalSpec,
  thresholdsOfInsights,
} from '../../report/inputs/request.ts';
import { type Backtest, backtestReleases, type JudgedReport } from './releases.ts';
import { silentLog } from '../../text/log.ts';
import type { Results, Verdict } from '../../report/results/results.ts';
import { runReport } from '../../report/run/reports.ts';
import type { TimeRange } from '../../tql/time/interval.ts';
import type { Json } from '../../tql/json.ts';

/** An earlier period, and the interval that requests it. */
interface EarlierPeriod {
  readonly range: TimeRange;
  readonly interval: IntervalSpec;
  /** The moment that is "now" for relative intervals in the query's filters: as long ago as the period is. */
  readonly filtersAtMs: number;
}

/**
 * Judges a run's thresholds over `count` adjoining periods before its own. All of them share one service and
 * its limits.
 */
export async function runBacktest(judged: JudgedReport, count: number): Promise<readonly Backtest[]> {
  const { request, results, service, nowMs } = judged;
  const periods = new Map(
    request.insights.map((entry) => [entry.name, earlierPeriodsOf(entry, results, nowMs, count)]),
  );
  const gates = thresholdsOfInsights(request).map((threshold) => ({
    // A snooze concerns today, not earlier periods.
    threshold: { ...threshold, until: null },
    insightNames: insightsOf(threshold),
    // A report's verdicts are in the order of its thresholds.
    now: results.thresholds[request.thresholds.indexOf(threshold)],
  }));
  // Judges the gates over the earlier period at an index, 0 for the oldest. Gates whose insights have none
  // are left out.
  const judgePeriod = async (index: number) => {
    const insights = request.insights.flatMap((entry) => {
      const period = periods.get(entry.name)?.[index];
      if (period === undefined) return [];
      const { interval, filtersAtMs } = period;
      return [{ ...entry, history: 0, interval, filtersAtMs }];
    });
    const names = insights.map(({ name }) => name);
    const judgeable = gates.filter(({ insightNames }) => insightNames.every((name) => names.includes(name)));
    const thresholds = judgeable.map(({ threshold }) => threshold);
    const effects = { nowMs, log: silentLog, run: null, service };
    const round = await runReport({ ...request, releases: [], insights, thresholds }, effects);
    const verdictOf = (gate: (typeof gates)[number]) => round.thresholds[judgeable.indexOf(gate)];
    return { results: round, verdictOf };
  };
  const rounds = await Promise.all(Array.from({ length: count }, (_, index) => judgePeriod(index)));
  const backtests = gates.flatMap((gate) => {
    const { threshold, now } = gate;
    if (now === undefined) return [];
    const [name = ''] = gate.insightNames;
    const eventsSince = findEventsSince(name, [results, ...rounds.map((round) => round.results)]);
    const earlier = rounds.flatMap(({ verdictOf }, index) => {
      const [range, verdict] = [periods.get(name)?.[index]?.range, verdictOf(gate)];
      if (range === undefined || verdict === undefined) return [];
      return [{ range, verdict: measuredVerdict(verdict, range, eventsSince) }];
    });
    return [{ threshold, earlier, now }];
  });
  return [...backtests, ...(await backtestReleases(judged, count))];
}

/**
 * The day of an insight's first event, if some period or one that it is compared with begins before it; else
 * null.
 */
function findEventsSince(name: string, rounds: readonly Results[]): string | null {
  const insights = rounds.flatMap((round) => round.insights.filter((each) => each.name === name));
  const days = insights.flatMap((insight) => (insight.status === 'ok' ? (insight.eventsSince ?? []) : []));
  return days[0] ?? null;
}

/**
 * The periods before an insight's own, oldest first, and the intervals that request them; none if it could
 * not be reported, because its period is then unknown.
 */
function earlierPeriodsOf(
  { name, interval, source }: InsightRequest,
  results: Results,
  nowMs: number,
  count: number,
): readonly EarlierPeriod[] {
  const insight = results.insights.find((each) => each.name === name);
  if (insight?.status !== 'ok') return [];
  // The insight's own query holds dates, which do not say how long a month is.
  const relative = interval?.kind === 'relative' ? [interval.interval] : null;
  const relativeIntervals =
    interval === null && source.kind === 'query' ? (source.query['relativeIntervals'] ?? null) : relative;
  const { intervals } = insight.query;
  // A running period's query ends at now.
  const fullPeriod =
    Array.isArray(intervals) && intervals.length === 1
      ? [`${insight.interval.start}/${insight.interval.end}`]
      : intervals;
  const dated =
    relativeIntervals === null
      ? { intervals: fullPeriod ?? [] }
      : { relativeIntervals: relativeIntervals as Json };
  const span = spanOf({ ...insight.query, ...dated }, nowMs);
  if (span === null) return [];
  const ranges = findHistoryPeriods(span, count)?.periods ?? [];
  return ranges.map((range, index) => {
    const times = ranges.length - index;
    return {
      range,
      interval: intervalBefore(span, range, times),
      filtersAtMs: shiftBack(span, nowMs, times),
    };
  });
}

/**
 * The interval of an earlier period: in calendar units if the span counts in them, so that what it is
 * compared with does too.
 */
function intervalBefore(span: Span, range: TimeRange, times: number): IntervalSpec {
  const label = 'earlier period';
  if (span.interval === null) return { kind: 'absolute', label, range, byDay: false };
  const moved = span.length.count * times;
  const move = <T extends { readonly offset: number }>(date: T): T => ({
    ...date,
    offset: date.offset - moved,
  });
  const { beginningDate, endDate } = span.interval;
  return {
    kind: 'relative',
    label,
    interval: { beginningDate: move(beginningDate), endDate: move(endDate) },
  };
}

/**
 * The verdict of a period; inconclusive if events begin within it, since only a part of it was counted then.
 */
function measuredVerdict(verdict: Verdict, { startMs }: TimeRange, eventsSince: string | null): Verdict {
  const zone = verdict.timezone ?? 'UTC';
  const begin = Temporal.Instant.fromEpochMilliseconds(startMs)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
  if (eventsSince === null || begin >= eventsSince) return verdict;
  const note = `there are events only since ${eventsSince}`;
  return { ...verdict, outcome: 'inconclusive', value: null, valueText: null, nowText: null, note };
}
