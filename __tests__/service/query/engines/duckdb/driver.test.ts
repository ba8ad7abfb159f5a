import type { DuckDBConnection } from '@duckdb/node-api';
import { ReopeningError } from '../../../../../src/service/errors.ts';
import { createDriver } from '../../../../../src/service/query/engines/duckdb/driver.ts';

const STATEMENT = { text: 'SELECT 1', parameters: [] };
const never = new AbortController().signal;

/** A file whose connections answer with no rows, and the numbers of those that were used, in order. */
function reopenableFile() {
  const [used, refused]: [number[], number[]] = [[], []];
  let [opened, oldest] = [0, 0];
  const numbers = new Map<DuckDBConnection, number>();
  const isCurrent = (connection: DuckDBConnection) => (numbers.get(connection) ?? 0) > oldest;
  const gate = Promise.withResolvers<null>();
  const connect = async () => {
    const number = ++opened;
    const stream = async () => {
      used.push(number);
      if (number === 1) await gate.promise;
      if (number <= oldest) throw new ReopeningError();
      return [];
    };
    const connection = { stream, interrupt: () => undefined } as unknown as DuckDBConnection;
    numbers.set(connection, number);
    return connection;
  };
  const using = async <T>(connection: DuckDBConnection, task: () => Promise<T>): Promise<T> => {
    if (isCurrent(connection)) return task();
    refused.push(numbers.get(connection) ?? 0);
    throw new ReopeningError();
  };
  return {
    used,
    refused,
    file: { connect, isCurrent, using, opened: async () => undefined },
    /** Opens the file again; what runs on the first connection fails. */
    reopen: () => {
      oldest = opened;
      gate.resolve(null);
    },
  };
}

test('a query that failed because its file was opened again runs again, on a connection of the new file', async () => {
  const { file, used, reopen } = reopenableFile();
  const query = createDriver(file, 2).run(STATEMENT, never);
  await new Promise(setImmediate);
  reopen();
  expect(await query).toEqual([]);
  expect(used).toEqual([1, 2]);
});

test('a query that waited for a connection is not given one of the old file', async () => {
  const { file, refused, reopen } = reopenableFile();
  const driver = createDriver(file, 1);
  const queries = [driver.run(STATEMENT, never), driver.run(STATEMENT, never)];
  await new Promise(setImmediate);
  reopen();
  expect(await Promise.all(queries)).toEqual([[], []]);
  expect(refused).toEqual([]);
});
