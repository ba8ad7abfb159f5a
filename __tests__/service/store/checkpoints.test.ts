import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEvent } from '../../../src/service/events/event.ts';
import { importEventObjects } from '../../../src/service/import/import.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { runs } from '../../support/properties.ts';
import { event } from '../../support/service/event.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const MEBIBYTE = 1_048_576;
const POSTS = runs(30, 20);

test.each([
  ['of few columns', 1],
  // Two blocks of 64 KiB for each column, for each of the threads and two more, are more than the memory.
  ['too wide to merge its row groups', 300],
])('the log of a table %s is moved into the file once it is long', async (_, keys) => {
  const folder = emptyFolder();

  const file = join(folder, 'a.db');
  const store = await openStore(file, { create: true, memoryLimit: '100MB', threads: 1 });
  try {
    const { id } = await store.organizations.create('a', 'paid');
    const all = Object.fromEntries(Array.from({ length: keys }, (__, key) => [`key${key}`, 'x']));
    await importEventObjects(store, 'a', [event({ payload: all })]);
    const lengths: number[] = [];
    for (let post = 0; post < POSTS; post++) {
      const events = Array.from({ length: 500 }, (__, index) =>
        event({ payload: { [`key${index % keys}`]: `${post} ${index} ${'x'.repeat(2000)}` } }),
      );
      await store.events.append(id, [events.map(parseEvent)]);
      lengths.push((await stat(`${file}.wal`).catch(() => ({ size: 0 }))).size);
      await sleep(10);
    }
    expect(Math.max(...lengths)).toBeLessThan(24 * MEBIBYTE);
    expect(lengths.filter((length, at) => length < (lengths[at - 1] ?? 0)).length).toBeGreaterThan(0);
    expect(await store.isAnswering()).toBe(true);
  } finally {
    await store.settled();
    store.close();
  }
});
