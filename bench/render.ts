// `npm run bench:render`: how long it takes to render a report of 30 insights with 1,000 rows each, compared
// with writing its results as JSON in the same run. Processor time is printed, too: other work on the machine
// lengthens only the wall time.
import { days, ranking, report, row } from '../__tests__/support/render/results.ts';
import { renderReport, type RenderOptions } from '../src/report/render/report.ts';
import type { ReportedInsight, Results, ResultsRow } from '../src/report/results/results.ts';

const INSIGHTS = 30;
const ROWS = 1000;
const RUNS = Number(process.env['BENCH_RUNS'] ?? 15);
const LIMIT_MS = 150;

/** Realistic keys: most are plain, every twelfth needs escaping. */
const KEYS = ['iPhone17,', 'iPad14,', 'Mac16,', '@device|', 'Galaxy S', 'Pixel '];

function rows(insight: number, isCompared: boolean): ResultsRow[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const key = `${KEYS[(index + insight) % (index % 2 === 0 ? 3 : KEYS.length)] ?? ''}${index}`;
    const value = Math.round(500_000 / (index + 1));
    const plain = row(index + 1, key, value, value / 3_742_735);
    if (!isCompared) return plain;
    const previous = Math.round(value * (0.8 + ((index * 7) % 40) / 100));
    const history = Array.from({ length: 12 }, (_each, at) =>
      Math.round(value * (0.7 + ((index + at) % 30) / 50)),
    );
    return { ...plain, previous, change: value / previous - 1, previousRank: index + 2, history };
  });
}

function insights(top: number, isCompared: boolean): ReportedInsight[] {
  return Array.from({ length: INSIGHTS }, (_, index) => {
    const compare = isCompared ? { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' } : null;
    const more = { name: `insight-${index}`, title: `Insight ${index}`, top, compare, cutOff: true };
    if (index % 10 !== 9) return ranking(rows(index, isCompared), more);
    return days(
      Array.from({ length: ROWS }, (_each, day) => 4000 + ((day * 37) % 900)),
      { name: more.name, title: more.title, top },
    );
  });
}

interface Case {
  readonly what: string;
  readonly results: Results;
}

/**
 * A time after the last day of the longest timeseries, since buckets that have not begun are not rendered.
 */
const LATER = { generatedAt: '2030-01-01T00:00:00Z' };

const CASES: readonly Case[] = [
  { what: 'ten rows of each shown', results: report(insights(10, true), LATER) },
  { what: 'all rows shown', results: report(insights(ROWS, false), LATER) },
  { what: 'all rows shown, compared, with history', results: report(insights(ROWS, true), LATER) },
];

const WHOLE: RenderOptions = {
  template: { kind: 'builtin', name: 'report' },
  destination: 'file',
  limit: null,
  links: { whole: null },
};

interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function took(task: () => unknown): Promise<Took> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

let allMet = true;
console.log(`${INSIGHTS} insights of ${ROWS} rows, ${RUNS} runs in turns, medians\n`);
console.log('| what | first | after it | processor | against JSON.stringify | Markdown | limit | |');
console.log('|:--|--:|--:|--:|--:|--:|--:|:--|');
for (const { what, results } of CASES) {
  let length = 0;
  const render = async (): Promise<void> => {
    length = (await renderReport(results, WHOLE)).markdown.length;
  };
  const first = await took(render);
  const rendered: Took[] = [];
  const written: Took[] = [];
  for (let run = 0; run < RUNS; run++) {
    rendered.push(await took(render));
    written.push(await took(() => JSON.stringify(results)));
  }
  const wall = median(rendered.map(({ wallMs }) => wallMs));
  const cpu = median(rendered.map(({ cpuMs }) => cpuMs));
  const ratio = wall / median(written.map(({ wallMs }) => wallMs));
  const isMet = wall < LIMIT_MS;
  allMet &&= isMet;
  const figures = [first.wallMs, wall, cpu].map((ms) => `${ms.toFixed(0)} ms`).join(' | ');
  const limit = `${LIMIT_MS} ms | ${isMet ? '✅' : '❌'}`;
  console.log(`| ${what} | ${figures} | ${ratio.toFixed(1)}x | ${(length / 1e6).toFixed(2)} MB | ${limit} |`);
}
process.exitCode = allMet ? 0 : 1;
