// `npm run bench:sizing`: what a year of events costs. Writes the table in docs/operate/sizing.md.
import { DuckDBInstance } from '@duckdb/node-api';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/service/store/store.ts';
import { CASES, LAST_30_DAYS, WHOLE_YEAR } from './cases.ts';
import { fillStore, NAMESPACE } from './events.ts';
import { YEAR_DAYS, YEAR_START_MS } from './events-sql.ts';
import { median, sameRows } from './measure.ts';
import { makeBodies, postFor, rounded, shares } from './posts.ts';
import { startServing, type Serving } from './serving.ts';

const USAGE = `npm run bench:sizing -- [--sizes N,N] [--dir DIR] [--seconds N] [--note N] [--write]
  --sizes    how many events the files hold (1000000,10000000); 50000000 takes five minutes or more
  --dir      where files and figures are kept; a run that was stopped goes on there (/tmp/bench-sizing)
  --seconds  how long events are posted for each figure (10)
  --note     gives each event a text of so many random digits, for files that are long, and measures the backup alone
  --write    writes the table of all figures in DIR into docs/operate/sizing.md`;

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000000,10000000' },
    dir: { type: 'string', default: '/tmp/bench-sizing' },
    seconds: { type: 'string', default: '10' },
    note: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const ROOT = resolve(import.meta.dirname, '..', '..');
const CLI = join(ROOT, 'src', 'cli.ts');
const FIGURES = join(flags.dir, 'figures.json');
const DAY_MS = 86_400_000;
const NOTE = flags.note === undefined ? {} : { noteLength: Number(flags.note) };
const CONNECTIONS = 64;
const RUNS = 3;

/** Line of the table → figure, for each number of events. */
type Figures = Record<string, Record<string, string>>;

const QUESTIONS = CASES.filter(({ name }) => !/filtered|Berlin/.test(name)).flatMap((one) =>
  [LAST_30_DAYS, WHOLE_YEAR].map((range) => ({
    name: `${one.name}, ${range.name}`,
    query: one.query(range),
    sql: one.sql('events_1', range),
  })),
);
const USERS = 'distinct users by day, UTC, 365 days';

const ALL_QUERIES = `the ${QUESTIONS.length} queries, one after the other`;

/** The lines that the page has. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'making the events and importing them, a million at a time',
  'length of the database file',
  USERS,
  ALL_QUERIES,
  'events taken each second, with one event per request',
  'time of a post while queries run: p50, p99, maximum',
  'a backup',
  'deleting the oldest day',
  'rewriting the file when `serve` stops, after a deletion',
]);

if (flags.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  for (const size of flags.sizes.split(',').map(Number)) await measure(size);
  console.log(tableOf(readFigures(), () => true));
  if (!flags.write) return;
  const page = join(ROOT, 'docs', 'operate', 'sizing.md');
  const [before = '', , after = ''] = readFileSync(page, 'utf8').split('<!-- sizing -->');
  const table = tableOf(readFigures(), (line) => PUBLISHED.has(line));
  writeFileSync(page, [before, `\n\n${table}\n\n`, after].join('<!-- sizing -->'));
}

/** A part whose figures are there already is not measured again. */
async function measure(size: number): Promise<void> {
  const file = join(flags.dir, `${size}.duckdb`);
  const made = `${file}.json`;
  if (!existsSync(made)) {
    const started = performance.now();
    const { token } = await fillStore(file, { events: size, seed: 7, ...NOTE });
    note(size, {
      'making the events and importing them, a million at a time': seconds(performance.now() - started),
    });
    writeFileSync(made, JSON.stringify({ token }));
  }
  const { token } = JSON.parse(readFileSync(made, 'utf8')) as { readonly token: string };
  if (!has(size, 'bytes for each event'))
    note(size, {
      'length of the database file': megabytes(file),
      'bytes for each event': rounded(statSync(file).size / size),
    });
  const isWhole = flags.note === undefined;
  if (isWhole && !has(size, 'rolling up a day; the year')) await rollUp(size, file, token);
  if (isWhole && !has(size, ALL_QUERIES)) await askQuestions(size, file, token);
  if (!has(size, 'a backup')) await serveAndBackUp(size, file, token);
  if (isWhole && !has(size, 'deleting the oldest day')) await deleteDays(size, file);
  for (const each of [file, made, `${file}.copy`]) rmSync(each, { force: true });
}

