import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { findsNoMemory, OutOfMemoryError, ReopeningError } from './errors.ts';

/** The interrupt is repeated because one that comes before the engine has begun is lost. */
const INTERRUPT_EVERY_MS = 20;

/** What runs, on connections or not. Closing a connection while its statement runs crashes the process. */
export class Running {
  private readonly works = new Map<Promise<unknown>, DuckDBConnection | null>();

  get size(): number {
    return this.works.size;
  }

  /** Notes work until it has ended. */
  note<T>(work: Promise<T>, connection: DuckDBConnection | null = null): Promise<T> {
    const ended = work.catch(() => undefined).finally(() => this.works.delete(ended));
    this.works.set(ended, connection);
    return work;
  }

  /** Waits for what runs now. */
  ended(): Promise<unknown> {
    return Promise.all(this.works.keys());
  }

  /** Interrupts what runs until all has stopped. */
  async stop(): Promise<void> {
    while (this.size > 0) {
      for (const connection of this.works.values()) connection?.interrupt();
      await Promise.race([this.ended(), sleep(INTERRUPT_EVERY_MS)]);
    }
  }
}

/** Makes a queue that runs one task at a time. A task that fails does not stop the next. */
export function createSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}

const PATIENCE_MS = 200;
const WATCH_EVERY_MS = 5;
/** So often who finds no memory tries again although the queries beside leave half of it: some just ended. */
const TRIES = 2;

/** The allocator gives memory back within this time. */
const GIVEN_BACK_MS = 1000;

/** A query that runs, and has a share of the engine's memory. */
interface Holder {
  readonly connection: DuckDBConnection;
  /** Whether it had to stop before. */
  readonly isAgain: boolean;
  /** The end of what needs its memory, for which it must stop; null: it need not. */
  givesWayTo: Promise<unknown> | null;
}

/**
 * If queries leave too little memory, stops the one that has run longest until `end`; one that had to stop
 * before, only if it is the last. Else false.
 */
type MakeWay = (end: Promise<unknown>) => Promise<boolean>;

/** How much memory is used. */
interface Use {
  /** Whether queries use more than half of the engine's memory. */
  readonly isCrowded: () => Promise<boolean>;
  /** Whether the process holds nearly as much as it may: the engine does not count all that queries keep. */
  readonly isFull: () => boolean;
}

/** The queries that run. */
function createHolders({ isCrowded, isFull }: Use) {
  /** In the order in which they began. */
  const holders = new Set<Holder>();
  let begun = 0;
  let isWatched = false;
  const stop = async (holder: Holder, end: Promise<unknown>) => {
    holder.givesWayTo ??= end;
    while (holders.has(holder)) {
      holder.connection.interrupt();
      await sleep(INTERRUPT_EVERY_MS);
    }
  };
  const makeWay: MakeWay = async (end) => {
    if (holders.size === 0 || !(await isCrowded().catch(() => true))) return false;
    const all = [...holders];
    const longest = all.find(({ isAgain }) => !isAgain) ?? all[0];
    if (longest !== undefined) await stop(longest, end);
    return true;
  };
  /** Stops queries, while several run, as long as the process holds too much. */
  const watch = async () => {
    if (isWatched) return;
    isWatched = true;
    while (holders.size > 1) {
      const longest = isFull() ? [...holders].find(({ isAgain }) => !isAgain) : undefined;
      if (longest !== undefined) await stop(longest, sleep(GIVEN_BACK_MS));
      await sleep(longest === undefined ? INTERRUPT_EVERY_MS : GIVEN_BACK_MS);
    }
    isWatched = false;
  };
  return {
    makeWay,
    begin: (connection: DuckDBConnection, isAgain: boolean) => {
      const holder: Holder = { connection, isAgain, givesWayTo: null };
      const [others, number] = [holders.size, ++begun];
      holders.add(holder);
      void watch();
      return {
        holder,
        end: () => holders.delete(holder),
        /** Whether nothing has run beside it until now. */
        isAlone: () => others === 0 && begun === number,
      };
    },
  };
}

/** Says, after an error, how often something was tried if that may help again; else throws the error. */
type Recover = (error: unknown, isAlone: boolean, tries: number) => Promise<number>;

