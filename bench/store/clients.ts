// `npm run bench:clients`: 64 clients that ask at once for a minute: the statuses, the times, and the
// process's memory.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CASES, LAST_30_DAYS, WHOLE_YEAR } from './cases.ts';
import { fillStore } from './events.ts';
import { ms } from './measure.ts';
import { startServing } from './serving.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '5000000' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '60' },
    dir: { type: 'string', default: '/tmp/bench-clients' },
  },
});

const RETRY_MS = 1000;

mkdirSync(flags.dir, { recursive: true });
const made = await fillStore(join(flags.dir, 'store.duckdb'), { events: Number(flags.events), seed: 1 });
const serving = await startServing(made.file, made.token);
const questions = CASES.flatMap((each) => [LAST_30_DAYS, WHOLE_YEAR].map((range) => each.query(range)));
const answers = new Map<string, number>();
const tookMs: number[] = [];
const until = Date.now() + Number(flags.seconds) * 1000;
let peakBytes = 0;

/** A client obeys the `Retry-After` of a 503. */
async function client(number: number): Promise<void> {
  for (let turn = number; Date.now() < until; turn++) {
    const begunMs = performance.now();
    const status = await ask(questions[turn % questions.length]);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === '200') tookMs.push(performance.now() - begunMs);
    if (status === '503') await sleep(RETRY_MS);
  }
}

async function ask(query: unknown): Promise<string> {
  const headers = { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' };
  try {
    const answer = await fetch(`${serving.url}/api/v4/query/tql`, {
      method: 'POST',
      headers,
      body: JSON.stringify(query),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error);
  }
}

function heldBytes(): number {
  const status = readFileSync(`/proc/${serving.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

const watching = setInterval(() => {
  peakBytes = Math.max(peakBytes, heldBytes());
}, 100);
const beforeBytes = heldBytes();
await Promise.all(Array.from({ length: Number(flags.clients) }, (_, number) => client(number)));
clearInterval(watching);
await serving.stop();
rmSync(flags.dir, { recursive: true, force: true });

tookMs.sort((a, b) => a - b);
const quantile = (fraction: number) => tookMs[Math.floor(fraction * (tookMs.length - 1))] ?? NaN;
const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
console.log(`${flags.clients} clients for ${flags.seconds} s over ${flags.events} events: ${all} answers`);
for (const [status, count] of answers)
  console.log(`  ${status}: ${count} (${((100 * count) / all).toFixed(1)} %)`);
console.log(`  200 after p50 ${ms(quantile(0.5))}, p99 ${ms(quantile(0.99))}`);
console.log(
  `  memory: ${Math.round(beforeBytes / 1e6)} MB before, ${Math.round(peakBytes / 1e6)} MB at most`,
);
if ([...answers.keys()].some((status) => status !== '200' && status !== '503')) process.exitCode = 1;
