import type { DuckDBConnection } from '@duckdb/node-api';
import { OutOfMemoryError, ReopeningError, UnknownFateError } from '../../../src/service/errors.ts';
import { hasInvalidated, inTransaction, judgeFate } from '../../../src/service/store/transaction.ts';

/** A connection whose COMMIT fails, and the statements that it ran. */
function failingConnection(message: string) {
  const ran: string[] = [];
  const run = async (statement: string) => {
    ran.push(statement);
    if (statement === 'COMMIT') throw new Error(message);
  };
  return { connection: { run } as unknown as DuckDBConnection, ran };
}

const LEFT = 'FATAL Error: Failed to checkpoint because of an error: disk full';
const KEPT = `${LEFT}. COMMIT succeeded and is durable`;
const INTERRUPTED = 'INTERRUPT Error: Interrupted!';
const NO_MEMORY = 'Out of Memory Error: failed to allocate data of size 256.0 KiB (487.9 MiB/488.2 MiB used)';

test.each([
  ['which finds no memory', NO_MEMORY],
  ['which leaves an invalid file', LEFT],
])('the fate of a commit %s is not known, and its file is opened again', async (_, message) => {
  const { connection, ran } = failingConnection(message);
  const running = inTransaction(connection, async () => 'stored');
  await expect(running).rejects.toThrow(UnknownFateError);
  await expect(running).rejects.toMatchObject({ cause: new Error(message) });
  expect([ran, hasInvalidated(connection)]).toEqual([['BEGIN', 'COMMIT', 'ROLLBACK'], true]);
});

test('the fate of a commit that is interrupted is not known: the engine may have kept it before it noticed', async () => {
  const { connection } = failingConnection(INTERRUPTED);
  const running = inTransaction(connection, async () => 'stored');
  await expect(running).rejects.toThrow(UnknownFateError);
  // Who interrupts it opens the file again.
  expect(hasInvalidated(connection)).toBe(false);
});

test('a commit that is kept is not refused, and its file is opened again', async () => {
  const { connection } = failingConnection(KEPT);
  expect([await inTransaction(connection, async () => 'stored'), hasInvalidated(connection)]).toEqual([
    'stored',
    true,
  ]);
});

test('a commit that conflicts with another is refused with its own error', async () => {
  const { connection, ran } = failingConnection('TransactionContext Error: write-write conflict');
  const error: unknown = await inTransaction(connection, async () => 'stored').catch(
    (thrown: unknown) => thrown,
  );
  expect([error instanceof UnknownFateError, String(error)]).toEqual([
    false,
    expect.stringContaining('conflict'),
  ]);
  expect(ran).toEqual(['BEGIN', 'COMMIT', 'ROLLBACK']);
});

describe('after a commit whose fate is not known', () => {
  const failed = (message: string) => {
    const { connection } = failingConnection(message);
    return inTransaction(connection, async () => 'stored').catch((error: unknown) => error);
  };

  test('a task that was kept is not refused', async () => {
    await expect(judgeFate(await failed(NO_MEMORY), async () => true)).resolves.toBeUndefined();
  });

  test.each([
    [NO_MEMORY, OutOfMemoryError],
    [LEFT, ReopeningError],
    [INTERRUPTED, ReopeningError],
  ])('a task that was undone says why, so that it runs again: %s', async (message, kind) => {
    await expect(judgeFate(await failed(message), async () => false)).rejects.toThrow(kind);
  });

  test('a file that stays closed leaves the fate of a commit unknown', async () => {
    const closed = async () => Promise.reject(new ReopeningError());
    await expect(judgeFate(await failed(LEFT), closed)).rejects.toThrow(UnknownFateError);
  });
});
