// `npm run bench:store:engines`: the service's answers beside those of SQLite and PostgreSQL on the same
// events.
import { DuckDBInstance } from '@duckdb/node-api';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type Case, CASES, LAST_30_DAYS, type Range, WHOLE_YEAR } from './cases.ts';
import { fillStore } from './events.ts';
import { eventsSql, PAYLOAD } from './events-sql.ts';
import { median, ms } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { startServing } from './serving.ts';

const USAGE = `npm run bench:store:engines -- [--events N] [--runs N] [--dir DIR]
  --events  how many events (2000000)
  --runs    how often each question is asked each way, in turns (7)
  --dir     where the databases are made, and removed afterwards (/tmp/benchstore)`;

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '2000000' },
    runs: { type: 'string', default: '7' },
    dir: { type: 'string', default: '/tmp/benchstore' },
    help: { type: 'boolean', default: false },
  },
});

const spec = { events: Number(flags.events), seed: 7 };

/** An engine that answers a question in several wordings; the fastest counts. */
interface Way {
  readonly name: string;
  readonly wordings: (one: Case, range: Range) => readonly (() => Promise<readonly number[]>)[];
  stop(): Promise<void>;
}

async function main(): Promise<void> {
  mkdirSync(flags.dir, { recursive: true });
  const ways = [await service(), await sqlite(), await postgres()].filter((way) => way !== null);
  console.log(
    `\n${spec.events} events, medians of ${flags.runs} in turns, the fastest of each database's wordings and settings\n`,
  );
  console.log(
    `| question | ${ways.map(({ name }) => name).join(' | ')} |\n|:--|${ways.map(() => '--:|').join('')}`,
  );
  try {
    for (const one of CASES) {
      for (const range of [LAST_30_DAYS, WHOLE_YEAR]) console.log(await compared(one, range, ways));
    }
  } finally {
    for (const way of ways) await way.stop();
  }
}

async function compared(one: Case, range: Range, ways: readonly Way[]): Promise<string> {
  const all = ways.map((way) => way.wordings(one, range).map((ask) => ({ ask, times: [] as number[] })));
  let expected = '';
  for (let run = -1; run < Number(flags.runs); run++) {
    for (const { ask, times } of all.flat()) {
      const started = performance.now();
      const numbers = await ask();
      if (run >= 0) times.push(performance.now() - started);
      const sorted = [...numbers].sort((a, b) => a - b).join();
      if (expected !== '' && sorted !== expected)
        throw new Error(`${one.name}, ${range.name}: the databases disagree`);
      expected = sorted;
    }
  }
  const best = all.map((wordings) => Math.min(...wordings.map(({ times }) => median(times))));
  const cells = best.map(
    (value) => `${ms(value)}${value === best[0] ? '' : ` · ${(value / (best[0] ?? NaN)).toFixed(1)}×`}`,
  );
  return `| ${[`${one.name}, ${range.name}`, ...cells].join(' | ')} |`;
}

async function service(): Promise<Way> {
  const file = join(flags.dir, 'engines.duckdb');
  const { token } = await fillStore(file, spec);
  const serving = await startServing(file, token);
  return {
    name: 'the service',
    wordings: (one, range) => [
      async () =>
        [...(await serving.ask(one.query(range))).matchAll(/"n":([1-9]\d*)/g)].map(([, n]) => Number(n)),
    ],
    stop: async () => {
      await serving.stop();
      rmSync(file);
    },
  };
}

/** The columns of both other databases; users as whole numbers, as the store has them. */
const COLUMNS = [
  ['__time', 'bigint', 'timeMs'],
  ['appID', 'text', 'appID'],
  ['clientUser', 'text', 'clientUser'],
  ['_ir_user', 'bigint', '(md5_number_lower(clientUser) >> 1)::BIGINT'],
  ['type', 'text', 'type'],
  ['sessionID', 'text', 'sessionID'],
  ['isTestMode', 'text', 'isTestMode::VARCHAR'],
  ['floatValue', 'double precision', 'floatValue'],
  ...PAYLOAD.map(
    (key) => [key, /^(?:Tele|Rev)/.test(key) ? 'double precision' : 'text', `"${key}"`] as const,
  ),
] as const;
const CREATE = `CREATE TABLE events (${COLUMNS.map(([name, type]) => `"${name}" ${type}`).join(', ')})`;
const SELECTED = `SELECT ${COLUMNS.map(([, , value]) => value).join(', ')} FROM (${eventsSql(spec)})`;
/** One index with all that the questions need, ordered by time, and one for the filtered question. */
const INDEXES = [
  `CREATE INDEX by_time ON events ("__time", "modelName", "systemVersion", "_ir_user")`,
  `CREATE INDEX by_type ON events ("type", "__time", "modelName")`,
];

