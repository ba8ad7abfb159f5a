import { storedService } from '../../src/cli/stored-service.ts';
import { databaseFileError } from '../../src/service/events/duckdb-errors.ts';
import { eventsBy } from '../support/service/top-n.ts';

test.each([
  ['Could not set lock on file', { kind: 'network' }],
  ['Corrupt database file', { name: 'StoreError' }],
])('a query that fails with "%s" throws %j', async (message, error) => {
  const refuse = async () => {
    throw databaseFileError('usage.duckdb', message) ?? new Error('no error of a file');
  };
  const service = storedService({ use: refuse, org: 'a', insights: [], nowMs: null });
  await expect(service.runQuery(eventsBy('os', 'OS', 5))).rejects.toMatchObject(error);
});
