// `npm run bench:gate`: how long it takes to judge a gate over 16,000 rows, compared with writing the rows as
// JSON in the same run.
import { parsed, threshold } from '../__tests__/report/gate/fixtures.ts';
import { ranking, row } from '../__tests__/support/render/results.ts';
import { judgeAll } from '../src/report/gate/judge.ts';

const ROWS = 16_000;
const RUNS = Number(process.env['BENCH_RUNS'] ?? 15);
/**
 * Judging goes through the rows a few times; a search in them for each row would take thousands of times as
 * long as the JSON.
 */
const LIMIT = 60;

const insight = ranking(
  Array.from({ length: ROWS }, (_, index) => row(index + 1, `model ${index}`, ROWS - index, 1 / ROWS)),
  { name: 'models' },
);
const nowMs = Date.parse('2030-01-01T00:00:00Z');

const CASES = [
  'rows.all(r, r.value > 8000)',
  'rows.all(r, r.value > 8000 && r.share < 50%)',
  'rows.all(r, value(r.key) > 0) && total() > 1e12',
  'rows.filter(r, r.value > 8000).size() > 16000',
  'rows.all(r, value(r.key + "?") > 8000)',
];

const json = median(() => JSON.stringify(insight.rows));
const slow = CASES.map((assert) => ({ assert, ms: median(() => judge(assert)) })).map(({ assert, ms }) => {
  const isMet = ms / json <= LIMIT;
  console.log(
    `${isMet ? '✅' : '❌'} ${assert}: ${ms.toFixed(0)} ms, ${(ms / json).toFixed(1)} times the JSON (limit ${LIMIT})`,
  );
  return !isMet;
});
process.exitCode = slow.includes(true) ? 1 : 0;

function judge(assert: string): unknown {
  const request = parsed(threshold(assert, { insight: 'models' }));
  return judgeAll([request], [{ ...insight }], new Map(), nowMs);
}

function median(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const startMs = performance.now();
    work();
    return performance.now() - startMs;
  }).sort((a, b) => a - b);
  return times[Math.floor(RUNS / 2)] ?? 0;
}
