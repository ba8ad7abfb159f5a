import {
  BIGINT,
  DOUBLE,
  DuckDBListValue,
  LIST,
  listValue,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { CancelledError, CrowdedError, EngineError, QueryError } from '../../../errors.ts';
import { TEXTS_TOO_LONG } from './expressions/text-functions.ts';
import type { Row } from './plan.ts';
import type { Parameter, Statement } from './sql/statement.ts';

/** RE2's words for a pattern that it does not take. */
const PATTERN_ERROR =
  /^Invalid Input Error: ((?:invalid perl operator|invalid escape|missing|unexpected|bad|invalid|no argument|trailing|unknown|pattern too|regexp|Pattern has|Group index).*)/i;

/** DuckDB's words for what a query's writer can mend, and ours. Its own go no further: they can quote the statement. */
const QUERY_ERRORS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/expression depth limit|memory exhausted at or near/i, 'The query is too large or too deeply nested for the engine'],
  [TEXTS_TOO_LONG, 'The expressions of the query build texts that are too long (64 KiB in a row)'],
  [/^Not implemented Error: Unknown TimeZone/i, 'The query names a time zone that the engine does not know'],
  [/^Syntax Error: (?:Like pattern|Invalid escape)/i, 'A LIKE pattern or its escape character is wrong'],
  [/^(?:Out of Range|Conversion) Error/i, 'The query computes a number or a time that is too large for the engine'],
];

/** DuckDB's words for having no room left, in memory or for what it puts aside on disk. */
const OUT_OF_MEMORY = /^Out of Memory Error|^Allocation failure|No space left on device/i;

/** Runs statements on a few connections. */
export interface Driver {
  /** All rows; few where it `isShort`. Throws `EngineError`, `CrowdedError` where others have the memory, or `CancelledError` once the signal is aborted and the engine has stopped. */
  run(statement: Statement, signal: AbortSignal, isShort?: boolean): Promise<Row[]>;
  /** Cancels what runs and waits until it has stopped; runs nothing from then on. The connections stay their owner's. */
  close(): Promise<void>;
}

/** An interrupt that comes before the engine has begun is lost, so it is repeated. */
const INTERRUPT_INTERVAL_MS = 20;

/** A driver that opens at most this many connections and lets further statements wait for one. */
export function createDriver(instance: Pick<DuckDBInstance, 'connect'>, connectionLimit: number): Driver {
  const idle: DuckDBConnection[] = [];
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  const busy = new Map<DuckDBConnection, Promise<void>>();
  let open = 0;
  let isClosed = false;

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

  async function runAlone(
    connection: DuckDBConnection,
    statement: Statement,
    signal: AbortSignal,
    isShort: boolean,
  ): Promise<Row[]> {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    busy.set(connection, ended);
    try {
      if (isClosed) throw new CancelledError('the query was cancelled because the service is closing');
      return await runOnConnection(connection, statement, signal, isShort);
    } catch (error) {
      if (!(error instanceof OutOfMemory)) throw error;
      // Alone, it will never fit; beside others it may, later.
      if (busy.size > 1) throw new CrowdedError('Other queries left no memory for this one', { cause: error });
      throw new QueryError(null, TOO_MUCH_MEMORY, { cause: error });
    } finally {
      busy.delete(connection);
      end();
      release(connection);
    }
  }

  return {
    async run(statement, signal, isShort = false) {
      if (isClosed) throw new CancelledError('the query was not run because the service is closing');
      return runAlone(await acquire(), statement, signal, isShort);
    },
    async close() {
      isClosed = true;
      // A connection that is closed under a running statement takes the process down with it.
      while (busy.size > 0) {
        for (const connection of busy.keys()) connection.interrupt();
        await Promise.race([Promise.all(busy.values()), sleep(INTERRUPT_INTERVAL_MS)]);
      }
    },
  };
}

/** The engine had no room for a statement. */
class OutOfMemory extends Error {}

const TOO_MUCH_MEMORY =
  'The query needs more memory than the service has for queries. Ask for a shorter interval, fewer groups or fewer outputs';

async function runOnConnection(
  connection: DuckDBConnection,
  { text, parameters }: Statement,
  signal: AbortSignal,
  isShort: boolean,
): Promise<Row[]> {
  if (signal.aborted) throw new CancelledError('the query was cancelled before it ran');
  const interrupt = (): void => {
    connection.interrupt();
  };
  signal.addEventListener('abort', interrupt);
  try {
    const [values, types] = [parameters.map(valueOf), parameters.map(typeOf)];
    if (!isShort) return await readRows(await connection.stream(text, values, types));
    // In one turn of the engine's threads where it takes no values, and read without another.
    const result = await (values.length === 0 ? connection.run(text) : connection.run(text, values, types));
    return await readRows(chunksOf(result));
  } catch (error) {
    if (error instanceof QueryError) throw error;
    if (isAborted(signal)) throw new CancelledError('the query was cancelled in the engine', { cause: error });
    const reason = messageOf(error);
    if (OUT_OF_MEMORY.test(reason)) throw new OutOfMemory(reason);
    throw queryErrorOf(reason, error) ?? new EngineError(`DuckDB could not run the query: ${reason}`, { cause: error });
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/**
 * What an answer may weigh before it is refused: about a quarter of what one text of JavaScript can hold, and no more than
 * four such answers at once find room for, each at about nine bytes of memory.
 */
const ANSWER_WEIGHT_LIMIT = Math.min(100_000_000, getHeapStatistics().heap_size_limit / 45);
/** What a number or a null weighs, as so many characters of a text. */
const VALUE_WEIGHT = 8;

/** Row by row as the engine makes them, so that an answer that is too long is never held whole. */
async function readRows(result: AsyncIterable<DuckDBDataChunk> | Iterable<DuckDBDataChunk>): Promise<Row[]> {
  const rows: Row[] = [];
  let weight = 0;
  for await (const chunk of result) {
    for (let index = 0; index < chunk.rowCount; index++) {
      const row = chunk.getRowValues(index);
      rows.push(row);
      for (const value of row) weight += weightOf(value);
      if (weight > ANSWER_WEIGHT_LIMIT) {
        throw new QueryError(null, 'The answer is too long. Ask for a shorter interval, fewer columns or fewer rows');
      }
    }
  }
  return rows;
}

function* chunksOf(result: DuckDBMaterializedResult): Generator<DuckDBDataChunk> {
  for (let index = 0; index < result.chunkCount; index++) yield result.getChunk(index);
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return VALUE_WEIGHT + value.length;
  return value instanceof DuckDBListValue ? VALUE_WEIGHT * (1 + value.items.length) : VALUE_WEIGHT;
}

function queryErrorOf(reason: string, cause: unknown): QueryError | null {
  const regex = PATTERN_ERROR.exec(reason)?.[1];
  // What follows the colon is a piece of the pattern, rewritten for RE2: not what its writer would know again.
  if (regex !== undefined)
    return new QueryError(null, `A regular expression is not supported: ${regex.replace(/:.*/s, '')}`, { cause });
  const message = QUERY_ERRORS.find(([pattern]) => pattern.test(reason))?.[1];
  return message === undefined ? null : new QueryError(null, message, { cause });
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
    case 'share':
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
    case 'share':
      return BIGINT;
    case 'texts':
      return LIST(VARCHAR);
    case 'doubles':
      return LIST(DOUBLE);
  }
}
