// What payload keys cost as columns of their own, and as entries of one map beside the frequent ones: a post,
// the engine's memory and queries, in processor time, since the machine may be busy.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { median } from './measure.ts';

const { values: flags } = parseArgs({
  options: {
    keys: { type: 'string', default: '1000' },
    events: { type: 'string', default: '300000' },
    runs: { type: 'string', default: '15' },
    blocks: { type: 'string', default: '262144' },
    memory: { type: 'string', default: '3GB' },
    layouts: { type: 'string', default: 'columns,map,text' },
  },
});

const FREQUENT = 20;
const EVENTS_OF_POST = 3000;
const POSTS = 5;
const [KEYS, EVENTS, RUNS] = [Number(flags.keys), Number(flags.events), Number(flags.runs)];

const LAYOUTS = ['columns', 'map', 'text'] as const;
type Layout = (typeof LAYOUTS)[number];

/** A key's values as an expression: `r0` is in 1 % of events, `f0` in all. */
const READ: Readonly<Record<Layout, (key: string) => string>> = {
  columns: (key) => key,
  map: (key) => (key.startsWith('f') ? key : `map_extract_value(rare, '${key}')`),
  text: (key) => (key.startsWith('f') ? key : `json_extract_string(rare, '${key}')`),
};

const QUERIES: readonly (readonly [name: string, sql: (read: (key: string) => string) => string])[] = [
  [
    'events and users by day',
    () => 'SELECT moment // 86400, count(*), count(DISTINCT person) FROM e GROUP BY 1',
  ],
  [
    'top of a frequent key',
    (read) => `SELECT ${read('f1')}, count(*) FROM e GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
  ],
  [
    'users by a frequent key, filtered',
    (read) => `SELECT ${read('f2')}, count(DISTINCT person) FROM e WHERE ${read('f3')} = 'v1' GROUP BY 1`,
  ],
  [
    'top of a rare key',
    (read) => `SELECT ${read('r0')}, count(*) FROM e GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
  ],
  ['events with a rare key', (read) => `SELECT count(*) FROM e WHERE ${read('r1')} = 'v1'`],
];

/** A database whose events have all keys; rare ones but a few are in none of the first events. */
async function fill(folder: string, layout: Layout, blocks: string): Promise<DuckDBConnection> {
  const file = join(folder, `${layout}.db`);
  const options = { default_block_size: blocks, memory_limit: flags.memory, threads: '1' };
  const connection = await (await DuckDBInstance.create(file, options)).connect();
  const frequent = names('f', FREQUENT).map((name, place) => `'v' || (hash(i + ${place}) % 50) AS ${name}`);
  const isRare = (place: number): string => `(i + ${place}) % 100 = 0`;
  const few = names('r', 5);
  const rare = {
    columns: [
      ...few.map((name, place) => `CASE WHEN ${isRare(place)} THEN 'v' || (i % 7) END AS ${name}`),
      ...names('r', KEYS)
        .slice(few.length)
        .map((name) => `NULL::VARCHAR AS ${name}`),
    ].join(),
    map: `map_from_entries(list_filter([${few.map((name, place) => `CASE WHEN ${isRare(place)} THEN {'k': '${name}', 'v': 'v' || (i % 7)} END`).join()}], x -> x IS NOT NULL)) AS rare`,
    text: `json_object(${few.map((name, place) => `'${name}', CASE WHEN ${isRare(place)} THEN 'v' || (i % 7) END`).join()})::VARCHAR AS rare`,
  }[layout];
  await connection.run(
    `CREATE TABLE e AS SELECT i * 8 AS moment, 'user' || (hash(i) % 20000) AS person, 'type' || (i % 9) AS type, ${frequent.join()}, ${rare} FROM range(${EVENTS}) t(i)`,
  );
  await connection.run('CHECKPOINT');
  return connection;
}

function names(letter: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => `${letter}${place}`);
}

/** Appends a post, as the service does: each event has all frequent keys and two rare ones. */
async function post(connection: DuckDBConnection, layout: Layout, number: number): Promise<void> {
  await connection.run('BEGIN');
  const table = layout === 'columns' ? 'e' : 'staged';
  if (layout !== 'columns')
    await connection.run(
      'CREATE TEMP TABLE staged AS SELECT * REPLACE (NULL::VARCHAR[] AS rare) FROM e LIMIT 0',
    );
  const appender = await connection.createAppender(table);
  for (let index = 0; index < EVENTS_OF_POST; index++) {
    appender.appendBigInt(BigInt(EVENTS + index));
    appender.appendVarchar(`user${index}`);
    appender.appendVarchar('posted');
    for (let place = 0; place < FREQUENT; place++) appender.appendVarchar(`v${index % 50}`);
    const own = [(index * 7 + number) % KEYS, (index * 11 + number + 1) % KEYS];
    if (layout === 'columns') {
      for (let place = 0; place < KEYS; place++)
        if (own.includes(place)) appender.appendVarchar(`v${index}`);
        else appender.appendNull();
    } else {
      const { LIST, VARCHAR, listValue } = await import('@duckdb/node-api');
      appender.appendValue(listValue(own.flatMap((place) => [`r${place}`, `v${index}`])), LIST(VARCHAR));
    }
    appender.endRow();
  }
  appender.closeSync();
  if (layout !== 'columns') {
    const made = {
      map: 'map_from_entries(list_distinct([{k: rare[1], v: rare[2]}, {k: rare[3], v: rare[4]}]))',
      text: 'json_object(rare[1], rare[2], rare[3], rare[4])::VARCHAR',
    }[layout];
    await connection.run(`INSERT INTO e SELECT * REPLACE (${made} AS rare) FROM staged`);
    await connection.run('DROP TABLE staged');
  }
  await connection.run('COMMIT');
}

async function processorMs(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function memoryOf(connection: DuckDBConnection): Promise<number> {
  const sql = 'SELECT sum(memory_usage_bytes) FROM duckdb_memory()';
  return Number((await connection.runAndReadAll(sql)).getRows()[0]?.[0]) / 1_048_576;
}

const folder = mkdtempSync(join(tmpdir(), 'columns-'));
try {
  const variants = flags.blocks
    .split(',')
    .flatMap((blocks) =>
      LAYOUTS.filter((each) => flags.layouts.includes(each)).map((layout) => ({ layout, blocks })),
    )
    .filter(({ layout, blocks }) => layout === 'columns' || blocks === '262144');
  const made = [];
  for (const { layout, blocks } of variants) {
    const own = mkdtempSync(join(folder, 'v'));
    made.push({ layout, blocks, connection: await fill(own, layout, blocks) });
  }
  const queries: number[][][] = made.map(() => QUERIES.map(() => []));
  for (let run = 0; run < RUNS; run++)
    for (const [at, { layout, connection }] of made.entries())
      for (const [place, [, sql]] of QUERIES.entries())
        queries[at]?.[place]?.push(await processorMs(() => connection.runAndReadAll(sql(READ[layout]))));
  for (const [at, { layout, blocks, connection }] of made.entries()) {
    const posts = [];
    for (let number = 0; number < POSTS; number++)
      posts.push(await processorMs(() => post(connection, layout, number)));
    const answered = QUERIES.map(
      ([name], place) => `${name} ${median(queries[at]?.[place] ?? []).toFixed(1)}`,
    );
    console.log(
      `${layout}, ${KEYS} keys, blocks of ${blocks}: post ${median(posts).toFixed(0)} ms, memory ${(await memoryOf(connection)).toFixed(0)} MiB; ${answered.join(', ')}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
