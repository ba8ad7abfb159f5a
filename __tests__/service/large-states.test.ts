// Sends a serving process queries of 2 KB over many users, one at a time, and reads the most memory that each
// of them takes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../src/service/start.ts';
import { isLong } from '../support/properties.ts';
import { event } from '../support/service/event.ts';
import { LARGE_STATES } from '../support/service/large-states.ts';
import { serve, type Serving } from '../support/service/processes.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addOrganization } from '../support/service/service-of-file.ts';
import { testWith } from '../support/needs.ts';

const MEMORY_MB = 512;
/** Beyond `--memory` the process holds at most this much. */
const BEYOND_MB = 1000;
const USERS = isLong ? 250_000 : 50_000;
/** In the short run: the states that the engine's limit did not count. */
const SHORT = /^string/;

let serving: Serving | null = null;

function* eventsOfUsers() {
  for (let user = 0; user < USERS; user++) {
    const timestamp = new Date(Date.UTC(2026, 9, 1) + user * 1000).toISOString();
    yield event({
      timestamp,
      clientUser: `user ${user}`,
      type: 'y'.repeat(18 + (user % 3)),
      floatValue: user / 7,
    });
  }
}

const folder = emptyFolder();
const db = join(folder, 'a.db');
const service = await startService({ dbPath: db });
const token = await addOrganization(service, 'a');
const otherTokens = await Promise.all([1, 2, 3].map(() => service.store.tokens.create('a', null)));
await service.importEvents('a', eventsOfUsers());
await service.close();

afterAll(async () => {
  await serving?.stop('SIGKILL');
});

/** The most memory that a process held since its last `forgetPeak`, in MiB; infinite if it has ended. */
function peakMb(pid: number): number {
  try {
    return (
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Infinity) / 1024
    );
  } catch {
    return Infinity;
  }
}

function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * Runs a task against the serving process, and ends the process as soon as it holds more than is allowed.
 * Returns the task's result, and the most memory that the process held.
 */
async function peakOf<T>(task: (running: Serving) => Promise<T>): Promise<readonly [T, peakMb: number]> {
  const running = (serving ??= await serve(['--db', db, '--memory', `${MEMORY_MB}MB`]));
  forgetPeak(running.pid);
  let isOver = false;
  const watch = setInterval(() => {
    isOver ||= peakMb(running.pid) > MEMORY_MB + BEYOND_MB;
    if (isOver) void running.stop('SIGKILL');
  }, 20);
  const result = await task(running);
  const peak = peakMb(running.pid);
  clearInterval(watch);
  if (peak === Infinity) serving = null;
  return [result, peak];
}

/** The status of the answer; null if the process has ended. */
async function ask({ url }: Serving, bearer: string, body: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v4/query/tql`, { method: 'POST', headers, body }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (answer?.status === 400) expect(text).toMatch(/more memory|too long|more than|too many/);
  return text == null ? null : (answer?.status ?? null);
}

const onLinux = testWith('Linux', existsSync('/proc/self/clear_refs'));

onLinux.each(LARGE_STATES.filter(([name]) => isLong || SHORT.test(name)))(
  `no query of 2 KB takes the process beyond --memory and ${BEYOND_MB} MB: %s`,
  async (_name, body) => {
    expect(body.length).toBeLessThanOrEqual(2048);
    const [status, peak] = await peakOf((running) => ask(running, token, body));
    expect([200, 400, 504]).toContain(status);
    expect(peak).toBeLessThan(MEMORY_MB + BEYOND_MB);
  },
  150_000,
);

const CLIENTS = 14;
const FOR_MS = 10_000;

if (isLong)
  onLinux(
    `${CLIENTS} clients at once do not take the process beyond --memory and ${BEYOND_MB} MB`,
    async () => {
      const [statuses, peak] = await peakOf(async (running) => {
        const seen = new Set<number | null>();
        const end = Date.now() + FOR_MS;
        const client = async (number: number) => {
          const bearer = otherTokens[number % otherTokens.length]?.token ?? '';
          for (let turn = number * 3; Date.now() < end; turn++)
            seen.add(await ask(running, bearer, LARGE_STATES[turn % LARGE_STATES.length]?.[1] ?? ''));
        };
        await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
        return seen;
      });
      for (const status of statuses) expect([200, 400, 503, 504]).toContain(status);
      expect(peak).toBeLessThan(MEMORY_MB + BEYOND_MB);
    },
    FOR_MS + 300_000,
  );
