// A damaged log is refused, not read as one that ends early: what it holds was acknowledged.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEvent } from '../../../src/service/events/event.ts';
import { StoreError } from '../../../src/service/errors.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { isLong } from '../../support/properties.ts';
import { event } from '../../support/service/event.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const EVENTS = 30;
const ALWAYS = { kind: 'before', beforeMs: Date.UTC(2200) } as const;

const folder = emptyFolder();
const file = join(folder, 'a.db');
const whole = join(folder, 'whole.db');
const store = await openStore(whole, { create: true });
const { id } = await store.organizations.create('a', 'paid');
await store.withConnection((connection) => connection.run('CHECKPOINT'));
for (let number = 0; number < EVENTS; number++)
  await store.events.append(id, [[parseEvent(event({ clientUser: `u${number}`, floatValue: number / 7 }))]]);
// As a killed process leaves them.
await copyFile(whole, `${file}.good`);
const log = await readFile(`${whole}.wal`);
store.close();

/** How many events the file has with this log, or why it is refused; it is not changed then. */
async function openWith(changed: Buffer) {
  await copyFile(`${file}.good`, file);
  await writeFile(`${file}.wal`, changed);
  try {
    const store = await openStore(file);
    const events = await store.events.count(1, ALWAYS);
    store.close();
    return events;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    expect((await readFile(`${file}.wal`)).equals(changed)).toBe(true);
    expect((await readFile(file)).equals(await readFile(`${file}.good`))).toBe(true);
    return error.message;
  }
}

function flipped(at: number, bit: number) {
  const copy = Buffer.from(log);
  copy.writeUInt8(copy.readUInt8(at) ^ bit, at);
  return copy;
}

const BITS = isLong ? [1, 16, 128] : [1];

test('a file with a whole log has all events', async () => {
  expect(await openWith(log)).toBe(EVENTS);
});

test.each(Array.from({ length: 56 }, (_, at) => at))(
  'a file with a flipped bit in byte %i of the log is refused',
  async (at) => {
    for (const bit of BITS) {
      const said = await openWith(flipped(at, bit));
      expect([bit, said]).toEqual([bit, expect.stringMatching(/damaged.*backup|backup.*damaged/s)]);
      expect(String(said).split('\n')).toHaveLength(1);
    }
  },
);

test('a file with a flipped bit anywhere in its log is refused or has all events', async () => {
  const step = isLong ? 83 : 293;
  for (let at = 56; at < log.length; at += step) {
    const said = await openWith(flipped(at, 1 << (at % 8)));
    expect([at, said === EVENTS || typeof said === 'string']).toEqual([at, true]);
  }
});

test('a file with a log that breaks off, as after a crash, has all events up to the last whole commit', async () => {
  let most = 0;
  const step = isLong ? 79 : 1201;
  for (let length = (log.length - 1) % step; length < log.length; length += step) {
    const events = await openWith(log.subarray(0, length));
    if (typeof events === 'string') throw new Error(`${length}: ${events}`);
    expect(events).toBeGreaterThanOrEqual(most);
    most = events;
  }
  expect(most).toBe(EVENTS - 1);
});
