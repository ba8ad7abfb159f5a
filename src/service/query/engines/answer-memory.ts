// Limits the memory that all answers take together while they are made. Engines count the bytes of the rows
// that they read; the counts are in this process's memory.
import { AsyncLocalStorage } from 'node:async_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Json } from '../../../tql/json.ts';
import { CrowdedError, QueryError } from '../../errors.ts';
import { collectGarbage } from '../../memory/garbage.ts';

/** How many bytes the rows of all answers may take, with the results that are made of them. */
const LIMIT_BYTES = Math.min(350_000_000, getHeapStatistics().heap_size_limit / 4);
/** An answer of this size is never refused because of others: only a few are made at a time. */
const SHORT_BYTES = 1_000_000;
/** An answer of this size is collected at once: V8's next collection may come gigabytes later. */
const GARBAGE_BYTES = 50_000_000;
/** The memory for a row, a value and a character of a text, with all copies of them: measured, rounded up. */
const BYTES = { row: 160, value: 50, character: 3 };

/** The memory that one answer takes. */
interface AnswerMemory {
  bytes: number;
  /** Whether `bytesOfAll` has the bytes: until the answer is sent, and never for the answer of a command. */
  isShared: boolean;
}

/** The answer that is being made: an engine counts rows without knowing which answer they are for. */
const currentAnswer = new AsyncLocalStorage<AnswerMemory>();
let bytesOfAll = 0;

type RunQuery = (signal: AbortSignal) => Promise<Json>;

/**
 * Calls `send`, which runs a query by the function that it gets, and sends the answer. The rows that the
 * query reads count against the limit of all answers until `send` has ended.
 */
export async function withAnswerMemory<T>(run: RunQuery, send: (run: RunQuery) => Promise<T>): Promise<T> {
  const memory = { bytes: 0, isShared: true };
  try {
    // Set around `run` alone, because a query may be begun by the end of another one, in its context.
    return await send((signal) => currentAnswer.run(memory, () => run(signal)));
  } finally {
    bytesOfAll -= memory.bytes;
    memory.isShared = false;
    if (memory.bytes > GARBAGE_BYTES) collectGarbage();
  }
}

/** Makes the counter of the rows that are read for the current answer. */
export function createRowCounter() {
  const memory = currentAnswer.getStore() ?? { bytes: 0, isShared: false };
  let countedBytes = 0;
  const add = (bytes: number) => {
    countedBytes += bytes;
    memory.bytes += bytes;
    if (memory.isShared) bytesOfAll += bytes;
  };
  return {
    /**
     * Counts a row by its values and their characters. Throws `QueryError` if the answer is too long, and
     * `CrowdedError` if other long answers leave too little memory.
     */
    count: (values: number, characters: number) => {
      add(BYTES.row + values * BYTES.value + characters * BYTES.character);
      if (memory.bytes > LIMIT_BYTES) throw new QueryError(null, TOO_LONG);
      const isLong = memory.bytes > SHORT_BYTES;
      if (isLong && bytesOfAll > LIMIT_BYTES && memory.isShared)
        throw new CrowdedError('Other long answers that are being made leave too little memory for this one');
    },
    /** Takes back all that was counted, because the rows are dropped. */
    forget: () => {
      if (countedBytes > GARBAGE_BYTES) collectGarbage();
      add(-countedBytes);
    },
  };
}

const TOO_LONG = 'The answer is too long. Use a shorter interval, fewer columns or fewer rows';
