import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitTask, submitTask } from '../../src/cluster/archive/batch-task.ts';
import { countEvents } from '../../src/cluster/archive/data-source.ts';
import { compactDays } from '../../src/cluster/archive/compact.ts';
import { removeEvents } from '../../src/cluster/archive/remove.ts';
import { keepForDays, keepForEver, readRules } from '../../src/cluster/archive/rules.ts';
import { awaitQueried, storedSegments } from '../../src/cluster/archive/segments.ts';
import { ETERNITY } from '../../src/cluster/archive/stretches.ts';
import type { Druid } from '../../src/cluster/druid.ts';
import { dataSchemaOf, TASK_CONTEXT, toDruidRow } from '../../src/cluster/event-schema.ts';
import { parseEvent } from '../../src/service/events/event.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import { describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';
import { druidOf } from '../support/cluster/load.ts';
import { run as runCommand } from '../support/run-command.ts';
import { command, serve } from '../support/service/processes.ts';
import { emptyFolder } from '../support/temporary-files.ts';

/**
 * Events without `sessionID` over the end of a month, several a day; `u1` has some on one day only, and his
 * name is a payload value, too.
 */
const EVENTS = Array.from({ length: 240 }, (_, n) => ({
  timestamp: new Date(Date.UTC(2026, 8, 27) + n * 1_800_000).toISOString(),
  appID: 'B1',
  clientUser: n % 48 === 7 ? null : n >= 100 && n < 110 ? 'u1' : `v${n % 5}`,
  type: 't',
  isTestMode: false,
  payload: { n: String(n), price: n / 4, ...(n % 3 === 0 ? { rare: `r${n}` } : {}) },
}));
const WHOLE = '2026-09-01T00:00:00.000Z/2026-11-01T00:00:00.000Z';