/** Rolls up the year as `serve` does it in the background, and requests its users before. */
async function rollUp(size: number, file: string, token: string): Promise<void> {
  const { tookMs } = await ask(
    file,
    token,
    QUESTIONS.filter(({ name }) => name === USERS),
  );
  const before = statSync(file).size;
  const store = await openStore(file, { memoryLimit: '1GB' });
  let days = 0;
  const rollingMs = await timed(
    async () => (days = await store.events.rollUp(1, YEAR_START_MS + (YEAR_DAYS + 2) * DAY_MS)),
  );
  await store.withConnection((connection) => connection.run('CHECKPOINT'));
  store.close();
  note(size, {
    'rolling up a day; the year': `${(rollingMs / days).toFixed(0)} ms; ${seconds(rollingMs)}, ${rounded((statSync(file).size - before) / 1e6)} MB`,
    [`${USERS}, before they are rolled up`]: seconds(tookMs.get(USERS) ?? NaN),
  });
}

async function ask(file: string, token: string, questions: typeof QUESTIONS) {
  const serving = await startServing(file, token, CLI);
  const answers = new Map<string, string>();
  const tookMs = new Map<string, number>();
  for (const { name, query } of questions) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++)
      times.push(await timed(async () => answers.set(name, await serving.ask(query))));
    tookMs.set(name, median(times));
  }
  await serving.stop();
  return { answers, tookMs };
}

async function askQuestions(size: number, file: string, token: string): Promise<void> {
  const { answers, tookMs } = await ask(file, token, QUESTIONS);
  const byHandMs = await askByHand(file, answers);
  const users = tookMs.get(USERS) ?? NaN;
  const [slowest, slowestMs] = [...tookMs].reduce((most, each) => (each[1] > most[1] ? each : most));
  note(size, {
    [USERS]: seconds(users),
    'the same as SQL written by hand over the events': `${seconds(byHandMs)} (${(byHandMs / users).toFixed(1)} times as long)`,
    [ALL_QUERIES]: seconds(tookMs.values().reduce((sum, each) => sum + each, 0)),
    'the slowest of them': `${seconds(slowestMs)} (${slowest})`,
  });
}

/** Checks every answer against hand-written SQL, and returns what the year's users take so. */
async function askByHand(file: string, answers: ReadonlyMap<string, string>): Promise<number> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const times: number[] = [];
  for (const { name, sql } of QUESTIONS) {
    for (let run = 0; run < (name === USERS ? RUNS : 1); run++) {
      const started = performance.now();
      const rows = (await connection.runAndReadAll(sql)).getRowObjects();
      if (name === USERS) times.push(performance.now() - started);
      sameRows(
        name,
        answers.get(name) ?? '',
        JSON.stringify(rows, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)),
      );
    }
  }
  connection.closeSync();
  instance.closeSync();
  return median(times);
}

async function serveAndBackUp(size: number, file: string, token: string): Promise<void> {
  const serving = await startServing(file, token, CLI, [
    '--ingest',
    NAMESPACE,
    '--ingest-rate',
    '0',
    '--quiet',
  ]);
  const bodies = await makeBodies();
  const load = { url: serving.url, namespace: NAMESPACE, bodies, connections: CONNECTIONS };
  const length = Number(flags.seconds);
  const alone = await postFor(length, load);
  const rate = alone.latenciesMs.length / alone.seconds;
  const aloneAsked = await askFor(serving, length * 1000);
  let [isDone, logBytes] = [false, 0];
  const watching = setInterval(
    () => (logBytes = Math.max(logBytes, statSync(`${file}.wal`, { throwIfNoEntry: false })?.size ?? 0)),
    100,
  );
  const backup = backUp(file).finally(() => (isDone = true));
  const [beside, besideAsked, backupMs] = await Promise.all([
    postFor(length, load, () => isDone),
    askFor(serving, length * 1000, () => isDone),
    backup,
  ]);
  clearInterval(watching);
  const bothAgain = await Promise.all([postFor(length, load), askFor(serving, length * 1000)]);
  await serving.stop();
  note(size, {
    'events taken each second, with one event per request': rounded(rate),
    'a day of ingest, at that rate': seconds((size / YEAR_DAYS / rate) * 1000),
    'time of a post while queries run: p50, p99, maximum': `${shares(bothAgain[0].latenciesMs, [0.5, 0.99, 1])} ms`,
    'posts while queries run and a backup is made': `${shares(beside.latenciesMs, [0.5, 0.99, 1])} ms, ${beside.refused} refused`,
    'a query alone; beside posts; beside posts and a backup': [aloneAsked, bothAgain[1], besideAsked]
      .map((times) => `${median(times).toFixed(0)} ms`)
      .join('; '),
    'a backup': seconds(backupMs),
    'the log meanwhile, at most': `${rounded(logBytes / 1e6)} MB`,
  });
}

