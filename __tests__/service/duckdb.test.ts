// What the engine's allocator keeps of a large query, by the memory that the process holds.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { DuckDBInstance, type giveBackMemory } from '../../src/service/duckdb.ts';
import { testWith } from '../support/needs.ts';

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

// In a process of its own: what else a test process holds may shrink meanwhile.
const MEASURING = `
  import { DuckDBInstance, giveBackMemory } from ${JSON.stringify(new URL('../../src/service/duckdb.ts', import.meta.url))};
  const heldMb = () => process.memoryUsage.rss() / 1e6;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await giveBackMemory();
  const before = heldMb();
  await connection.run(
    'SELECT max(l) FROM (SELECT list(range) l FROM range(10000000) GROUP BY range % 300000)',
  );
  const after = heldMb();
  await giveBackMemory();
  console.log(JSON.stringify([before, after, heldMb()]));`;

onLinux('memory that a query has freed is given back at once', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', MEASURING]);
  const [before = 0, after = 0, givenBack = 0] = JSON.parse(stdout) as readonly number[];
  expect(after - before).toBeGreaterThan(100);
  expect(givenBack - before).toBeLessThan((after - before) / 2);
});
