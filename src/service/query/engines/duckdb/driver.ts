// Runs SQL statements on DuckDB, on a few connections at a time, and cancels them.
import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api';
import { BIGINT, DOUBLE, DuckDBListValue, LIST, listValue, VARCHAR } from '../../../duckdb.ts';
import {
  CancelledError,
  CrowdedError,
  EngineError,
  OutOfMemoryError,
  QueryError,
  ReopeningError,
} from '../../../errors.ts';
import { Running } from '../../../running.ts';
import { createRowCounter } from '../answer-memory.ts';
import { translateError } from './errors.ts';
import type { Row } from './plan.ts';
import type { Parameter } from './sql/statement.ts';
import type { Statement } from './sql/render.ts';

/** Where connections come from. */
export interface Connections extends Pick<DuckDBInstance, 'connect'> {
  /**
   * Runs a statement on a connection, which is not closed meanwhile. Once `signal` is aborted, the task
   * throws before it uses the connection.
   */
  readonly using: <T>(
    connection: DuckDBConnection,
    task: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T>;
  /** Whether a connection can still be used. */
  readonly isCurrent: (connection: DuckDBConnection) => boolean;
  /** Waits until connections can be opened, but not for long. */
  readonly opened: () => Promise<unknown>;
}

export type Driver = ReturnType<typeof createDriver>;

/** A driver that opens at most this many connections; further statements wait for one. */
export function createDriver(instance: Connections, connectionLimit: number) {
  const { acquire, release } = createPool(instance, connectionLimit);
  const busy = new Running();
  let isClosed = false;

  async function runAndRelease(
    connection: DuckDBConnection,
    statement: Statement,
    signal: AbortSignal,
  ): Promise<Row[]> {
    try {
      if (isClosed) throw new CancelledError('the query was cancelled because the service is closing');
      const task = () => runOnConnection(connection, statement, signal);
      return await busy.note(instance.using(connection, task, signal), connection);
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) throw error;
      throw new QueryError(null, NEEDS_TOO_MUCH_MEMORY, { cause: error });
    } finally {
      release(connection);
    }
  }

  return {
    /**
     * All rows. Throws `QueryError`, `EngineError`, `CrowdedError` if other answers use the memory, or
     * `CancelledError` once the signal is aborted and the engine has stopped.
     */
    async run(statement: Statement, signal: AbortSignal): Promise<Row[]> {
      if (isClosed) throw new CancelledError('the query was not run because the service is closing');
      const attempt = async () => runAndRelease(await acquire(), statement, signal);
      // A file that is being opened again has interrupted the statement: it runs once more after that.
      return attempt().catch(async (error: unknown) => {
        if (!(error instanceof ReopeningError)) throw error;
        await instance.opened();
        return attempt();
      });
    },
    /**
     * Cancels running statements, waits until they have stopped, and runs nothing from then on. Does not
     * close the connections.
     */
    async close() {
      isClosed = true;
      await busy.stop();
    },
  };
}

/** Opens at most `limit` connections and hands released ones on, to the one that has waited longest. */
function createPool(instance: Connections, limit: number) {
  const idle: DuckDBConnection[] = [];
  const waiting: ((connection: DuckDBConnection | Promise<DuckDBConnection>) => void)[] = [];
  let open = 0;
  const acquire = async (): Promise<DuckDBConnection> => {
    for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
      if (instance.isCurrent(connection)) return connection;
      open--;
    }
    if (open >= limit) return new Promise((resolve) => waiting.push(resolve));
    open++;
    return instance.connect().catch((error: unknown) => {
      open--;
      if (error instanceof ReopeningError) throw error;
      throw new EngineError('DuckDB gave no connection', { cause: error });
    });
  };
  return {
    acquire,
    release: (connection: DuckDBConnection) => {
      idle.push(connection);
      waiting.shift()?.(acquire());
    },
  };
}

const NEEDS_TOO_MUCH_MEMORY =
  'The query needs more memory than the service has for queries. Use a shorter interval, fewer groups or fewer outputs';

async function runOnConnection(
  connection: DuckDBConnection,
  { text, parameters }: Statement,
  signal: AbortSignal,
): Promise<Row[]> {
  if (signal.aborted) throw new CancelledError('the query was cancelled before it ran');
  const interrupt = (): void => {
    connection.interrupt();
  };
  signal.addEventListener('abort', interrupt);
  try {
    const bindings = parameters.map(bindingOf);
    const values = bindings.map(({ value }) => value);
    const types = bindings.map(({ type }) => type);
    return await readRows(await connection.stream(text, values, types));
  } catch (error) {
    if (error instanceof QueryError || error instanceof CrowdedError) throw error;
    if (isAborted(signal))
      throw new CancelledError('the query was cancelled in the engine', { cause: error });
    throw translateError(error);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** Reads the rows as the engine makes them, so that an answer that is too long is not read to its end. */
async function readRows(chunks: AsyncIterable<DuckDBDataChunk>): Promise<Row[]> {
  const rows: Row[] = [];
  const { count, forget } = createRowCounter();
  try {
    for await (const chunk of chunks) {
      for (let index = 0; index < chunk.rowCount; index++) {
        const row = chunk.getRowValues(index);
        rows.push(row);
        let [values, characters] = [0, 0];
        for (const value of row) {
          values += value instanceof DuckDBListValue ? value.items.length : 1;
          characters += typeof value === 'string' ? value.length : 0;
        }
        count(values, characters);
      }
    }
    return rows;
  } catch (error) {
    // These rows are dropped, and the query may run again.
    forget();
    throw error;
  }
}

/** A function, because TypeScript narrows `signal.aborted` to false after the first check. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A parameter as DuckDB takes it. */
function bindingOf({ type, value }: Parameter): { readonly value: DuckDBValue; readonly type: DuckDBType } {
  switch (type) {
    case 'text':
      return { value, type: VARCHAR };
    case 'double':
      return { value, type: DOUBLE };
    case 'long':
    case 'share':
      return { value: BigInt(value), type: BIGINT };
    case 'texts':
      return { value: listValue([...value]), type: LIST(VARCHAR) };
    case 'doubles':
      return { value: listValue([...value]), type: LIST(DOUBLE) };
  }
}
