// `npm run bench:ids -- [IDS]`: what it takes to find out which of 1,000 events were taken before, beside a
// table of so many ids.
import { DuckDBInstance } from '@duckdb/node-api';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseEvent } from '../../src/service/events/event.ts';
import type { SentEvent } from '../../src/service/events/post.ts';
import { openStore } from '../../src/service/store/store.ts';
import { median, ms, processorMs } from './measure.ts';

const IDS = Number(process.argv[2] ?? 10_000_000);
const WEEK_MS = 7 * 86_400_000;
const RUNS = 11;
const folder = mkdtempSync(join(tmpdir(), 'insight-report-ids-'));
const file = join(folder, 'ids.duckdb');

/** The table, filled by the engine: an id is any 16 bytes. */
async function fill(nowMs: number): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const id = `((hash(n)::HUGEINT << 62) | hash(n + 1000000007)::HUGEINT)`;
  await connection.run(
    `INSERT INTO event_ids SELECT 1, ${id}, ${nowMs - WEEK_MS} + (n * ${WEEK_MS / IDS})::BIGINT FROM range(${IDS}) r(n)`,
  );
  connection.closeSync();
  instance.closeSync();
}

const sent = (eventID: string): SentEvent => ({
  ...parseEvent({ appID: 'a', type: 'opened', timestamp: '2026-10-01T00:00:00Z' }),
  eventID,
});

try {
  const nowMs = Date.now();
  const open = () => openStore(file, { create: true, memoryLimit: '1GB', now: () => nowMs });
  const made = await open();
  await made.organizations.create('bench', 'paid');
  made.close();
  await fill(nowMs);
  const store = await open();
  await store.events.readIds(new AbortController().signal);
  const posted = Array.from({ length: 1000 }, () => sent(randomUUID()));
  await store.events.append(1, [posted]);
  const cost = async (events: () => readonly SentEvent[]): Promise<string> => {
    const [wall, processor]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      const asked = events();
      const [started, before] = [performance.now(), processorMs(process.pid)];
      await store.ledger.takeOnce(1, [asked], async () => undefined);
      wall.push(performance.now() - started);
      processor.push(processorMs(process.pid) - before);
    }
    return `${ms(median(wall))}, ${ms(median(processor))} of processor time`;
  };
  console.log(`${IDS.toLocaleString('en-US')} ids`);
  console.log(`1,000 new events: ${await cost(() => posted.map(() => sent(randomUUID())))}`);
  console.log(`1,000 events that are sent again: ${await cost(() => posted)}`);
  console.log(`memory of the process: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  const again = (store.close(), await open());
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  let readMs = 0;
  const reading = again.events
    .readIds(new AbortController().signal)
    .then(() => (readMs = performance.now() - started));
  for (const size of [1, 1000]) {
    const took: number[] = [];
    do {
      const asked = performance.now();
      await again.ledger.takeOnce(1, [posted.slice(0, size)], async () => undefined);
      took.push(performance.now() - asked);
    } while (readMs === 0 && took.length < RUNS);
    console.log(
      `look-ups of ${size} after a start: the first ${ms(took[0] ?? NaN)}, the slowest ${ms(Math.max(...took))}`,
    );
  }
  await reading;
  console.log(
    `the ids were read after ${ms(readMs)}; the event loop stood still for ${ms(delay.max / 1e6)} at most`,
  );
  await again.settled();
  again.close();
} finally {
  rmSync(folder, { recursive: true });
}
