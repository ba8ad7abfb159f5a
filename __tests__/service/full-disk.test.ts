// A disk that fills up while events arrive: a file system in memory that is too small, and is made larger
// later. Needs the right to mount.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningService, startService } from '../../src/service/start.ts';
import { event } from '../support/service/event.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { testWith } from '../support/needs.ts';

/** Runs a program as root. */
function asRoot(...command: readonly [string, ...string[]]) {
  const [program, ...args] = process.getuid?.() === 0 ? command : (['sudo', '-n', ...command] as const);
  execFileSync(program, args, { stdio: 'ignore' });
}

function mount(folder: string, ...options: readonly string[]): boolean {
  try {
    asRoot('mount', ...options, folder);
    return true;
  } catch {
    return false;
  }
}

const EVENTS = 500;
const POSTS = 24;

async function post(service: RunningService, number: number) {
  const events = Array.from({ length: EVENTS }, (_, index) =>
    event({ eventID: `${number}-${index}`, payload: { text: randomBytes(900).toString('base64') } }),
  );
  const headers = { 'content-type': 'application/json' };
  return fetch(`${service.url}/v2/namespace/a/`, { method: 'POST', headers, body: JSON.stringify(events) });
}

const health = async (service: RunningService) => (await fetch(`${service.url}/health`)).status;

async function canMount() {
  const folder = emptyFolder();
  const isMounted = mount(folder, '-t', 'tmpfs', 'tmpfs');
  if (isMounted) asRoot('umount', folder);
  return isMounted;
}

testWith('the right to mount', await canMount())(
  'a service whose disk was full answers again once it has room, with each acknowledged event once',
  async () => {
    const folder = emptyFolder();
    mount(folder, '-t', 'tmpfs', '-o', 'size=12m', 'tmpfs');
    const service = await startService({
      dbPath: join(folder, 'a.db'),
      ingest: ['a'],
      temporaryFolder: tmpdir(),
    });
    try {
      await service.store.organizations.create('a', 'paid');
      const refused: number[] = [];
      for (let number = 0; number < POSTS; number++) {
        const answer = await post(service, number);
        const body = await answer.text();
        expect([200, 503]).toContain(answer.status);
        expect(body).not.toContain('fault is not in the request');
        if (answer.status !== 200) refused.push(number);
      }
      expect(refused.length).toBeGreaterThan(0);
      expect(await health(service)).toBe(503);
      mount(folder, '-o', 'remount,size=300m');
      for (let tries = 0; tries < 100 && (await health(service)) !== 200; tries++) await sleep(50);
      expect(await health(service)).toBe(200);
      for (const number of refused) expect((await post(service, number)).status).toBe(200);
      const [{ id } = { id: 0 }] = await service.store.organizations.list();
      const beforeMs = Date.UTC(2200);
      expect(await service.store.events.count(id, { kind: 'before', beforeMs })).toBe(EVENTS * POSTS);
    } finally {
      await service.close(0);
      asRoot('umount', folder);
    }
  },
  120_000,
);