function recovery(makeWay: MakeWay, end: Promise<unknown>): Recover {
  return async (error, isAlone, tries) => {
    if (isAlone || !findsNoMemory(error)) throw error;
    if (await makeWay(end)) return tries;
    if (tries > TRIES) throw error;
    await sleep(PATIENCE_MS);
    return tries + 1;
  };
}

interface Asked<T> {
  readonly connection: DuckDBConnection;
  readonly run: () => Promise<T>;
  readonly recover: Recover;
}

/**
 * Shares out the engine's memory, which has one limit for all. Whoever finds none is not refused: the query
 * that has run longest stops, and runs again after it, beside no other that had to stop. A query needs too
 * much if it has to stop then, too, or if it finds no memory although the others leave half.
 */
export function shareMemory(use: Use) {
  const running = new Running();
  const { begin, makeWay } = createHolders(use);
  const oneByOne = createSerialQueue();
  const held = new Set<Promise<unknown>>();
  const runQuery = async <T>({ connection, run, recover }: Asked<T>, isAgain: boolean): Promise<T> => {
    for (let tries = 1; ;) {
      while (held.size > 0) await Promise.all(held);
      const { holder, end, isAlone } = begin(connection, isAgain);
      try {
        return await running.note(run()).finally(end);
      } catch (error) {
        const hasStopped = holder.givesWayTo !== null && error instanceof ReopeningError;
        if (hasStopped && isAgain) throw new OutOfMemoryError('it leaves no memory', { cause: error });
        if (!hasStopped) tries = await recover(error, isAlone(), tries);
        if (!hasStopped && (tries <= TRIES || isAgain)) continue;
        await holder.givesWayTo;
        return await oneByOne(() => runQuery({ connection, run, recover }, true));
      }
    }
  };
  /** Runs a task while no query begins. */
  const hold = <T>(task: () => Promise<T>): Promise<T> => {
    const result = task();
    const ended: Promise<unknown> = result.catch(() => undefined).finally(() => held.delete(ended));
    held.add(ended);
    return result;
  };
  return {
    /** Runs a query on a connection, and again if it had to stop. Throws `OutOfMemoryError`. */
    query: <T>(connection: DuckDBConnection, run: () => Promise<T>) =>
      knowingEnd((end) => runQuery({ connection, run, recover: recovery(makeWay, end) }, false)),
    /** Runs a task soon, once those queries have ended that end by then, and holds back others meanwhile. */
    first: <T>(task: () => Promise<T>): Promise<T> =>
      hold(async () => {
        await Promise.race([running.ended(), sleep(PATIENCE_MS)]);
        return task();
      }),
    /** Runs what must not fail, once queries leave half of the memory, and sees to it that they do. */
    withRoom: <T>(task: () => Promise<T>): Promise<T> => knowingEnd((end) => runWithRoom(task, makeWay, end)),
    /** Runs a task that writes, all or nothing, and again if it finds no memory, while no query begins. */
    write: <T>(task: () => Promise<T>): Promise<T> =>
      task().catch((error: unknown) =>
        hold(() => knowingEnd((end) => writeAgain(task, error, recovery(makeWay, end)))),
      ),
  };
}

async function runWithRoom<T>(task: () => Promise<T>, makeWay: MakeWay, end: Promise<unknown>): Promise<T> {
  while (await makeWay(end));
  const work = new Running();
  const result = work.note(task());
  while (work.size > 0) {
    await Promise.race([work.ended(), sleep(WATCH_EVERY_MS)]);
    if (work.size > 0) await makeWay(end);
  }
  return result;
}

async function writeAgain<T>(task: () => Promise<T>, failed: unknown, recover: Recover): Promise<T> {
  for (let [error, tries] = [failed, 1]; ;) {
    tries = await recover(error, false, tries);
    try {
      return await task();
    } catch (next) {
      error = next;
    }
  }
}

/** Runs a task that is told its own end. */
function knowingEnd<T>(task: (end: Promise<unknown>) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<null>();
  return task(promise).finally(() => {
    resolve(null);
  });
}
