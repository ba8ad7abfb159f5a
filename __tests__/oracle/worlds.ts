import { DuckDBInstance } from '@duckdb/node-api';
import { QueryError } from '../../src/service/errors.ts';
import { CORE_EVENT_COLUMNS } from '../../src/service/events/columns.ts';
import { compile } from '../../src/service/query/compile/compile.ts';
import type { CompiledQuery } from '../../src/service/query/compile/compiled-query.ts';
import { connectionsOf } from '../support/service/connections.ts';
import { createDuckdbEngine } from '../../src/service/query/engines/duckdb/engine.ts';
import type { Engine, EventOwner } from '../../src/service/query/engines/engine.ts';
import { parseRunQuery } from '../../src/tql/schema/run-query.ts';
import fc from '../support/properties.ts';
import { difference } from './agreement.ts';
import type { Answer } from './differences/judge.ts';
import { evaluate } from './evaluate.ts';
import { events } from './generate/events.ts';
import { query } from './generate/queries.ts';
import { createTable } from './table.ts';
import { type Event, RefusedQueryError, withJavaNumbers } from './values.ts';

/** Random events by time around a day, `base` in epoch milliseconds, of a data source with this name. */
export interface World {
  readonly name: string;
  readonly seed: number;
  readonly base: number;
  readonly list: readonly Event[];
}

/** The world of a seed. Each event has its own time: Druid leaves the order of others to chance. */
export function worldOf(name: string, seed: number): World {
  const [world] = fc.sample(events, { seed, numRuns: 1 });
  const taken = new Set<number>();
  const list = (world?.list ?? []).map((event): Event => {
    let time = Number(event['__time']);
    while (taken.has(time)) time++;
    taken.add(time);
    return { ...event, __time: time };
  });
  list.sort((a, b) => Number(a['__time']) - Number(b['__time']));
  return { name, seed, base: world?.base ?? 0, list };
}

/** Random queries over a world. */
export function queriesOf({ seed, base }: World, count: number): object[] {
  return fc.sample(query(base), { seed, numRuns: count });
}

/** Calls a function with an embedded engine that has the world's events. */
export async function withEmbedded(world: World, use: (engine: Engine) => Promise<void>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const created = await createTable(connection, world.list);
  // In the order of the store's tables.
  const payload = [...created.columns].filter(([name]) => !CORE_EVENT_COLUMNS.has(name));
  const core = [...CORE_EVENT_COLUMNS.keys()].map((name) => [name, created.columns.get(name)] as const);
  const columns = new Map(
    [...payload, ...core].flatMap(([name, column]) => (column === undefined ? [] : [[name, column]])),
  );
  const engine = createDuckdbEngine(connectionsOf(instance), async () => ({ ...created, columns }));
  await use(engine);
  await engine.close();
  connection.closeSync();
  instance.closeSync();
}

/** A query over a world as engines get it; null if it is refused before. */
export function compiledOrNull(one: object, world: World): CompiledQuery | null {
  const parsed = parseRunQuery(one);
  if (!parsed.ok)
    throw new Error(`the generator made a query that is not valid: ${JSON.stringify(parsed.problems)}`);
  try {
    return compile(parsed.value, { namespace: world.name, nowMs: world.base });
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** Whether plain loops give a query another answer if texts such as `1d` are numbers. */
export function readsJavaNumbers(one: object, { list, base }: World): boolean {
  const parsed = parseRunQuery(one);
  if (!parsed.ok) return false;
  const { value } = parsed;
  const answer = (): unknown => {
    try {
      return evaluate(value, list, base, () => undefined);
    } catch (error) {
      if (error instanceof RefusedQueryError) return null;
      throw error;
    }
  };
  return difference(answer(), withJavaNumbers(answer)) !== null;
}

/** An engine's answer to a query over a world. */
export async function answerOf(engine: Engine, compiled: CompiledQuery, world: World): Promise<Answer> {
  const owner: EventOwner = { id: 1, namespace: world.name };
  try {
    return { rows: await engine.run(compiled, owner, new AbortController().signal) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: error instanceof QueryError ? 'refused' : 'failed', message };
  }
}
