import { trendText } from '../gate/trend-text.ts';
import type { Verdict } from '../results.ts';
import { formatRange } from '../render/dates.ts';
import type { TimeRange } from '../tql/interval.ts';
import type { Backtest } from './backtest.ts';

/** A backtest as a table in plain text: each period, what it would have come to, and where the value is heading. */
export function backtestText(
  { earlier, now }: Backtest,
  setting: { readonly nowMs: number; readonly locale: string },
): string {
  const name = now.message.slice(0, now.message.indexOf(`: ${now.outcome}`));
  if (earlier.length === 0) return `${name}\n  There are no earlier periods to judge it by.\n`;
  const rows = earlier.map(({ range, verdict }) => cells(dates(range, verdict, setting.locale), verdict));
  const present = cells(
    now.interval === null ? 'now' : `${datesOf(now, setting.locale)}${now.interval.complete ? '' : ', so far'}`,
    now,
  );
  const table = [...rows, present];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map(
    (row) =>
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
  return `${[name, ...lines, `  ${summary(earlier.map(({ verdict }) => verdict))}`, `  ${heading(earlier, now, setting)}`].join('\n')}\n`;
}

function cells(period: string, { outcome, valueText, sampleText, note }: Verdict): readonly string[] {
  const numbers = `${valueText ?? '–'}${sampleText === null ? '' : ` (${sampleText})`}`;
  return [period, outcome, numbers, outcome === 'inconclusive' || outcome === 'warned' ? (note ?? '') : ''];
}

function dates({ startMs, endMs }: TimeRange, { timezone }: Verdict, locale: string): string {
  return formatRange(startMs, endMs, locale, timezone ?? 'UTC');
}

function datesOf({ interval, timezone }: Verdict, locale: string): string {
  return interval === null
    ? ''
    : formatRange(Date.parse(interval.start), Date.parse(interval.end), locale, timezone ?? 'UTC');
}

function summary(verdicts: readonly Verdict[]): string {
  const count = (outcome: Verdict['outcome']): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const others = (['inconclusive', 'warned', 'passed'] as const).map((outcome) => `${count(outcome)} ${outcome}`);
  return `Of ${verdicts.length} earlier periods it would have failed in ${count('failed')}; ${others.join(', ')}.`;
}

/** The present value counts where its period is over. */
function heading(
  earlier: Backtest['earlier'],
  now: Verdict,
  setting: { readonly nowMs: number; readonly locale: string },
): string {
  const last = earlier.at(-1)?.verdict;
  const limits = now.limit === null && last !== undefined ? last : now;
  const own =
    now.interval?.complete === true && now.value !== null
      ? [{ atMs: Date.parse(now.interval.end), value: now.value }]
      : [];
  const points = earlier.flatMap(({ range, verdict }) =>
    verdict.value === null || verdict.outcome === 'inconclusive' ? [] : [{ atMs: range.endMs, value: verdict.value }],
  );
  return trendText([...points, ...own], limits, setting);
}
