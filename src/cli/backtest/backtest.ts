// `gate --backtest 12`: judges the same thresholds over the 12 periods before, and prints how often each
// would have failed, so that a limit can be tried before it blocks anyone.
import { Temporal } from 'temporal-polyfill';
import { findHistoryPeriods } from '../../report/compare/earlier-periods.ts';
import { momentBack, type Span, spanOf } from '../../report/compare/period.ts';
import { forecastCrossing } from '../../report/gate/verdict/forecast.ts';
import {
  type InsightRequest,
  insightsOf,
  type IntervalSpec,
  thresholdsOfInsights,
} from '../../report/inputs/request.ts';
import { type Backtest, backtestReleases, type JudgedReport } from './releases.ts';
import { silentLog } from '../../text/log.ts';
import { formatProgress, formatRange } from '../../report/render/format/dates.ts';
import type { Results, Verdict } from '../../report/results/results.ts';
import { alignCells } from '../../text/layout/align.ts';
import { runReport } from '../../report/run/reports.ts';
import { rangeOf, type TimeRange } from '../../tql/interval.ts';
import type { Json } from '../../tql/json.ts';
import { describeForecast } from '../../report/render/verdict/forecast.ts';

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
    return { range, interval: intervalBefore(span, range, times), filtersAtMs: momentBack(span, times) };
  });
}

/**
 * The interval of an earlier period: in calendar units if the span counts in them, so that what it is
 * compared with does too.
 */
function intervalBefore(span: Span, range: TimeRange, times: number): IntervalSpec {
  const label = 'earlier period';
  if (span.length.kind !== 'units' || span.interval === null)
    return { kind: 'absolute', label, range, byDay: false };
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

/** The moment and the language in which a backtest is printed. */
interface Setting {
  readonly nowMs: number;
  readonly locale: string;
}

/**
 * A backtest as a table in plain text: each period with its verdict, then how many failed and where the value
 * is heading.
 */
export function formatBacktest({ threshold, earlier, now }: Backtest, setting: Setting): string {
  const { name } = now;
  if (earlier.length === 0) return `${name}\n  There are no earlier periods to judge.\n`;
  const rows = joinUnjudged(earlier).map(({ range, verdict }) =>
    rowCells(formatDates(range, verdict, setting.locale), verdict),
  );
  const present = rowCells(formatPresent(now, setting), now);
  const lines = alignCells([...rows, present]).map((line) => `  ${line}`);
  const isRelease = threshold.kind === 'release';
  const counted = countSentence(
    earlier.map(({ verdict }) => verdict),
    isRelease ? 'days since the release' : 'periods',
  );
  // A release's ratio has no trend: it only becomes more certain each day.
  const sentence = isRelease ? '' : trendSentence(earlier, now, setting);
  const trend = sentence === '' ? [] : [`  ${sentence}`];
  return `${[name, ...lines, `  ${counted}`, ...trend].join('\n')}\n`;
}

/**
 * The periods. Neighbours that cannot be judged for the same reason are joined into one, which says how many
 * they are.
 */
function joinUnjudged(earlier: Backtest['earlier']): Backtest['earlier'] {
  const runs: EarlierVerdict[][] = [];
  for (const each of earlier) {
    const run = runs.at(-1);
    const reason = unjudgedReason(each);
    const isSame = reason !== null && run?.[0] !== undefined && unjudgedReason(run[0]) === reason;
    if (isSame) run.push(each);
    else runs.push([each]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined || run.length === 1) return run;
    const range = { startMs: first.range.startMs, endMs: last.range.endMs };
    const note = [unjudgedReason(first), `${run.length} periods`].filter(Boolean).join(', ');
    return [{ range, verdict: { ...first.verdict, nowText: null, note } }];
  });
}

type EarlierVerdict = Backtest['earlier'][number];

/** Why a period cannot be judged; null if it can. */
function unjudgedReason({ verdict }: EarlierVerdict): string | null {
  return verdict.outcome === 'inconclusive' ? (verdict.note ?? '') : null;
}

function rowCells(period: string, { outcome, nowText, note }: Verdict): readonly string[] {
  return [
    period,
    outcome,
    nowText ?? '–',
    outcome === 'inconclusive' || outcome === 'warned' ? (note ?? '') : '',
  ];
}

function formatDates({ startMs, endMs }: TimeRange, { timezone }: Verdict, locale: string): string {
  return formatRange(startMs, endMs, locale, timezone ?? 'UTC');
}

function formatPresent(now: Verdict, { nowMs, locale }: Setting): string {
  if (now.interval === null) return 'now';
  const progress = formatProgress(now.interval, nowMs);
  const dates = formatDates(rangeOf(now.interval), now, locale);
  return `${dates}${progress === '' ? '' : `, ${progress}`}`;
}

function countSentence(verdicts: readonly Verdict[], what: string): string {
  const count = (outcome: Verdict['outcome']): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const others = (['inconclusive', 'warned', 'passed'] as const).map(
    (outcome) => `${count(outcome)} ${outcome}`,
  );
  return `Of ${verdicts.length} earlier ${what} it would have failed in ${count('failed')}; ${others.join(', ')}.`;
}

/** Where the value is heading. The current value counts only if its period is over. */
function trendSentence(earlier: Backtest['earlier'], now: Verdict, setting: Setting): string {
  const last = earlier.at(-1)?.verdict;
  const limits = now.limit === null && last !== undefined ? last : now;
  const currentPoints =
    now.interval?.complete === true && now.value !== null
      ? [{ atMs: Date.parse(now.interval.end), value: now.value }]
      : [];
  const points = earlier.flatMap(({ range, verdict }) =>
    verdict.value === null || verdict.outcome === 'inconclusive'
      ? []
      : [{ atMs: range.endMs, value: verdict.value }],
  );
  const forecast = forecastCrossing([...points, ...currentPoints], limits.limit, setting.nowMs);
  return describeForecast(forecast, limits.unit, setting.locale);
}
