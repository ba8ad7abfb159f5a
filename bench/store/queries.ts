// `npm run bench:store`: what the service's answers cost beside hand-written SQL on the same events, through
// the same binding.
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, CASES, LAST_30_DAYS, type Range, WHOLE_YEAR } from './cases.ts';
import { fillStore } from './events.ts';
import { median, ms, processorMs, sameRows } from './measure.ts';
import { startServing, type Serving } from './serving.ts';

const USAGE = `npm run bench:store -- [--events N] [--runs N] [--dir DIR] [--db FILE --token TOKEN] [--case TEXT]
  --events  how many events the store holds (20000000)
  --runs    how often each question is asked each way, in turns (31)
  --dir     where the store is made, and removed afterwards (/tmp/benchstore)
  --db, --token  a store that \`bench/store/events.ts --store\` made, instead of a new one
  --case    only the questions whose name has this text`;

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '20000000' },
    runs: { type: 'string', default: '31' },
    dir: { type: 'string', default: '/tmp/benchstore' },
    db: { type: 'string' },
    token: { type: 'string' },
    case: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

/** The limit for an answer: 1.10 times the hand-written SQL, plus 3 ms. */
const LIMIT_RATIO = 1.1;
const LIMIT_EXTRA_MS = 3;
/** How soon after its start a service answers. */
const FIRST_LIMIT_MS = 1000;
const STARTS = 5;
const WARM_UP_ROUNDS = 40;

const TABLE = 'events_1';

interface Line {
  readonly what: string;
  readonly http: Cost;
  readonly sql: Cost;
}

/** The medians of an answer's wall time and of its process's processor time, in milliseconds. */
interface Cost {
  readonly wallMs: number;
  readonly processorMs: number;
}

if (flags.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const made = flags.db === undefined ? await makeStore() : { file: flags.db, token: flags.token ?? '' };
  // DuckDB lets one process hold a file, so the hand-written SQL runs on a copy of it, byte for byte.
  const copy = join(flags.dir, 'by-hand.duckdb');
  copyFileSync(made.file, copy);
  const instance = await DuckDBInstance.create(copy, { access_mode: 'READ_ONLY' });
  const byHand = await instance.connect();
  const firstMs = await firstAnswerMs(made);
  const serving = await startServing(made.file, made.token);
  await warmUp(serving, byHand);
  const lines: Line[] = [];
  for (const one of CASES.filter(({ name }) => name.includes(flags.case))) {
    for (const range of [LAST_30_DAYS, WHOLE_YEAR]) {
      lines.push(await compared(one, range, serving, byHand));
      print(lines.slice(-1));
    }
  }
  await serving.stop();
  byHand.closeSync();
  instance.closeSync();
  rmSync(copy);
  if (flags.db === undefined) rmSync(made.file);
  console.log(
    `\n${cpus().length} cores, Node ${process.versions.node}, ${flags.runs} runs each after ${WARM_UP_ROUNDS} about an hour, medians, taken in turns\n`,
  );
  console.log(
    '| question | service | by hand | (service − 3 ms) ÷ by hand | processor time | |\n|:--|--:|--:|--:|--:|:--|',
  );
  print(lines);
  const isSoon = firstMs <= FIRST_LIMIT_MS;
  console.log(
    `\n\`serve\` answered its first question ${ms(firstMs)} after its start ${isSoon ? '✅' : '❌'}`,
  );
  process.exitCode = lines.every(isMet) && isSoon ? 0 : 1;
}

/** Every question about a single hour, both ways. */
async function warmUp(serving: Serving, byHand: DuckDBConnection): Promise<void> {
  const hour: Range = { ...LAST_30_DAYS, endMs: LAST_30_DAYS.startMs + 3_600_000 };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const one of CASES) {
      await serving.ask(one.query(hour));
      await answerByHand(byHand, one.sql(TABLE, hour));
    }
  }
}

/** From starting the process to the first answer, its text read: the median of some starts. */
async function firstAnswerMs({
  file,
  token,
}: {
  readonly file: string;
  readonly token: string;
}): Promise<number> {
  const [first] = CASES;
  if (first === undefined) throw new Error('there is no question');
  const tookMs: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const serving = await startServing(file, token);
    await serving.ask(first.query(LAST_30_DAYS));
    tookMs.push(performance.now() - serving.startedMs);
    await serving.stop();
  }
  return median(tookMs);
}

async function makeStore(): Promise<{ readonly file: string; readonly token: string }> {
  const file = join(flags.dir, 'bench.duckdb');
  if (existsSync(file))
    throw new Error(`${file} is there already; remove it, or give it with --db and --token`);
  return fillStore(file, { events: Number(flags.events), seed: 7 });
}

/** Both ways in turns; the first two rounds warm up, and show that both give the same numbers. */
async function compared(one: Case, range: Range, serving: Serving, byHand: DuckDBConnection): Promise<Line> {
  const [query, sql] = [one.query(range), one.sql(TABLE, range)];
  const ways = [
    { pid: serving.pid, ask: () => serving.ask(query), ...noTimes() },
    { pid: process.pid, ask: () => answerByHand(byHand, sql), ...noTimes() },
  ] as const;
  for (let run = -2; run < Number(flags.runs); run++) {
    const answers: string[] = [];
    for (const { pid, ask, wallMs, processor } of run % 2 === 0 ? ways : ways.toReversed()) {
      const [started, before] = [performance.now(), processorMs(pid)];
      answers.push(await ask());
      if (run < 0) continue;
      wallMs.push(performance.now() - started);
      processor.push(processorMs(pid) - before);
    }
    if (run === -2) sameRows(`${one.name}, ${range.name}`, answers[0] ?? '', answers[1] ?? '');
  }
  const [http, byHandCost] = ways.map((way) => ({
    wallMs: median(way.wallMs),
    processorMs: median(way.processor),
  }));
  if (http === undefined || byHandCost === undefined) throw new Error('nothing was measured');
  return { what: `${one.name}, ${range.name}`, http, sql: byHandCost };
}

function noTimes(): { readonly wallMs: number[]; readonly processor: number[] } {
  return { wallMs: [], processor: [] };
}

/** The rows as JavaScript objects, written as JSON once. */
async function answerByHand(connection: DuckDBConnection, sql: string): Promise<string> {
  const rows = (await connection.runAndReadAll(sql)).getRowObjects();
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}

function isMet({ http, sql }: Line): boolean {
  return http.wallMs <= sql.wallMs * LIMIT_RATIO + LIMIT_EXTRA_MS;
}

function print(lines: readonly Line[]): void {
  for (const line of lines) {
    const { what, http, sql } = line;
    const less3 = ((http.wallMs - LIMIT_EXTRA_MS) / sql.wallMs).toFixed(2);
    const processor = `${ms(http.processorMs)} : ${ms(sql.processorMs)}`;
    console.log(
      `| ${[what, ms(http.wallMs), ms(sql.wallMs), less3, processor, isMet(line) ? '✅' : '❌'].join(' | ')} |`,
    );
  }
}