/**
 * The SQL for DuckDB in the other dialects: as it is, and with users made distinct before they are counted.
 */
function dialects(one: Case, range: Range): readonly string[] {
  const plain = one
    .sql('events', range)
    .replaceAll('//', '/')
    .replaceAll(/(?<![_"])\b(_ir_user|__time)\b/g, '"$1"');
  const users =
    /^SELECT (.*) AS day, count\(DISTINCT (\S+)\) AS n FROM events WHERE (.*) GROUP BY 1 ORDER BY 1$/.exec(
      plain,
    );
  if (users === null) return [plain];
  const [, day = '', user = '', where = ''] = users;
  return [
    plain,
    `SELECT day, count(*) AS n FROM (SELECT ${day} AS day, ${user} AS u FROM events WHERE ${where} GROUP BY 1, 2) AS each GROUP BY 1 ORDER BY 1`,
  ];
}

async function sqlite(): Promise<Way> {
  const file = join(flags.dir, 'engines.sqlite');
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  for (const pragma of [
    'page_size=16384',
    'journal_mode=OFF',
    'synchronous=OFF',
    'cache_size=-2000000',
    'temp_store=MEMORY',
    'mmap_size=8589934592',
    'threads=2',
  ])
    database.exec(`PRAGMA ${pragma}`);
  database.exec(CREATE);
  const insert = database.prepare(`INSERT INTO events VALUES (${COLUMNS.map(() => '?').join(', ')})`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  database.exec('BEGIN');
  for await (const rows of (await connection.stream(SELECTED)).yieldRows()) {
    for (const row of rows)
      insert.run(
        ...row.map((value) =>
          typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? value : null,
        ),
      );
  }
  database.exec('COMMIT');
  connection.closeSync();
  instance.closeSync();
  for (const statement of [...INDEXES, 'ANALYZE']) database.exec(statement);
  return {
    name: `SQLite ${String(database.prepare('SELECT sqlite_version() AS v').get()?.['v'])}`,
    wordings: (one, range) =>
      dialects(one, range).map((sql) => {
        const statement = database.prepare(sql);
        return async () => statement.all().map((row) => Number(row['n']));
      }),
    stop: async () => {
      database.close();
      rmSync(file);
    },
  };
}

async function postgres(): Promise<Way | null> {
  const cluster = await startPostgres(flags.dir);
  if (cluster === null) {
    console.log('PostgreSQL is left out: it is not installed (apt-get install postgresql).');
    return null;
  }
  const csv = join(flags.dir, 'engines.csv');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${SELECTED}) TO '${csv}' (FORMAT csv, HEADER false)`);
  connection.closeSync();
  instance.closeSync();
  await cluster.run(`${CREATE};`);
  await cluster.run(`\\copy events FROM '${csv}' WITH (FORMAT csv)`);
  rmSync(csv);
  for (const statement of INDEXES) await cluster.run(`${statement};`);
  await cluster.run('VACUUM ANALYZE events;');
  return {
    name: cluster.version.replace(/ \(PostgreSQL\)|postgres /g, 'PostgreSQL ').replace(/ \(.*/, ''),
    wordings: (one, range) =>
      dialects(one, range).flatMap((sql) =>
        ['on', 'off'].map((jit) => async () => {
          const lines = await cluster.run(`SET jit = ${jit}; ${sql};`);
          return lines.map((line) => Number(line.slice(line.lastIndexOf('\t') + 1)));
        }),
      ),
    stop: () => cluster.stop(),
  };
}

if (flags.help) console.log(USAGE);
else await main();
