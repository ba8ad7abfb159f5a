import { setTimeout as sleep } from 'node:timers/promises';
import type { Druid } from '../../src/cluster/druid.ts';
import { createDruidEngine } from '../../src/cluster/engine/engine.ts';
import { checkPlan } from '../../src/service/query/engines/duckdb/engine.ts';
import type { Engine } from '../../src/service/query/engines/engine.ts';
import { judge } from './differences/judge.ts';
import { COLUMNS } from './table.ts';
import { columnKind } from './values.ts';
import {
  answerOf,
  compiledOrNull,
  queriesOf,
  readsJavaNumbers,
  withEmbedded,
  type World,
  worldOf,
} from './worlds.ts';

/** What a comparison found. */
export interface Comparison {
  asked: number;
  /** Queries that both refuse. */
  refused: number;
  /** Queries that differ as one entry of the list of differences says, and no other, by its name. */
  readonly listed: Map<string, number>;
  /** Descriptions of what else differs. */
  readonly unlisted: string[];
}

interface Options {
  readonly druid: Druid;
  readonly queryCount: number;
  readonly queriesPerWorld: number;
  readonly seed: number;
  readonly onWorld?: (so: Comparison) => void;
}

/**
 * Asks the embedded engine and Druid random queries over random events, and compares their answers to the
 * letter.
 */
export async function compareEngines({
  druid,
  queryCount,
  queriesPerWorld,
  seed,
  onWorld,
}: Options): Promise<Comparison> {
  const comparison: Comparison = { asked: 0, refused: 0, listed: new Map(), unlisted: [] };
  const worldCount = Math.ceil(queryCount / queriesPerWorld);
  const names = Array.from(
    { length: worldCount },
    (_name, index) => `agree-${seed}-${index}-${Date.now().toString(36)}`,
  );
  const worlds = names.map((name, index) => worldOf(name, seed + index));
  // A world is loaded, which takes Druid seconds, while the one before is asked about.
  let loading = load(druid, worlds[0]);
  for (const [index, world] of worlds.entries()) {
    await loading;
    loading = load(druid, worlds[index + 1]);
    await compareWorld(world, {
      druid,
      count: Math.min(queriesPerWorld, queryCount - comparison.asked),
      comparison,
    });
    onWorld?.(comparison);
  }
  return comparison;
}

const AT_ONCE = 6;

async function compareWorld(
  world: World,
  {
    druid,
    count,
    comparison,
  }: { readonly druid: Druid; readonly count: number; readonly comparison: Comparison },
): Promise<void> {
  const queue = queriesOf(world, count).entries();
  const druidEngine = createDruidEngine(druid.broker, checkPlan);
  await withEmbedded(world, async (embedded) => {
    const engines = [embedded, druidEngine] as const;
    const work = async (): Promise<void> => {
      for (const [index, one] of queue) await compareQuery(one, { world, index, engines, comparison });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  await druidEngine.close();
}

interface Asked {
  readonly world: World;
  readonly index: number;
  readonly engines: readonly [Engine, Engine];
  readonly comparison: Comparison;
}

async function compareQuery(one: object, { world, index, engines, comparison }: Asked): Promise<void> {
  comparison.asked++;
  const compiled = compiledOrNull(one, world);
  if (compiled === null) {
    comparison.refused++;
    return;
  }
  const [embedded, druid] = await Promise.all(engines.map((engine) => answerOf(engine, compiled, world)));
  if (embedded?.error === 'refused' && druid?.error === 'refused') comparison.refused++;
  const compared = {
    query: JSON.parse(JSON.stringify(compiled)) as Readonly<Record<string, unknown>>,
    events: world.list,
    druid: druid ?? {},
    embedded: embedded ?? {},
    readsJavaNumbers: () => readsJavaNumbers(one, world),
  };
  const { shown, unexplained } = judge(compared);
  if (shown !== null) comparison.listed.set(shown, (comparison.listed.get(shown) ?? 0) + 1);
  if (unexplained !== null)
    comparison.unlisted.push(describe(unexplained, { seed: world.seed, index, one, embedded, druid }));
}

function describe(found: string, values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
  return [`Druid differs at ${found}`, ...lines].join('\n');
}

/** Loads a world as one segment, with every column, and waits until queries see it. */
async function load({ broker, overlord }: Druid, world: World | undefined): Promise<void> {
  if (world === undefined || world.list.length === 0) return;
  const dimensions = COLUMNS.filter((name) => name !== '__time').map((name) => {
    const kind = columnKind(name);
    return { name, type: kind === 'text' || kind === 'none' ? 'string' : kind };
  });
  const dataSchema = {
    dataSource: world.name,
    timestampSpec: { column: '__time', format: 'millis' },
    dimensionsSpec: { dimensions },
    metricsSpec: [],
    granularitySpec: { type: 'uniform', segmentGranularity: 'ALL', queryGranularity: 'NONE', rollup: false },
  };
  const data = world.list.map((event) => JSON.stringify(event)).join('\n');
  const ioConfig = {
    type: 'index_parallel',
    inputSource: { type: 'inline', data },
    inputFormat: { type: 'json' },
  };
  const body = { type: 'index_parallel', spec: { dataSchema, ioConfig } };
  await overlord.ask({ path: '/druid/indexer/v1/task', body });
  while ((await countIn(broker, world.name)) !== world.list.length) await sleep(100);
}

async function countIn(broker: Druid['broker'], dataSource: string): Promise<unknown> {
  const body = {
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    intervals: ['1000-01-01/3000-01-01'],
    aggregations: [{ type: 'count', name: 'n' }],
  };
  const [row] = (await broker.ask({ path: '/druid/v2', body })) as {
    readonly result: { readonly n: number };
  }[];
  return row?.result.n;
}
