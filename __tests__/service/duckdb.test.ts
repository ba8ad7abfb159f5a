// What the engine's allocator keeps of a large query, by the memory that the process holds.
import { existsSync } from 'node:fs';
import { DuckDBInstance, giveBackMemory } from '../../src/service/duckdb.ts';
import { testWith } from '../support/needs.ts';

const heldMb = () => process.memoryUsage.rss() / 1e6;
const onLinux = testWith('Linux', existsSync('/proc/self/status'));

test('memory can be given back after a try that found none for itself', async () => {
  // Another suite of this process may have given memory back, so the module is loaded again.
  const { giveBackMemory: giveBack } = (await import(
    `../../src/service/duckdb.ts?${String(process.hrtime.bigint())}`
  )) as { readonly giveBackMemory: typeof giveBackMemory };
  jest.spyOn(DuckDBInstance, 'create').mockRejectedValueOnce(new Error('out of memory'));
  await expect(giveBack()).rejects.toThrow('out of memory');
  await expect(giveBack()).resolves.toBeUndefined();
});

onLinux('memory that a query has freed is given back at once', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await giveBackMemory();
  const before = heldMb();
  await connection.run(
    'SELECT max(l) FROM (SELECT list(range) l FROM range(10000000) GROUP BY range % 300000)',
  );
  const after = heldMb();
  await giveBackMemory();
  expect(after - before).toBeGreaterThan(100);
  expect(heldMb() - before).toBeLessThan((after - before) / 2);
});