/** The time that a topN of 30 days takes, again and again. */
async function askFor(serving: Serving, lengthMs: number, isDone = () => true): Promise<readonly number[]> {
  const [question] = QUESTIONS;
  const times: number[] = [];
  const ended = performance.now() + lengthMs;
  while (performance.now() < ended || !isDone())
    times.push(await timed(() => serving.ask(question?.query ?? {})));
  return times;
}

/** A command beside the service, as a timer would run it. Returns how long it took. */
function backUp(file: string): Promise<number> {
  return timed(async () => {
    const child = spawn(process.execPath, [CLI, 'backup', `${file}.copy`, '--db', file, '--force'], {
      stdio: 'ignore',
    });
    await once(child, 'close');
    if (child.exitCode !== 0) throw new Error(`backup ended with ${child.exitCode}`);
  });
}

/**
 * Deletes the oldest day as `--keep` does each night, for a week, and closes the file, which is rewritten.
 */
async function deleteDays(size: number, file: string): Promise<void> {
  const store = await openStore(file, { memoryLimit: '1GB' });
  const times: number[] = [];
  for (let day = 1; day <= 7; day++)
    times.push(await timed(() => store.events.expire(1, 0, YEAR_START_MS + day * DAY_MS)));
  const before = megabytes(file);
  const rewriteMs = await timed(() => store.end());
  note(size, {
    'deleting the oldest day': seconds(median(times)),
    'rewriting the file when `serve` stops, after a deletion': `${seconds(rewriteMs)}, ${before} → ${megabytes(file)}`,
  });
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

function seconds(timeMs: number): string {
  return `${(timeMs / 1000).toFixed(timeMs < 10_000 ? 2 : 0)} s`;
}

function megabytes(file: string): string {
  return `${rounded(statSync(file).size / 1e6)} MB`;
}

function readFigures(): Figures {
  return existsSync(FIGURES) ? (JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures) : {};
}

function has(size: number, line: string): boolean {
  return readFigures()[size]?.[line] !== undefined;
}

/** Keeps figures at once, so that a run that is stopped has them. */
function note(size: number, lines: Record<string, string>): void {
  const figures = readFigures();
  writeFileSync(FIGURES, JSON.stringify({ ...figures, [size]: { ...figures[size], ...lines } }, null, 2));
  for (const [line, figure] of Object.entries(lines)) console.error(`${rounded(size)}: ${line}: ${figure}`);
}

function tableOf(figures: Figures, isShown: (line: string) => boolean): string {
  const sizes = Object.keys(figures).sort((a, b) => Number(a) - Number(b));
  const lines = [...new Set(Object.values(figures).flatMap((each) => Object.keys(each)))].filter(isShown);
  const head = `| | ${sizes.map((size) => `${Number(size) / 1e6} million events`).join(' | ')} |\n|:--|${sizes.map(() => '--:|').join('')}`;
  const rows = lines.map(
    (line) => `| ${[line, ...sizes.map((size) => figures[size]?.[line] ?? '')].join(' | ')} |`,
  );
  return `${cpus().length} cores (${cpus()[0]?.model ?? ''}), Node ${process.versions.node}.\n\n${head}\n${rows.join('\n')}`;
}
