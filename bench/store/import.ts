// `npm run bench:import`: compares an import with `CREATE TABLE AS` by DuckDB alone, and by ClickHouse if
// Python has its package `chdb`, from the same file; and imports of other tools' exports with those of our
// own format.
import { DuckDBInstance } from '@duckdb/node-api';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeNdjson, writeParquet } from './events.ts';
import { PAYLOAD } from './events-sql.ts';
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

/** How many times as long as our own format in the same kind of file another tool's export may take. */
const EXPORT_LIMIT = 1.5;

const PAYLOAD_MEMBERS = PAYLOAD.map((key) => `'${key}': "${key}"`).join(', ');

/**
 * The same events as other tools export them: the kind of file, and what is selected from our Parquet file.
 */
const EXPORTS: Readonly<Record<string, readonly [format: Format, select: string]>> = {
  posthog: [
    'parquet',
    `type AS event, clientUser AS distinct_id, timestamp,
      to_json({'$session_id': sessionID, '$app_namespace': appID, ${PAYLOAD_MEMBERS}})::VARCHAR AS properties`,
  ],
  mixpanel: [
    'ndjson',
    `type AS event, {'time': epoch(timestamp)::BIGINT, 'distinct_id': clientUser, '$session_id': sessionID,
      '$app_namespace': appID, ${PAYLOAD_MEMBERS}} AS properties`,
  ],
  aptabase: [
    'csv',
    `timestamp, appID AS app_id, clientUser AS user_id, sessionID AS session_id, type AS event_name,
      isTestMode AS is_debug, to_json({${PAYLOAD_MEMBERS}})::VARCHAR AS string_props`,
  ],
};

interface Cost {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly peakMb: number;
}

const CHDB = `
import sys, time
from chdb import session
database, start = session.Session(), time.time()
database.query("CREATE TABLE events ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM file('" + sys.argv[1] + "', '" + sys.argv[2] + "')")
print(f"{time.time() - start:.2f} s")`;

const CHDB_FORMATS = { parquet: 'Parquet', ndjson: 'JSONEachRow', csv: 'CSVWithNames' };

if (flags.help) console.log(USAGE);
else if (process.env['BY_HAND'] !== undefined)
  await byHand(FORMATS.find((format) => format === process.env['BY_HAND']) ?? 'parquet');
else await main();

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const spec = { events: Number(flags.events), seed: 7 };
  await writeNdjson(fileOf('ndjson'), spec);
  await writeParquet(fileOf('parquet'), spec);
  await writeCopy(fileOf('csv'), 'csv', '*');
  console.log(
    `${cpus().length} cores, Node ${process.versions.node}, ${flags.events} events, ${flags.runs} runs each in turns, medians\n`,
  );
  console.log(
    '| file | import | DuckDB alone | ratio | processor time | its ratio | peak memory of the import | chDB |\n|:--|--:|--:|--:|--:|--:|--:|--:|',
  );
  const costs = new Map<Format, readonly Cost[]>();
  for (const format of FORMATS) costs.set(format, await compare(format));
  console.log(
    '\n| export of | file | ratio to our own format | ratio of processor time |\n|:--|:--|--:|--:|',
  );
  for (const [tool, [format, select]] of Object.entries(EXPORTS)) {
    const file = join(flags.dir, `${tool}.${format}`);
    await writeCopy(file, format, select);
    const exported: Cost[] = [];
    for (let run = 0; run < Number(flags.runs); run++) exported.push(await importOnce(file, '--from', tool));
    const own = costs.get(format) ?? [];
    const ratio = medianOf(exported, 'wallMs') / medianOf(own, 'wallMs');
    const processor = medianOf(exported, 'processorMs') / medianOf(own, 'processorMs');
    console.log(`| ${[tool, format, limited(ratio, EXPORT_LIMIT), processor.toFixed(2)].join(' | ')} |`);
  }
  rmSync(flags.dir, { recursive: true });
}

async function compare(format: Format): Promise<readonly Cost[]> {
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let run = 0; run < Number(flags.runs); run++) {
    ours.push(await importOnce(fileOf(format)));
    theirs.push(
      await measured([fileURLToPath(import.meta.url), ...process.argv.slice(2)], { BY_HAND: format }),
    );
  }
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const wall = [medianOf(ours, 'wallMs'), medianOf(theirs, 'wallMs')] as const;
  const processor = [medianOf(ours, 'processorMs'), medianOf(theirs, 'processorMs')] as const;
  const cells = [
    format,
    ...wall.map(seconds),
    limited(wall[0] / wall[1], RATIO_LIMIT),
    processor.map(seconds).join(' / '),
    (processor[0] / processor[1]).toFixed(2),
    `${medianOf(ours, 'peakMb').toFixed(0)} MB`,
    byChdb(format),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  return ours;
}

function medianOf(costs: readonly Cost[], key: keyof Cost): number {
  return median(costs.map((cost) => cost[key]));
}

/** A ratio as text, which fails the benchmark if it is above its limit. */
function limited(ratio: number, limit: number): string {
  if (ratio > limit) process.exitCode = 1;
  return `${ratio.toFixed(2)}${ratio > limit ? ' (over)' : ''}`;
}

/** The time that ClickHouse takes for the same; a dash if Python does not have it. */
function byChdb(format: Format): string {
  const { status, stdout } = spawnSync('python3', ['-c', CHDB, fileOf(format), CHDB_FORMATS[format]]);
  return status === 0 ? String(stdout).trim() : '–';
}

async function importOnce(file: string, ...args: readonly string[]): Promise<Cost> {
  const db = join(flags.dir, 'import.duckdb');
  for (const each of [db, `${db}.wal`]) rmSync(each, { force: true });
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
  await measured([cli, 'org', 'create', 'bench', '--db', db]);
  return measured([cli, 'import', file, '--org', 'bench', '--db', db, ...args]);
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

/** Writes the events of our Parquet file to another file. */
async function writeCopy(file: string, format: Format, select: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const options = { parquet: 'FORMAT parquet', ndjson: 'FORMAT json', csv: 'FORMAT csv, HEADER' };
  await connection.run(
    `COPY (SELECT ${select} FROM '${fileOf('parquet')}') TO '${file}' (${options[format]})`,
  );
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
