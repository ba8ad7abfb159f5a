// `npm run bench:store:rankings -- --druid BROKER --druid-overlord URL`: exact rankings of many values, as a
// topN that takes up to 100,000 values of each segment and as a groupBy with a limit, in turns; and the topN
// that Druid has by default, which is not exact. Makes data sources whose names begin with `rankings-`.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { connectDruid } from '../../src/cluster/druid.ts';
import { median, ms } from './measure.ts';

const { values: flags } = parseArgs({
  options: {
    druid: { type: 'string', default: 'http://127.0.0.1:8082' },
    'druid-overlord': { type: 'string', default: 'http://127.0.0.1:8081' },
    values: { type: 'string', default: '1000,10000,100000' },
    days: { type: 'string', default: '8' },
    runs: { type: 'string', default: '15' },
  },
});

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const days = Number(flags.days);
const druid = connectDruid({ druidUrl: flags.druid, overlordUrl: flags['druid-overlord'] });
const { broker, overlord } = druid;

const base = (dataSource: string) => ({
  dataSource,
  granularity: 'all',
  intervals: [`${new Date(START_MS).toISOString()}/${new Date(START_MS + days * DAY_MS).toISOString()}`],
  aggregations: [{ type: 'longSum', name: 'n', fieldName: 'count' }],
});
const topN = (dataSource: string, context: object) => ({
  queryType: 'topN',
  ...base(dataSource),
  dimension: 'model',
  metric: 'n',
  threshold: 10,
  context,
});
const WAYS: Readonly<Record<string, (dataSource: string) => object>> = {
  'topN, 1,000': (dataSource) => topN(dataSource, {}),
  'topN, 100,000': (dataSource) => topN(dataSource, { minTopNThreshold: 100_000 }),
  groupBy: (dataSource) => ({
    queryType: 'groupBy',
    ...base(dataSource),
    dimensions: ['model'],
    limitSpec: {
      type: 'default',
      limit: 10,
      columns: [{ dimension: 'n', direction: 'descending', dimensionOrder: 'numeric' }, 'model'],
    },
  }),
};

console.log(`| values | ${Object.keys(WAYS).join(' | ')} | exact |\n|--:|${'--:|'.repeat(4)}`);
for (const count of flags.values.split(',').map(Number)) {
  const dataSource = `rankings-${count}-${days}-${Date.now().toString(36)}`;
  await load(dataSource, count);
  const times = new Map(Object.keys(WAYS).map((name): [string, number[]] => [name, []]));
  const answers = new Map<string, string>();
  for (let run = -2; run < Number(flags.runs); run++) {
    for (const [name, query] of Object.entries(WAYS)) {
      const startedMs = performance.now();
      const answer = await broker.ask({ path: '/druid/v2', body: query(dataSource) });
      if (run >= 0) times.get(name)?.push(performance.now() - startedMs);
      const numbers = [...JSON.stringify(answer).matchAll(/"n":(\d+)/g)].map(([, n]) => n);
      answers.set(name, numbers.join());
    }
  }
  const exact = [...answers].filter(([, answer]) => answer === answers.get('groupBy')).map(([name]) => name);
  const medians = Object.keys(WAYS).map((name) => ms(median(times.get(name) ?? [])));
  console.log(`| ${count} | ${medians.join(' | ')} | ${exact.join('; ')} |`);
}
await druid.close();

/** Each day has each value once, and some more events of random ones. */
async function load(dataSource: string, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rankings-'));
  const file = createWriteStream(join(folder, 'events.json'));
  let seed = 7;
  let events = 0;
  for (let day = 0; day < days; day++) {
    for (let index = 0; index < count * 1.2; index++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const model = `m${index < count ? index : seed % count}`;
      const line = JSON.stringify({ __time: START_MS + day * DAY_MS + (index % DAY_MS), model, count: 1 });
      if (!file.write(`${line}\n`)) await once(file, 'drain');
      events++;
    }
  }
  file.end();
  await finished(file);
  const dataSchema = {
    dataSource,
    timestampSpec: { column: '__time', format: 'millis' },
    dimensionsSpec: { dimensions: ['model', { type: 'long', name: 'count' }] },
    metricsSpec: [],
    granularitySpec: { type: 'uniform', segmentGranularity: 'DAY', queryGranularity: 'NONE', rollup: false },
  };
  const ioConfig = {
    type: 'index_parallel',
    inputSource: { type: 'local', baseDir: folder, filter: '*.json' },
    inputFormat: { type: 'json' },
  };
  const body = { type: 'index_parallel', spec: { dataSchema, ioConfig } };
  await overlord.ask({ path: '/druid/indexer/v1/task', body });
  const all = { queryType: 'timeseries', ...base(dataSource) };
  for (;;) {
    const [row] = (await broker.ask({ path: '/druid/v2', body: all })) as readonly {
      readonly result: { readonly n: number };
    }[];
    if (row?.result.n === events) break;
    await sleep(500);
  }
  await rm(folder, { recursive: true });
}
