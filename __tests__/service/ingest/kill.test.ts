import { copyFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/service/store/store.ts';
import { isLong, runs } from '../../support/properties.ts';
import { serve, type Serving } from '../../support/service/processes.ts';
import {
  countAcknowledged,
  expectExactlyOnce,
  postEvents,
  type SentPost,
} from '../../support/service/sent-posts.ts';
import { rowsOf } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const ROUNDS = runs(4, 2);
const CONNECTIONS = 8;
const NAMESPACE = 'com.example.app';

// Everything that was acknowledged is there exactly once, everything else at most once, every post whole or
// not at all.
test(
  `acknowledged events are stored exactly once after each of ${ROUNDS} kills`,
  async () => {
    const folder = emptyFolder();
    const file = await makeStore(folder);
    const sent: SentPost[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await postUntil(file, sent, round, 'SIGKILL', isLong && round % 4 === 3);
      await check(file, folder, sent);
    }
  },
  30_000 + ROUNDS * 60_000,
);

test('events acknowledged before SIGTERM are stored exactly once, and the service ends cleanly', async () => {
  const folder = emptyFolder();

  const file = await makeStore(folder);
  const sent: SentPost[] = [];
  expect(await postUntil(file, sent, 0, 'SIGTERM')).toBe(0);
  const acknowledged = await check(file, folder, sent);
  expect(acknowledged).toBeGreaterThan(0);
  // Only posts on connections that were no longer accepted have no answer.
  expect(await storedTypes(file)).toHaveLength(acknowledged);
});

async function makeStore(folder: string) {
  const file = `${folder}/events.duckdb`;
  const store = await openStore(file, { create: true });
  await store.organizations.create(NAMESPACE, 'paid');
  store.close();
  return file;
}

/**
 * Posts over several connections until the signal, at a random moment, ends the service; gives its exit code.
 * With `isHeavy` the events are so long, and the moment is so late, that the log is being written into the
 * file.
 */
async function postUntil(
  file: string,
  sent: SentPost[],
  round: number,
  signal: NodeJS.Signals,
  isHeavy = false,
) {
  const serving = await serve(['--db', file, '--ingest', NAMESPACE, '--ingest-rate', '0']);
  const posting = Array.from({ length: CONNECTIONS }, (_, connection) =>
    postEach(serving, `${round}-${connection}`, sent, isHeavy),
  );
  await (isHeavy ? logIsLong(file) : sleep(50 + Math.random() * 400));
  const code = await serving.stop(signal);
  await Promise.all(posting);
  return code;
}

/** DuckDB writes its log into the file at 16 MiB, and begins a new one. */
async function logIsLong(file: string) {
  const limitBytes = 15_500_000 + Math.random() * 1_000_000;
  for (let longest = 0; ;) {
    const { size } = await stat(`${file}.wal`).catch(() => ({ size: 0 }));
    if (size > limitBytes || (longest > 10_000_000 && size < longest)) break;
    longest = size;
    await sleep(2);
  }
  await sleep(Math.random() * 60);
}

function postEach({ url }: Serving, name: string, sent: SentPost[], isHeavy: boolean) {
  let hasEnded = false;
  return postEvents(sent, {
    name,
    url: () => `${url}/v2/namespace/${NAMESPACE}/`,
    eventsOf: (types, number) =>
      types.map((type) => ({
        appID: 'a',
        clientUser: 'u',
        type,
        payload: payloadOf(name, number, isHeavy),
      })),
    isOver: () => hasEnded,
    pause: async (status) => {
      hasEnded = status === null;
      expect([200, null]).toContain(status);
    },
  });
}

/** One connection of each round brings a new column. */
function payloadOf(name: string, number: number, isHeavy: boolean) {
  if (number === 1 && name.endsWith('-0')) return { [`key-${name}`]: 'x' };
  return isHeavy ? { long: `${name} ${number} `.repeat(5000) } : { model: 'x' };
}

/**
 * Checks a copy of the file, so that the service itself recovers the file. Gives how many events were
 * acknowledged.
 */
async function check(file: string, folder: string, sent: readonly SentPost[]) {
  const copy = `${folder}/copy.duckdb`;
  await copyFile(file, copy);
  await rm(`${copy}.wal`, { force: true });
  await copyFile(`${file}.wal`, `${copy}.wal`).catch(() => undefined);
  expectExactlyOnce(sent, await storedTypes(copy));
  return countAcknowledged(sent);
}

async function storedTypes(file: string) {
  const store = await openStore(file);
  const rows = await rowsOf(store, 'SELECT list(type) AS types FROM events_1');
  store.close();
  const types = rows[0]?.['types'];
  return Array.isArray(types) ? types.map(String) : [];
}
