import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { answerQuery, type QuerySource } from './answer.ts';
import { createDuckdbEngine } from '../../../src/service/query/engines/duckdb/engine.ts';
import { type EventOwner } from '../../../src/service/query/engines/engine.ts';
import { createTable } from '../../oracle/table.ts';
import { type Event } from '../../oracle/values.ts';
import { connectionsOf } from './connections.ts';

/** The embedded engine over some events, in memory. */
interface EngineOverEvents {
  /**
   * The engine; defined only while tests run. The events of a namespace other than `org` are a table or view
   * of that name.
   */
  readonly source: () => QuerySource;
  readonly connection: () => DuckDBConnection;
  /** The name of the table of `org`. */
  readonly tableName: () => string;
  /** Answers a query, over these events' intervals unless it has its own. */
  readonly ask: (query: object, signal?: AbortSignal) => Promise<unknown>;
  /** The value of an expression, as a virtual column of the first event. */
  readonly valueOf: (expression: string) => Promise<unknown>;
}

/** Opens the embedded engine over some events before a file's tests, and closes it after them. */
export function engineOver(
  events: readonly Event[],
  nowMs: number,
  intervals: readonly string[],
): EngineOverEvents {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  let source: QuerySource;
  let name: string;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    const table = await createTable(connection, events);
    name = table.name;
    const tableOf = async ({ namespace }: EventOwner) =>
      namespace === 'org' ? table : { ...table, name: namespace };
    const engine = createDuckdbEngine(connectionsOf(instance), tableOf);
    source = { owner: { id: 1, namespace: 'org' }, nowMs, engine };
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const ask = (query: object, signal = new AbortController().signal) =>
    answerQuery({ intervals, ...query }, { ...source, signal });
  return {
    source: () => source,
    connection: () => connection,
    tableName: () => name,
    ask,
    async valueOf(expression) {
      const virtualColumns = [{ type: 'expression', name: 'x', expression }];
      const answer = await ask({ queryType: 'scan', columns: ['x'], limit: 1, virtualColumns });
      return (answer as { events: { x: unknown }[] }[])[0]?.events[0]?.x;
    },
  };
}
