// Writes what a backtest prints: a line for each earlier period with its verdict, how many of them would have
// failed, and where the value is heading. Pure.
import { forecastCrossing } from '../../report/gate/verdict/forecast.ts';
import { formatProgress, formatRange } from '../../report/render/format/dates.ts';
import { describeForecast } from '../../report/render/verdict/forecast.ts';
import type { Verdict } from '../../report/results/results.ts';
import { alignCells } from '../../text/layout/align.ts';
import type { TimeRange } from '../../tql/time/interval.ts';
import { rangeOf } from '../../report/results/dates.ts';
import type { Backtest } from './releases.ts';

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
  const count = (outcome: Verdict['outcome']) =>
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
