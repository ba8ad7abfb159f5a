// `npm run bench:state -- [RUNS]`: what a request takes longer if the state is in PostgreSQL and not in the
// file: a token and an insight looked up, and posts with ids. In turns; PostgreSQL is on this machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../__tests__/support/service/postgres.ts';
import { readState } from '../../src/cli/cluster-flags.ts';
import { parseEvent } from '../../src/service/events/event.ts';
import { clusterBackend, stateInPostgres } from '../../src/cluster/plug.ts';
import { startService } from '../../src/service/start.ts';
import { median, ms, processorMs } from './measure.ts';

const RUNS = Number(process.argv[2] ?? 1000);
const DAY = { component: 'day', offset: -1 };
const body = JSON.stringify({
  relativeInterval: {
    beginningDate: { ...DAY, position: 'beginning' },
    endDate: { ...DAY, position: 'end' },
  },
});
const event = parseEvent({ appID: 'a', type: 'opened', timestamp: '2026-10-01T00:00:00Z' });
const folder = mkdtempSync(join(tmpdir(), 'insight-report-state-bench-'));
const postgres = await startPostgres();
const url = postgres.newDatabase();
const state = await readState({ state: url, 'state-auth': postgres.authFile }, console.error);
// Nothing listens there: neither request asks it.
if (state === null) throw new Error('The flags name no PostgreSQL.');
const openState = stateInPostgres(state);
const backend = clusterBackend({ druidUrl: 'http://127.0.0.1:1', overlordUrl: null, kafkaBrokers: [] });

/** What is measured with a state. */
async function prepare(which: 'file' | 'PostgreSQL') {
  const place = which === 'file' ? { dbPath: join(folder, 'a.db') } : { dbPath: null, openState };
  const service = await startService({ ...place, backend });
  const { organizations, tokens, insights, ledger } = service.store;
  await organizations.create('bench', 'paid');
  const { token } = await tokens.create('bench', null);
  const [insight] = await insights.add('bench', [{ name: 'one', query: { queryType: 'timeseries' } }]);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const resolve = async () => {
    const path = `/api/v3/insights/${insight?.id ?? ''}/query`;
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.text();
  };
  const take = (count: number) => async () => {
    const post = Array.from({ length: count }, () => ({ ...event, eventID: randomUUID() }));
    await ledger.declareKeys(1, [post]);
    await ledger.takeOnce(1, [post], async () => undefined);
  };
  const tasks = { 'a token and an insight': resolve, '1 id': take(1), '100 ids': take(100) };
  return { tasks, service };
}

try {
  const [file, shared] = [await prepare('file'), await prepare('PostgreSQL')];
  console.log('| looked up | in the file | in PostgreSQL | longer by |\n|:--|--:|--:|--:|');
  for (const name of ['a token and an insight', '1 id', '100 ids'] as const) {
    const times: [number[], number[]] = [[], []];
    const used = [0, 0];
    for (let run = -50; run < RUNS; run++) {
      for (const at of run % 2 === 0 ? [0, 1] : [1, 0]) {
        const [startedMs, before] = [performance.now(), processorMs(process.pid)];
        await [file, shared][at]?.tasks[name]();
        if (run < 0) continue;
        times[at]?.push(performance.now() - startedMs);
        used[at] = (used[at] ?? 0) + processorMs(process.pid) - before;
      }
    }
    const [own, theirs] = times.map(median);
    const cells = [0, 1].map(
      (at) => `${ms(median(times[at] ?? []))} (${ms((used[at] ?? 0) / RUNS)} of processor time)`,
    );
    console.log(`| ${name} | ${cells.join(' | ')} | ${ms((theirs ?? 0) - (own ?? 0))} |`);
  }
  for (const { service } of [file, shared]) await service.close(0);
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}
