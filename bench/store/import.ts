// `npm run bench:import`: compares an import with `CREATE TABLE AS` by DuckDB alone, from the same file.
import { DuckDBInstance } from '@duckdb/node-api';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeNdjson, writeParquet } from './events.ts';
import { median } from './measure.ts';

const USAGE = `npm run bench:import -- [--events N] [--runs N] [--dir DIR]
  --events  how many events the files hold (2000000)
  --runs    how often each file is taken each way, in turns (3)
  --dir     where the files are made, and removed afterwards (/tmp/benchimport)`;

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '2000000' },
    runs: { type: 'string', default: '3' },
    dir: { type: 'string', default: '/tmp/benchimport' },
    help: { type: 'boolean', default: false },
  },
});

type Format = 'ndjson' | 'csv' | 'parquet';

const FORMATS = ['parquet', 'ndjson', 'csv'] as const;

/** How many times as long as `create table as select` by DuckDB alone an import may take. */
const RATIO_LIMIT = 3;

interface Cost {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly peakMb: number;
}

if (flags.help) console.log(USAGE);
else if (process.env['BY_HAND'] !== undefined)
  await byHand(FORMATS.find((format) => format === process.env['BY_HAND']) ?? 'parquet');
else await main();

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const spec = { events: Number(flags.events), seed: 7 };
  await writeNdjson(fileOf('ndjson'), spec);
  await writeParquet(fileOf('parquet'), spec);
  await writeCsv();
  console.log(
    `${cpus().length} cores, Node ${process.versions.node}, ${flags.events} events, ${flags.runs} runs each in turns, medians\n`,
  );
  console.log(
    '| file | import | DuckDB alone | ratio | processor time | its ratio | peak memory of the import |\n|:--|--:|--:|--:|--:|--:|--:|',
  );
  for (const format of FORMATS) await compare(format);
  rmSync(flags.dir, { recursive: true });
}

async function compare(format: Format): Promise<void> {
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let run = 0; run < Number(flags.runs); run++) {
    ours.push(await importOnce(format));
    theirs.push(
      await measured([fileURLToPath(import.meta.url), ...process.argv.slice(2)], { BY_HAND: format }),
    );
  }
  const of = (costs: readonly Cost[], key: keyof Cost) => median(costs.map((cost) => cost[key]));
  const ratio = of(ours, 'wallMs') / of(theirs, 'wallMs');
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const processor = [of(ours, 'processorMs'), of(theirs, 'processorMs')] as const;
  console.log(
    `| ${[format, seconds(of(ours, 'wallMs')), seconds(of(theirs, 'wallMs')), `${ratio.toFixed(2)}${ratio > RATIO_LIMIT ? ' (over)' : ''}`, processor.map(seconds).join(' / '), (processor[0] / processor[1]).toFixed(2), `${of(ours, 'peakMb').toFixed(0)} MB`].join(' | ')} |`,
  );
  if (ratio > RATIO_LIMIT) process.exitCode = 1;
}

async function importOnce(format: Format): Promise<Cost> {
  const db = join(flags.dir, 'import.duckdb');
  for (const each of [db, `${db}.wal`]) rmSync(each, { force: true });
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
  await measured([cli, 'org', 'create', 'bench', '--db', db]);
  return measured([cli, 'import', fileOf(format), '--org', 'bench', '--db', db]);
}

/** A whole process, from start to end. */
async function measured(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Cost> {
  const startMs = performance.now();
  const peak = fileURLToPath(new URL('cost.mjs', import.meta.url));
  const costFile = join(flags.dir, 'cost.json');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', peak, ...args],
    {
      env: { ...process.env, ...env, COST_FILE: costFile },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}: ${said}`);
  const cost: unknown = JSON.parse(readFileSync(costFile, 'utf8'));
  const [processorMs = NaN, peakMb = NaN] = Array.isArray(cost) ? cost.map(Number) : [];
  return { wallMs: performance.now() - startMs, processorMs, peakMb };
}

function fileOf(format: Format): string {
  return join(flags.dir, `events.${format}`);
}

async function writeCsv(): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (FROM '${fileOf('parquet')}') TO '${fileOf('csv')}' (HEADER)`);
  connection.closeSync();
  instance.closeSync();
}

/** What DuckDB's own reader makes of the file, as a table in a file. */
async function byHand(format: Format): Promise<void> {
  const db = join(flags.dir, 'by-hand.duckdb');
  for (const each of [db, `${db}.wal`]) rmSync(each, { force: true });
  const instance = await DuckDBInstance.create(db, { memory_limit: '1GB' });
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE events AS FROM '${fileOf(format)}'`);
  connection.closeSync();
  instance.closeSync();
}
