// `npm run bench:store`: what the service's answers cost beside hand-written SQL on the same events, through the same binding.
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, CASES, LAST_30_DAYS, type Range, WHOLE_YEAR } from './cases.ts';
import { fillStore } from './events.ts';
import { median, ms, sameRows } from './measure.ts';
import { startServing, type Serving } from './serving.ts';

const USAGE = `npm run bench:store -- [--events N] [--runs N] [--dir DIR] [--db FILE --token TOKEN] [--case TEXT]
  --events  how many events the store holds (20000000)
  --runs    how often each question is asked each way, in turns (15)
  --dir     where the store is made, and removed afterwards (/tmp/benchstore)
  --db, --token  a store that \`bench/store/events.ts --store\` made, instead of a new one
  --case    only the questions whose name has this text`;

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '20000000' },
    runs: { type: 'string', default: '15' },
    dir: { type: 'string', default: '/tmp/benchstore' },
    db: { type: 'string' },
    token: { type: 'string' },
    case: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

/** What an answer may cost: 1.10 times the hand-written SQL, plus 3 ms. */
const LIMIT_RATIO = 1.1;
const LIMIT_EXTRA_MS = 3;

const TABLE = 'events_1';

interface Line {
  readonly what: string;
  readonly httpMs: number;
  readonly sqlMs: number;
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
  const serving = await startServing(made.file, made.token);
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
    `\n${cpus().length} cores, Node ${process.versions.node}, ${flags.runs} runs each, medians, taken in turns\n`,
  );
  console.log('| question | service | by hand | ratio | (service − 3 ms) ÷ by hand | |\n|:--|--:|--:|--:|--:|:--|');
  print(lines);
  process.exitCode = lines.every(isMet) ? 0 : 1;
}

async function makeStore(): Promise<{ readonly file: string; readonly token: string }> {
  const file = join(flags.dir, 'bench.duckdb');
  if (existsSync(file)) throw new Error(`${file} is there already; remove it, or give it with --db and --token`);
  return fillStore(file, { events: Number(flags.events), seed: 7 });
}

/** Both ways in turns; the first two rounds warm up, and show that both give the same numbers. */
async function compared(one: Case, range: Range, serving: Serving, byHand: DuckDBConnection): Promise<Line> {
  const [query, sql] = [one.query(range), one.sql(TABLE, range)];
  const [httpMs, sqlMs]: [number[], number[]] = [[], []];
  for (let run = -2; run < Number(flags.runs); run++) {
    const answers: Record<'http' | 'sql', string> = { http: '', sql: '' };
    const asHttp = async (): Promise<void> => {
      const started = performance.now();
      answers.http = await serving.ask(query);
      if (run >= 0) httpMs.push(performance.now() - started);
    };
    const asSql = async (): Promise<void> => {
      const started = performance.now();
      answers.sql = await answerByHand(byHand, sql);
      if (run >= 0) sqlMs.push(performance.now() - started);
    };
    for (const ask of run % 2 === 0 ? [asHttp, asSql] : [asSql, asHttp]) await ask();
    if (run < 0) sameRows(`${one.name}, ${range.name}`, answers.http, answers.sql);
  }
  return { what: `${one.name}, ${range.name}`, httpMs: median(httpMs), sqlMs: median(sqlMs) };
}

/** The rows as JavaScript objects, written as JSON once. */
async function answerByHand(connection: DuckDBConnection, sql: string): Promise<string> {
  const rows = (await connection.runAndReadAll(sql)).getRowObjects();
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}

function isMet({ httpMs, sqlMs }: Line): boolean {
  return httpMs <= sqlMs * LIMIT_RATIO + LIMIT_EXTRA_MS;
}

function print(lines: readonly Line[]): void {
  for (const line of lines) {
    const { what, httpMs, sqlMs } = line;
    const ratios = [httpMs / sqlMs, (httpMs - LIMIT_EXTRA_MS) / sqlMs].map((ratio) => ratio.toFixed(2));
    console.log(`| ${[what, ms(httpMs), ms(sqlMs), ...ratios, isMet(line) ? '✅' : '❌'].join(' | ')} |`);
  }
}