describeOnCluster('over any layout of segments', (addresses) => {
  const druid = druidOf(addresses);
  afterAll(() => druid.close());

  const run = async (task: JsonObject) => {
    const id = uniqueName('layout');
    await submitTask(druid.overlord, { ...task, id });
    expect(await awaitTask(druid.overlord, id)).toEqual({ hasSucceeded: true });
  };

  const load = async (name: string, events: readonly unknown[], segmentGranularity: string) => {
    const schema = dataSchemaOf(name);
    const rows = events.map((event) => JSON.stringify(toDruidRow(parseEvent(event)))).join('\n');
    const inputSource = { type: 'inline', data: rows };
    await run({
      type: 'index_parallel',
      spec: {
        dataSchema: { ...schema, granularitySpec: { ...schema.granularitySpec, segmentGranularity } },
        ioConfig: {
          type: 'index_parallel',
          inputSource,
          inputFormat: { type: 'json' },
          appendToExisting: true,
        },
      },
      context: TASK_CONTEXT,
    });
  };

  /**
   * As an operator compacts: everything of an interval into segments of a size, without a word to the
   * service.
   */
  const compactionOf = (name: string, interval: string, segmentGranularity: string) => ({
    type: 'compact',
    dataSource: name,
    ioConfig: { type: 'compact', inputSpec: { type: 'interval', interval } },
    granularitySpec: { segmentGranularity, queryGranularity: 'NONE', rollup: false },
    dimensionsSpec: dataSchemaOf(name).dimensionsSpec,
    context: TASK_CONTEXT,
  });

  const LAYOUTS: Readonly<Record<string, (name: string) => Promise<void>>> = {
    hours: (name) => load(name, EVENTS, 'HOUR'),
    days: (name) => load(name, EVENTS, 'DAY'),
    'months compacted from days': async (name) => {
      await load(name, EVENTS, 'DAY');
      await run(compactionOf(name, WHOLE, 'MONTH'));
    },
    'all times in one': (name) => load(name, EVENTS, 'ALL'),
    'weeks over months': async (name) => {
      await load(name, EVENTS, 'MONTH');
      await run(compactionOf(name, '2026-09-21T00:00:00.000Z/2026-10-05T00:00:00.000Z', 'WEEK'));
    },
    'days with events appended to them': async (name) => {
      await load(name, EVENTS.slice(0, 150), 'DAY');
      await load(name, EVENTS.slice(150), 'DAY');
    },
  };

  const rowsOf = async (name: string) => {
    expect(await awaitQueried(druid, name, ETERNITY, 60_000)).toBe(true);
    const query = { queryType: 'scan', dataSource: name, intervals: ['2000-01-01/2100-01-01'] };
    const answer = (await druid.broker.ask({ path: '/druid/v2', body: query })) as readonly {
      readonly events: readonly Readonly<Record<string, unknown>>[];
    }[];
    return answer.flatMap(({ events }) => events.map(withoutNulls)).sort();
  };
  const expected = (events: readonly unknown[]) =>
    events.map((event) => withoutNulls(toDruidRow(parseEvent(event)))).sort();

  /** Nothing is kept in the deep storage but what queries read. */
  const expectNoOtherFiles = async (name: string) => {
    const stored = await storedSegments(druid, name, ETERNITY);
    const files = await filesOf(join(addresses.folder, 'druid', 'segments', name));
    const full = (await druid.overlord.ask({
      path: `/druid/coordinator/v1/metadata/datasources/${name}/segments?full`,
      body: [ETERNITY],
    })) as readonly { readonly loadSpec: { readonly path?: string } }[];
    expect([...files].sort()).toEqual(full.flatMap(({ loadSpec: { path } }) => path ?? []).sort());
    expect(stored).toHaveLength(full.length);
  };

  test.each(Object.keys(LAYOUTS))('a user is deleted from %s, and nothing else', async (layout) => {
    const name = uniqueName('user');
    await LAYOUTS[layout]?.(name);
    expect(await rowsOf(name)).toEqual(expected(EVENTS));
    expect(await removeEvents(druid, name, { kind: 'user', user: 'u1' })).toBe(9);
    expect(await rowsOf(name)).toEqual(expected(EVENTS.filter(({ clientUser }) => clientUser !== 'u1')));
    await expectNoOtherFiles(name);
  });

  test.each(Object.keys(LAYOUTS))(
    'events before a moment are deleted from %s, and nothing else',
    async (layout) => {
      const name = uniqueName('before');
      await LAYOUTS[layout]?.(name);
      const beforeMs = Date.UTC(2026, 8, 29, 12);
      const kept = EVENTS.filter(({ timestamp }) => Date.parse(timestamp) >= beforeMs);
      expect(await rowsOf(name)).toEqual(expected(EVENTS));
      expect(await removeEvents(druid, name, { kind: 'before', beforeMs })).toBe(EVENTS.length - kept.length);
      expect(await rowsOf(name)).toEqual(expected(kept));
      await expectNoOtherFiles(name);
    },
  );

  test('a user is deleted with the newest events of a running supervisor, within a minute, and nothing else', async () => {
    const name = uniqueName('active');
    const folder = emptyFolder();
    const db = join(folder, 'a.db');
    expect(await runCommand('org', 'create', name, '--db', db)).toMatchObject({ code: 0 });
    const cluster = ['--druid', addresses.druidUrl, '--druid-overlord', addresses.overlordUrl];
    const serving = await serve(['--db', db, ...cluster, '--kafka', addresses.brokers, '--ingest', name]);
    const sent = EVENTS.map((event, n) => ({
      ...event,
      timestamp: new Date(Date.now() - 3_600_000 + n).toISOString(),
    }));
    const answer = await fetch(`${serving.url}/v2/namespace/${name}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    expect(answer.status).toBe(200);
    const all = { type: 'not', field: { type: 'null', column: 'appID' } };
    while ((await countEvents(druid.broker, name, undefined, all)).events < sent.length) await sleep(200);
    const startMs = performance.now();
    expect(
      await command(['events', 'delete', '--user', 'u1', '--yes', '--org', name, '--db', db]),
    ).toMatchObject({ code: 0, stdout: `Deleted 9 events of the user "u1" from ${name}.\n` });
    expect(performance.now() - startMs).toBeLessThan(60_000);
    expect((await countEvents(druid.broker, name, undefined, all)).events).toBe(sent.length - 9);
    await druid.overlord.ask({
      path: `/druid/indexer/v1/supervisor/${name}/terminate`,
      body: {},
    });
    await serving.stop('SIGTERM');
  });

  test('a user is deleted while a compaction runs, and nothing else', async () => {
    const name = uniqueName('compacting');
    await load(name, EVENTS, 'DAY');
    expect(await rowsOf(name)).toEqual(expected(EVENTS));
    const id = uniqueName('compaction');
    await submitTask(druid.overlord, { ...compactionOf(name, WHOLE, 'MONTH'), id });
    expect(await removeEvents(druid, name, { kind: 'user', user: 'u1' })).toBe(9);
    // Druid may leave a compaction whose locks it revoked waiting for ever.
    await Promise.race([awaitTask(druid.overlord, id), sleep(20_000)]);
    await druid.overlord
      .ask({ path: `/druid/indexer/v1/task/${id}/shutdown`, body: {} })
      .catch(() => undefined);
    // If the compaction published last, it did so without the user's events.
    expect(await rowsOf(name)).toEqual(expected(EVENTS.filter(({ clientUser }) => clientUser !== 'u1')));
  });

  test('days with many segments become days with one, also if no event has a sessionID', async () => {
    const name = uniqueName('many');
    for (const start of [0, 1, 2, 3])
      await load(
        name,
        EVENTS.filter((_, n) => n % 4 === start),
        'DAY',
      );
    expect(await rowsOf(name)).toEqual(expected(EVENTS));
    expect(await storedSegments(druid, name, ETERNITY)).toHaveLength(20);
    const done = new Map<string, string>();
    expect(await compactDays(druid, name, Date.UTC(2026, 9, 1, 12), done)).toBe(4);
    // The day that has not ended is left.
    expect(await storedSegments(druid, name, ETERNITY)).toHaveLength(8);
    expect(await rowsOf(name)).toEqual(expected(EVENTS));
    expect(await compactDays(druid, name, Date.UTC(2026, 9, 1, 12), done)).toBe(0);
    await expectNoOtherFiles(name);
  });

  test('a rule of the service is taken back, and that of an administrator is not', async () => {
    const [own, other] = [uniqueName('own'), uniqueName('other')];
    await keepForDays(druid, own, 60);
    const rules = await readRules(druid, own);
    expect(rules).toHaveLength(2);
    await druid.overlord.ask({ path: `/druid/coordinator/v1/rules/${other}`, body: rules });
    for (const name of [own, other]) await keepForEver(druid, name);
    expect(await rulesOf(druid, own)).toEqual([]);
    expect(await rulesOf(druid, other)).toEqual(rules);
  });
});

/** The rules, which the coordinator reads each second. */
async function rulesOf(druid: Druid, name: string) {
  await sleep(2500);
  return readRules(druid, name);
}

function withoutNulls(row: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(row).filter(([, value]) => value !== null);
  return JSON.stringify(entries.map(([key, value]) => [key, String(value)]).sort());
}

async function filesOf(folder: string) {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('/index')).map((name) => `${join(folder, name)}/`);
}
