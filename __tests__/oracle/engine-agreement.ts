import { DuckDBInstance } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Druid } from '../../src/service/cluster/druid.ts';
import { CORE_EVENT_COLUMNS } from '../../src/service/events/columns.ts';
import { QueryError } from '../../src/service/errors.ts';
import { createDruidEngine } from '../../src/service/query/engines/druid/engine.ts';

import { checkQuery, createDuckdbEngine } from '../../src/service/query/engines/duckdb/engine.ts';
import type { Engine, EventOwner } from '../../src/service/query/engines/engine.ts';
import { compile } from '../../src/service/query/compile/compile.ts';
import type { CompiledQuery } from '../../src/service/query/compile/compiled-query.ts';
import { parseRunQuery } from '../../src/tql/run-query.ts';
import fc from '../support/properties.ts';
import { difference } from './agreement.ts';
import { CONCERNS } from './differences.ts';
import { events } from './generate/events.ts';
import { query } from './generate/queries.ts';
import { COLUMNS, createTable } from './table.ts';
import { columnKind, type Event } from './values.ts';

/** What a comparison found. */
export interface Comparison {
  asked: number;
  /** Queries that both refuse. */
  refused: number;
  /** Queries that the list of differences concerns and that differ, by the difference's name. */
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
  const worlds = names.map((name, index) => ({ name, seed: seed + index, list: eventsOf(seed + index) }));
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

interface World {
  readonly name: string;
  readonly seed: number;
  readonly list: readonly Event[];
}

/** Events with a time of their own each, by time: the order of others is left to chance in Druid. */
function eventsOf(seed: number): readonly Event[] {
  const [world] = fc.sample(events, { seed, numRuns: 1 });
  const taken = new Set<number>();
  const list = (world?.list ?? []).map((event): Event => {
    let time = Number(event['__time']);
    while (taken.has(time)) time++;
    taken.add(time);
    return { ...event, __time: time };
  });
  return list.sort((a, b) => Number(a['__time']) - Number(b['__time']));
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
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const created = await createTable(connection, world.list);
  // In the order of the store's tables.
  const payload = [...created.columns].filter(([name]) => !CORE_EVENT_COLUMNS.has(name));
  const core = [...CORE_EVENT_COLUMNS.keys()].map((name) => [name, created.columns.get(name)] as const);
  const columns = new Map(
    [...payload, ...core].flatMap(([name, column]) => (column === undefined ? [] : [[name, column]])),
  );
  const table = { ...created, columns };
  const engines = [
    createDuckdbEngine(instance, async () => table),
    createDruidEngine(druid.broker, checkQuery),
  ] as const;
  const base = baseOf(world.seed);
  const queries = fc.sample(query(base), { seed: world.seed, numRuns: count });
  const queue = queries.entries();
  const work = async (): Promise<void> => {
    for (const [index, one] of queue) await compareQuery(one, { world, base, index, engines, comparison });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await Promise.all(engines.map((engine) => engine.close()));
  connection.closeSync();
  instance.closeSync();
}

function baseOf(seed: number): number {
  return fc.sample(events, { seed, numRuns: 1 })[0]?.base ?? 0;
}

interface Asked {
  readonly world: World;
  readonly base: number;
  readonly index: number;
  readonly engines: readonly [Engine, Engine];
  readonly comparison: Comparison;
}

async function compareQuery(one: object, { world, base, index, engines, comparison }: Asked): Promise<void> {
  const owner = { id: 1, namespace: world.name };
  comparison.asked++;
  const compiled = compiledOrNull(one, owner, base);
  if (compiled === null) {
    comparison.refused++;
    return;
  }
  const [embedded, druid] = await Promise.all(engines.map((engine) => answerOf(engine, compiled, owner)));
  if (embedded?.error === 'refused' && druid?.error === 'refused') comparison.refused++;
  const found = difference(druid?.rows ?? druid?.error, embedded?.rows ?? embedded?.error);
  if (found === null) return;
  const compared = {
    query: JSON.parse(JSON.stringify(compiled)) as Readonly<Record<string, unknown>>,
    events: world.list,
    druidError: druid?.message ?? null,
    answers: [druid?.rows, embedded?.rows] as const,
    at: found,
  };
  const known = Object.entries(CONCERNS).find(([, concerns]) => concerns?.(compared) === true)?.[0];
  if (known !== undefined) comparison.listed.set(known, (comparison.listed.get(known) ?? 0) + 1);
  else comparison.unlisted.push(describe(found, { seed: world.seed, index, one, embedded, druid }));
}

function describe(found: string, values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
  return [`Druid differs at ${found}`, ...lines].join('\n');
}

function compiledOrNull(one: object, owner: EventOwner, nowMs: number): CompiledQuery | null {
  const parsed = parseRunQuery(one);
  if (!parsed.ok)
    throw new Error(`the generator made a query that is not valid: ${JSON.stringify(parsed.problems)}`);
  try {
    return compile(parsed.value, { namespace: owner.namespace, nowMs });
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

interface Answer {
  readonly rows?: unknown;
  readonly error?: 'refused' | 'failed';
  readonly message?: string;
}

async function answerOf(engine: Engine, compiled: CompiledQuery, owner: EventOwner): Promise<Answer> {
  try {
    return { rows: await engine.run(compiled, owner, new AbortController().signal) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: error instanceof QueryError ? 'refused' : 'failed', message };
  }
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
  await overlord.ask({ method: 'POST', path: '/druid/indexer/v1/task', body });
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
  const [row] = (await broker.ask({ method: 'POST', path: '/druid/v2', body })) as {
    readonly result: { readonly n: number };
  }[];
  return row?.result.n;
}
