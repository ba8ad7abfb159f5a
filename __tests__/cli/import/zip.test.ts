import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { bounded } from '../../../src/cli/import/compression.ts';
import { run } from '../../support/run-command.ts';
import { zipOf } from '../../support/service/zip-file.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const db = join(folder, 'a.db');
await run('org', 'create', 'a', '--db', db);

async function importZip(name: string, files: Readonly<Record<string, Uint8Array>>, ...flags: string[]) {
  const path = join(folder, name);
  await writeFile(path, zipOf(files));
  return run('import', path, '--org', 'a', '--db', db, ...flags);
}

const hour = (clock: string, ids: readonly number[]) =>
  gzipSync(
    ids
      .map((id) =>
        JSON.stringify({ event_type: 'opened', device_id: `d-${id}`, event_time: clock, uuid: `u-${id}` }),
      )
      .join('\n'),
  );

test("an export of Amplitude's, a zip file of a gzipped file for each hour, is imported as one", async () => {
  const { code, stdout } = await importZip(
    'export.zip',
    {
      '187520/187520_2026-10-01_8#0.json.gz': hour('2026-10-01 08:10:00.000000', [1, 2]),
      '187520/187520_2026-10-01_9#0.json.gz': hour('2026-10-01 09:10:00.000000', [3, 1]),
      '__MACOSX/187520/._187520_2026-10-01_9#0.json.gz': Buffer.from('attributes'),
    },
    '--from',
    'amplitude',
    '--app-id',
    'B1',
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('export.zip: 3 events taken')]);
});

test.each(['zst', 'bz2', 'xz', 'zip'])(
  'a file of events in a zip file that is packed as .%s is named',
  async (end) => {
    const { code, stderr } = await importZip(`packed-${end}.zip`, {
      'read.ndjson': Buffer.from('{"timestamp":"2026-10-05T08:00:00Z","appID":"B1","type":"opened"}\n'),
      [`more.csv.${end}`]: zstdCompressSync('timestamp,appID,type\n'),
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`import cannot read more.csv.${end} in it`)]);
  },
);

test('a file that grows to more than 200 times its size is refused before it fills the disk', async () => {
  const path = join(folder, 'bomb.gz');
  await writeFile(path, 'small');
  const part = Buffer.alloc(16 * 1024 * 1024);
  let parts = 0;
  async function* bomb() {
    for (; parts < 1000; parts++) yield part;
  }
  const reading = async () => {
    for await (const chunk of bounded(path, bomb())) expect(chunk).toBe(part);
  };
  await expect(reading()).rejects.toThrow('it decompresses to more than 200 times its size');
  expect(parts * part.length).toBeLessThan(2 ** 30 + part.length);
});
