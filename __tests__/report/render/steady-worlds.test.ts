import { buildView } from '../../../src/report/render/view/report.ts';
import { isUnusual } from '../../../src/report/render/view/sentences/news.ts';
import type { ReportedInsight, Results } from '../../../src/report/results/results.ts';
import { runs } from '../../support/properties.ts';
import { days, ranking, report, row } from '../../support/render/results.ts';

type Count = (mean: number) => number;

/** Counts around a mean that never changes: with this noise on top of chance, from a seeded generator. */
function steadyCounts(seed: number, noise: number): Count {
  let state = seed >>> 0;
  const uniform = (): number => ((state = (state * 1664525 + 1013904223) >>> 0) + 0.5) / 2 ** 32;
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return (mean) => {
    const level = mean * Math.exp(noise * normal());
    return Math.max(0, Math.round(level + Math.sqrt(level) * normal()));
  };
}

const WEEK_MS = 7 * 86_400_000;
const START_MS = Date.UTC(2026, 10, 9);
const WEEKS_BEFORE = Array.from({ length: 13 }, (_, index) => weekFrom(START_MS - (13 - index) * WEEK_MS));

function weekFrom(startMs: number): { readonly start: string; readonly end: string } {
  return { start: new Date(startMs).toISOString(), end: new Date(startMs + WEEK_MS).toISOString() };
}

function totals(count: Count, mean: number): Partial<ReportedInsight> {
  const history = WEEKS_BEFORE.map((week) => ({ ...week, compared: true }));
  return { history, totalHistory: history.map(() => count(mean)), total: count(mean) };
}

const SHARES = [0.4, 0.2, 0.15, 0.1, 0.05, 0.04, 0.03, 0.02, 0.01];

/** A week's table beside the week before. Users come independently, so that only chance moves its rows. */
function steadyTable(seed: number, noise: number): ReportedInsight {
  const chance = steadyCounts(seed, 0);
  const rows = SHARES.map((share, index) => {
    const now = row(index + 1, `key ${index}`, chance(5000 * share));
    return { ...now, previous: chance(5000 * share), previousRank: index + 1, change: 0 };
  });
  return ranking(rows, {
    interval: { label: 'last week', ...weekFrom(START_MS), complete: true },
    compare: weekFrom(START_MS - WEEK_MS),
    previousTotal: 5000,
    ...totals(steadyCounts(seed + 1, noise), 5000),
  });
}

const WEEKDAYS = [1, 0.97, 0.96, 1, 1.05, 1.3, 1.2];

/** The days of four weeks, with a rhythm. */
function steadyDays(seed: number, noise: number): ReportedInsight {
  const count = steadyCounts(seed, noise);
  const values = Array.from({ length: 28 }, (_, day) => count(300 * (WEEKDAYS[day % 7] ?? 1)));
  return days(values, totals(count, 9000));
}

function steadyReport(seed: number, size: number, noise: number): Results {
  const insights = Array.from({ length: size }, (_, index) =>
    (index % 2 === 0 ? steadyTable : steadyDays)(7919 * (100 * seed + index), noise),
  );
  return report(insights, { generatedAt: '2026-12-20T12:00:00Z' });
}

function saysNews(results: Results): boolean {
  return buildView(results, 'issue', null).insights.some((insight) => {
    const { ranking, series } = insight;
    const mover = ranking && (ranking.up ?? ranking.down ?? ranking.added ?? ranking.lost);
    return mover !== null || (series?.finding ?? '') !== '' || isUnusual(insight);
  });
}

const REPORTS = runs(400, 100);

test.each([
  { size: 1, noise: 0.05 },
  { size: 5, noise: 0.1 },
  { size: 12, noise: 0.1 },
])(
  'of $size insights in which nothing changes, at most 5 in 100 reports name a change, at a noise of $noise',
  ({ size, noise }) => {
    const reports = Array.from({ length: REPORTS }, (_, seed) => steadyReport(seed, size, noise));
    expect(reports.filter(saysNews).length / REPORTS).toBeLessThanOrEqual(0.05);
  },
);
