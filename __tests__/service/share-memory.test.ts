import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledError, OutOfMemoryError, ReopeningError } from '../../src/service/errors.ts';
import { shareMemory } from '../../src/service/memory/share-memory.ts';

/** A connection that can only be interrupted. */
function connection(interrupt: () => void = () => undefined): DuckDBConnection {
  return { interrupt } as unknown as DuckDBConnection;
}

const FULL = new OutOfMemoryError('Out of Memory Error: failed to allocate');

const no = async () => false;

/**
 * An engine with so much memory, of which more than half is crowded, and queries that take of it. What they
 * take uncounted fills the process if it is more than the engine has.
 */
function engineOf(whole: number) {
  let used = 0;
  let kept = 0;
  const memory = shareMemory({
    isCrowded: async () => used > whole / 2,
    isFull: async () => kept > whole,
  });
  const log: string[] = [];
  const take = (name: string, bytes: number, forMs: number, uncounted = 0) => {
    let stop: () => void = () => undefined;
    const run = async () => {
      if (used + bytes > whole) throw FULL;
      used += bytes;
      kept += uncounted;
      log.push(name);
      const { promise, reject } = Promise.withResolvers<never>();
      stop = () => {
        reject(new ReopeningError());
      };
      await Promise.race([sleep(forMs), promise]).finally(() => {
        used -= bytes;
        kept -= uncounted;
      });
      return name;
    };
    return {
      run,
      connection: connection(() => {
        stop();
      }),
    };
  };
  return {
    log,
    memory,
    query: (name: string, bytes: number, forMs: number, uncounted = 0) => {
      const { run, connection: own } = take(name, bytes, forMs, uncounted);
      return memory.query(own, run);
    },
    write: (name: string, bytes: number) => memory.write(take(name, bytes, 1).run),
  };
}

test('a query that finds no memory stops the one that has run longest, which runs again later', async () => {
  const { query, log } = engineOf(100);
  const answers = await Promise.all([
    query('hungry', 80, 300),
    query('other', 10, 300),
    query('small', 30, 1),
  ]);
  expect(answers).toEqual(['hungry', 'other', 'small']);
  expect(log).toEqual(['hungry', 'other', 'small', 'hungry']);
});

test('of queries that fill the process outside of the engine, the longest stops, and runs again', async () => {
  const { query, log } = engineOf(100);
  const queries = [query('longest', 1, 400, 70), query('other', 1, 400, 70)];
  expect(await Promise.all(queries)).toEqual(['longest', 'other']);
  expect(log).toEqual(['longest', 'other', 'longest']);
});

test('one query alone may fill the process', async () => {
  const { query, log } = engineOf(100);
  expect(await query('alone', 1, 100, 200)).toBe('alone');
  expect(log).toEqual(['alone']);
});

test('queries that had to stop run one at a time, and are refused if they have to stop again', async () => {
  const { query, write, log } = engineOf(100);
  const hungry = ['a', 'b'].map((name) => query(name, 90, 2000));
  const outcome = Promise.allSettled(hungry);
  await sleep(20);
  for (const name of ['first', 'second', 'third', 'fourth']) {
    expect(await write(name, 30)).toBe(name);
    await sleep(100);
  }
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(hungry[0]).rejects.toThrow(OutOfMemoryError);
  expect(log.filter((name) => name.length > 1)).toEqual(['first', 'second', 'third', 'fourth']);
});

test('a query of little memory that had to stop is not stopped again for those that take it', async () => {
  const { query, write, log } = engineOf(100);
  const small = query('small', 10, 400);
  const hungry = [query('a', 80, 200)];
  await sleep(20);
  for (const name of ['first', 'second']) {
    expect(await write(name, 30)).toBe(name);
    await sleep(40);
    hungry.push(query(`after ${name}`, 80, 200));
    await sleep(20);
  }
  expect(await small).toBe('small');
  await Promise.all(hungry);
  expect(log.filter((name) => name === 'small')).toHaveLength(2);
});

test('a query that runs alone and finds no memory is refused at once', async () => {
  let runs = 0;
  const { memory } = engineOf(100);
  const never = memory.query(connection(), async () => {
    runs++;
    throw FULL;
  });
  await expect(never).rejects.toBe(FULL);
  expect(runs).toBe(1);
});

test('a query that finds no memory although others leave half of it is refused, and stops none of them', async () => {
  const { query, log } = engineOf(100);
  const others = [query('one', 20, 1000), query('two', 20, 1000)];
  await expect(query('hungry', 90, 1)).rejects.toBe(FULL);
  expect(await Promise.all(others)).toEqual(['one', 'two']);
  expect(log).toEqual(['one', 'two']);
});

test('a task that must not fail stops queries until they leave half of the memory', async () => {
  const { query, memory, log } = engineOf(100);
  const hungry = [query('a', 40, 200), query('b', 40, 200)];
  await sleep(5);
  await memory.withRoom(async () => {
    await sleep(30);
    log.push('written');
  });
  expect(await Promise.all(hungry)).toEqual(['a', 'b']);
  expect(log).toEqual(['a', 'b', 'written', 'a']);
});

test('any other error of a query or of a write is passed on unchanged', async () => {
  const { memory } = engineOf(100);
  const fails = () => Promise.reject(new Error('no such column'));
  await expect(memory.query(connection(), fails)).rejects.toThrow('no such column');
  await expect(memory.write(fails)).rejects.toThrow('no such column');
});

test('a task that comes first waits for queries that end soon, and holds back new ones', async () => {
  const memory = shareMemory({ isCrowded: no, isFull: no });
  const order: string[] = [];
  const task = (name: string, forMs: number) => async () => {
    order.push(name);
    await sleep(forMs);
    order.push(`${name} ended`);
  };
  const slow = memory.query(connection(), task('slow', 600));
  const quick = memory.query(connection(), task('quick', 20));
  const held = memory.first(task('first', 20));
  const later = memory.query(connection(), task('later', 1));
  await Promise.all([slow, quick, held, later]);
  expect(order).toEqual([
    'slow',
    'quick',
    'quick ended',
    'first',
    'first ended',
    'later',
    'later ended',
    'slow ended',
  ]);
});

test('a task that fails no longer holds queries back', async () => {
  const memory = shareMemory({ isCrowded: no, isFull: no });
  await expect(memory.first(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await memory.query(connection(), () => Promise.resolve('answer'))).toBe('answer');
});

test('a query that had to stop does not wait any longer once its client has gone', async () => {
  let isFull = true;
  const memory = shareMemory({ isCrowded: no, isFull: async () => isFull });
  const client = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const interrupted = connection(() => {
    isFull = false;
    reject(new ReopeningError());
  });
  const run = async () => {
    if (client.signal.aborted) throw new CancelledError('the client has gone');
    return stopped;
  };
  const long = memory.query(interrupted, run, client.signal);
  const other = memory.query(connection(), () => sleep(500, 'other'));
  await stopped.catch(() => undefined);
  client.abort();
  await expect(Promise.race([long, other])).rejects.toThrow('the client has gone');
  await expect(other).resolves.toBe('other');
});
