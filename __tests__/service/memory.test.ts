// Sends a serving process every way to write a large query that we know, several at once, and reads the most
// memory that it ever held.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../src/service/start.ts';
import { isLong } from '../support/properties.ts';
import { event } from '../support/service/event.ts';
import { HEAVY } from '../support/service/heavy-queries.ts';
import { serve } from '../support/service/processes.ts';
import { QUERY_SHAPES } from '../support/service/query-shapes.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addOrganization } from '../support/service/service-of-file.ts';
import { testWith } from '../support/needs.ts';

const MEMORY_MB = 512;
/** As docs/reference/limits.md states it: beyond `--memory` the process holds at most this much. */
const BEYOND_MB = 1000;
const BODY_LIMIT_BYTES = 1_048_576;
/** As many as the service runs at a time of one organization, and some that wait. */
const AT_ONCE = isLong ? 4 : 3;

/** How often a part is repeated: about as often as each limit of a query allows, and beyond. */
const COUNTS = isLong ? [250, 2000, 20_000] : [2500];
/** In the short run: one that held gigabytes before queries had limits. */
const SHORT = /^count, many, each/;

const folder = emptyFolder();
const db = join(folder, 'a.db');
const service = await startService({ dbPath: db });
const token = await addOrganization(service, 'a');
const payload = Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`key${key}`, `x${key}`]));
const events = Array.from({ length: 2000 }, (_, n) =>
  event({ clientUser: `u${n % 500}`, type: `v${n % 20}`, payload }),
);
await service.importEvents('a', events);
await service.close();
const serving = await serve(['--db', db, '--memory', `${MEMORY_MB}MB`, '--now', '2026-10-31T12:00:00Z']);

afterAll(async () => {
  await serving.stop('SIGKILL');
});

async function ask(body: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = () => fetch(`${serving.url}/api/v4/query/tql`, { method: 'POST', headers, body });
  // A connection that was idle may be closed as the request is sent. A process that has ended fails again.
  const answer = await send().catch(send);
  await answer.arrayBuffer();
  return answer.status;
}

function peakMb() {
  const status = readFileSync(`/proc/${serving.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const BODIES: (readonly [name: string, bodies: () => readonly string[]])[] = [
  ...QUERY_SHAPES.filter(({ name }) => isLong || SHORT.test(name)).map(({ name, query }) => {
    const bodies = () => COUNTS.map((count) => JSON.stringify(query(count)));
    return [name, () => bodies().filter(({ length }) => length <= BODY_LIMIT_BYTES)] as const;
  }),
  ...Object.entries(isLong ? HEAVY : {}).map(([name, body]) => [name, () => [body()]] as const),
];

const onLinux = testWith('Linux', existsSync('/proc/self/status'));

onLinux.each(BODIES)(
  `no body takes the process beyond --memory and ${BEYOND_MB} MB: %s`,
  async (_name, bodies) => {
    for (const body of bodies()) {
      const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(body)));
      expect([200, 400, 503]).toEqual(expect.arrayContaining(statuses));
      expect(peakMb()).toBeLessThan(MEMORY_MB + BEYOND_MB);
    }
  },
  240_000,
);
