import type { Results } from '../results.ts';

/** Equal for reports of the same period: the first start and the last end of what was asked for. */
export function periodId(results: Results): string {
  const periods = results.insights.flatMap((insight) => (insight.status === 'ok' ? [insight.interval] : []));
  const starts = periods.map(({ start }) => start).sort();
  const ends = periods.map(({ end }) => end).sort();
  return `${starts[0] ?? 'none'}/${ends.at(-1) ?? 'none'}`;
}
