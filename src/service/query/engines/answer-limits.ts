// Limits the memory that all answers together take while they are made, by the bytes of their rows. Also the
// other limits of an answer's length.
import { AsyncLocalStorage } from 'node:async_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Json } from '../../../tql/json.ts';
import { createPause } from '../../event-loop.ts';
import { CrowdedError, QueryError } from '../../errors.ts';

/**
 * How many bytes the rows of all answers that are being made may take, and the results that are made of them.
 */
const LIMIT_BYTES = Math.min(350_000_000, getHeapStatistics().heap_size_limit / 4);
/** An answer that takes no more is not refused because of others: only a few are made at a time. */
const SHORT_BYTES = 1_000_000;
/** The memory for a row, a value and a character of a text, with all copies of them: measured, rounded up. */
const BYTES = { row: 160, value: 50, character: 3 };

/** The memory that one answer takes. */
interface AnswerMemory {
  bytes: number;
  /** Whether it counts for other answers: not once it was sent, and not for a command's. */
  isHeld: boolean;
}

/** The answer that is being made. The engines count its rows without knowing which answer they are for. */
const current = new AsyncLocalStorage<AnswerMemory>();
/** What all answers take that are held. */
let heldBytes = 0;

/**
 * Calls `send`, which runs a query by `run` and turns its answer into text. Until that is done, the rows that
 * `run` reads count against the limit of all answers.
 */
export async function withAnswerMemory<T>(run: RunQuery, send: (run: RunQuery) => Promise<T>): Promise<T> {
  const memory = { bytes: 0, isHeld: true };
  try {
    // Set within `run`, because that may be called in another query's context, at its end.
    return await send((signal) => current.run(memory, () => run(signal)));
  } finally {
    heldBytes -= memory.bytes;
    memory.isHeld = false;
    if (memory.bytes > GARBAGE_BYTES) collectGarbage();
  }
}

type RunQuery = (signal: AbortSignal) => Promise<Json>;

// By default, a heap of several hundred megabytes may double before it is collected.
setFlagsFromString('--heap-growing-percent=30');

/** More than this is collected at once: the next collection may come gigabytes later. */
const GARBAGE_BYTES = 50_000_000;

/** Gives the memory back to the machine, too. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext(`gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })`);
}

/**
 * Counts the memory of the answer that is being made. `count` adds that of a row, by its values and their
 * characters; Druid's answer is counted by its text as it arrives, without values. It throws `QueryError` if
 * the answer is too long, and `CrowdedError` if other long answers leave too little memory. `forget` takes
 * back all that was counted.
 */
export function countRows() {
  // A command's answer is not sent to anyone else.
  const memory = current.getStore() ?? { bytes: 0, isHeld: false };
  let counted = 0;
  const add = (bytes: number) => {
    counted += bytes;
    memory.bytes += bytes;
    if (memory.isHeld) heldBytes += bytes;
  };
  return {
    count: (values: number, characters: number) => {
      add(BYTES.row + values * BYTES.value + characters * BYTES.character);
      if (memory.bytes > LIMIT_BYTES) throw new QueryError(null, TOO_LONG);
      const isLong = memory.bytes > SHORT_BYTES;
      if (isLong && heldBytes > LIMIT_BYTES && memory.isHeld)
        throw new CrowdedError('Other long answers that are being made leave too little memory for this one');
    },
    forget: () => {
      if (counted > GARBAGE_BYTES) collectGarbage();
      add(-counted);
    },
  };
}

const TOO_LONG = 'The answer is too long. Use a shorter interval, fewer columns or fewer rows';

/** Limits the values of a timeseries, those of empty buckets included, which engines do not count. */
const VALUE_LIMIT = 10_000_000;

/** Throws `QueryError` if a timeseries would have too many values. */
export function checkValueCount(buckets: number, outputs: number): void {
  if (buckets * outputs <= VALUE_LIMIT) return;
  throw new QueryError(
    'granularity',
    `makes ${buckets} buckets of ${outputs} values each, which is too long an answer`,
  );
}

/** Limits the events of one answer. */
export const EVENT_LIMIT = 500_000;

/** This many rows take about a millisecond. */
const STEP_ROWS = 500;

/** Maps the rows of an answer, in steps between which other requests are served. */
export async function mapRows<T, U>(rows: readonly T[], map: (row: T) => U): Promise<readonly U[]> {
  const pauseIfDue = createPause();
  const mapped: U[] = [];
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    for (const row of rows.slice(from, from + STEP_ROWS)) mapped.push(map(row));
    await pauseIfDue();
  }
  return mapped;
}
