import {
  BIGINT,
  DOUBLE,
  LIST,
  listValue,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { CancelledError, EngineError, QueryError } from '../../errors.ts';
import { type Row } from './shape.ts';
import { type Parameter, type Statement } from './sql.ts';

/** RE2's words for a pattern that it does not take. */
const REGEX_ERROR =
  /^Invalid Input Error: (invalid perl operator|invalid escape|missing|unexpected|bad|invalid|no argument|trailing|unknown|pattern too|regexp|Pattern has|Group index)/i;

/** Runs statements on a few connections. */
export interface Driver {
  /** All rows. Throws `EngineError`, or `CancelledError` once the signal is aborted and the engine has stopped. */
  run(statement: Statement, signal: AbortSignal): Promise<Row[]>;
}

/** A driver that opens at most this many connections and lets further statements wait for one. */
export function createDriver(instance: Pick<DuckDBInstance, 'connect'>, connectionLimit: number): Driver {
  const idle: DuckDBConnection[] = [];
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  let open = 0;

  async function acquire(): Promise<DuckDBConnection> {
    const connection = idle.pop();
    if (connection !== undefined) return connection;
    if (open >= connectionLimit) return new Promise((resolve) => waiting.push(resolve));
    open++;
    return instance.connect().catch((error: unknown) => {
      open--;
      throw new EngineError('DuckDB gave no connection', { cause: error });
    });
  }

  function release(connection: DuckDBConnection): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  }

  return {
    async run(statement, signal) {
      const connection = await acquire();
      try {
        return await runOn(connection, statement, signal);
      } finally {
        release(connection);
      }
    },
  };
}

async function runOn(
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
    const reader = await connection.runAndReadAll(text, parameters.map(valueOf), parameters.map(typeOf));
    return reader.getRows();
  } catch (error) {
    if (isAborted(signal)) throw new CancelledError('the query was cancelled in the engine', { cause: error });
    const reason = messageOf(error);
    // The only input that DuckDB itself reads as a language is a regular expression.
    if (REGEX_ERROR.test(reason))
      throw new QueryError(null, `A regular expression is not supported: ${reason.replace(/^[^:]*: /, '')}`);
    throw new EngineError(`DuckDB could not run the query: ${reason}`, {
      cause: error,
    });
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** Not `instanceof Error`: the binding's errors may come from another realm. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** A function, because the compiler takes the signal's first answer for its last. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function valueOf(parameter: Parameter): DuckDBValue {
  switch (parameter.type) {
    case 'text':
    case 'double':
      return parameter.value;
    case 'long':
      return BigInt(parameter.value);
    case 'texts':
    case 'doubles':
      return listValue([...parameter.value]);
  }
}

function typeOf(parameter: Parameter): DuckDBType {
  switch (parameter.type) {
    case 'text':
      return VARCHAR;
    case 'double':
      return DOUBLE;
    case 'long':
      return BIGINT;
    case 'texts':
      return LIST(VARCHAR);
    case 'doubles':
      return LIST(DOUBLE);
  }
}
