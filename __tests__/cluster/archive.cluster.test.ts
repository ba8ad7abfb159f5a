import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importEventObjects } from '../../src/service/import/import.ts';
import { openStore, type Store } from '../../src/service/store/store.ts';
import { describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';
import fc from '../support/properties.ts';
import { until } from '../support/cluster/until.ts';
import { run } from '../support/run-command.ts';
import { event } from '../support/service/event.ts';
import { command, commandUnderWay, serve } from '../support/service/processes.ts';
import { storableEvent } from '../support/service/storable-events.ts';
import { storedEvents } from '../support/service/stored-events.ts';
import { emptyFolder } from '../support/temporary-files.ts';

describeOnCluster('events on a cluster', ({ druidUrl, overlordUrl, brokers }) => {
  const cluster = ['--druid', druidUrl, '--druid-overlord', overlordUrl];
  let folder = '';
  let db = '';

  beforeAll(() => {
    folder = emptyFolder();
  });

  beforeEach(() => {
    db = join(folder, `${uniqueName('file')}.db`);
  });

  const withStore = async <T>(task: (store: Store) => Promise<T>) => {
    const store = await openStore(db, { create: true });
    try {
      return await task(store);
    } finally {
      store.close();
    }
  };

  const organization = async () => {
    const name = uniqueName('archive');
    await withStore((store) => store.organizations.create(name, 'paid'));
    return name;
  };

  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  const ask = async (url: string, body: unknown, method = 'POST'): Promise<unknown> => {
    const answer = await fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? null : JSON.parse(text);
  };

  /** What the broker counts, asked of it directly. */
  const countOf = async (dataSource: string) => {
    const query = {
      queryType: 'timeseries',
      dataSource,
      intervals: ['2000-01-01/2100-01-01'],
      granularity: 'all',
      aggregations: [{ type: 'count', name: 'rows' }],
    };
    const [row] = (await ask(`${druidUrl}/druid/v2`, query)) as readonly {
      readonly result: { readonly rows: number };
    }[];
    return row?.result.rows ?? 0;
  };

  const lines = (events: readonly unknown[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('');

  test('events are imported from lines, whole or not at all, and counted once however often they are sent', async () => {
    const org = await organization();
    const good = Array.from({ length: 40 }, (_, n) =>
      event({ sessionID: `${org} ${n}`, timestamp: `2026-10-0${1 + (n % 3)}T10:00:00Z` }),
    );
    const file = await write(
      `${org}.ndjson`,
      lines([...good.slice(0, 20), { type: 'x' }, ...good.slice(20)]),
    );
    const send = (...flags: string[]) => run('import', file, '--org', org, '--db', db, ...cluster, ...flags);

    expect(await send('--strict')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        ': 0 events taken, 1 line refused: 1 × timestamp is missing (line 21); --strict: 40 good events left out',
      ),
    });
    expect(await countOf(org)).toBe(0);

    const rejects = join(folder, 'rejects');
    expect(await send('--rejects', rejects)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        ': 40 events taken, 1 line refused: 1 × timestamp is missing (line 21)\n',
      ),
    });
    expect(JSON.parse(await readFile(rejects, 'utf8'))).toMatchObject({ line: 21, text: '{"type":"x"}' });
    expect(await countOf(org)).toBe(40);
    expect(await send()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('its content was imported on'),
    });

    // As if the command had been killed between Druid's task and its own note of it.
    await withStore((store) =>
      store.withConnection((connection) => connection.run(`DELETE FROM imports WHERE file LIKE '%${org}%'`)),
    );
    expect(await send()).toMatchObject({ code: 0, stdout: expect.stringContaining(': 40 events taken') });
    expect(await countOf(org)).toBe(40);

    expect(await send('--again')).toMatchObject({ code: 0 });
    expect(await countOf(org)).toBe(80);
    expect(await withStore((store) => storedEvents(store, org))).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.includes('export'))).toEqual([]);
  });

  test('events are the same after an export, an import into the cluster, and both back, whatever they hold', async () => {
    const [from, on, back] = [await organization(), await organization(), await organization()];
    // Each event has its own day at most a few times: a day is a segment.
    const day = fc.sample(fc.constantFrom('2026-01-05', '2026-02-28', '2026-10-25'), 60);
    const events = fc
      .sample(storableEvent, 60)
      .map((each, n) => ({ ...each, timestamp: `${day[n] ?? ''}${each.timestamp.slice(10)}` }));
    await withStore((store) => importEventObjects(store, from, events));
    const there = join(folder, 'there.parquet');
    const andBack = join(folder, 'back.parquet');
    await run('export', there, '--org', from, '--db', db);
    expect(await run('import', there, '--org', on, '--db', db, ...cluster)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(': 60 events taken, 0 lines'),
    });
    expect(await run('export', andBack, '--org', on, '--db', db, ...cluster)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(': 60 events,'),
    });
    await run('import', andBack, '--org', back, '--db', db);
    const [before, after] = await withStore(async (store) => [
      await storedEvents(store, from),
      await storedEvents(store, back),
    ]);
    expect(after).toEqual(before);

    const february = join(folder, 'february.parquet');
    const exported = await run(
      'export',
      february,
      '--org',
      on,
      '--db',
      db,
      ...cluster,
      '--interval',
      '2026-02-28T06:00:00Z/2026-03-01T00:00:00Z',
    );
    const expected = events.filter(({ timestamp }) => timestamp >= '2026-02-28T06' && timestamp < '2026-03');
    expect(exported.stdout).toContain(`: ${expected.length} event`);
  });

  test('events are imported through a running service, while its supervisor takes others, and kept for --keep', async () => {
    const org = await organization();
    const today = new Date().toISOString();
    const file = await write(
      'today.ndjson',
      lines([event({ timestamp: today }), event({ timestamp: '2026-01-05T00:00:00Z' })]),
    );
    const serving = await serve(['--db', db, ...cluster, '--kafka', brokers, '--ingest', org]);
    // From now on a supervisor's task holds the segment of today.
    await ask(`${serving.url}/v2/namespace/${org}/`, [
      { appID: 'B1', clientUser: 'a9', type: 'appLaunched', sessionID: 's1' },
    ]);
    await until(async () => (await countOf(org)) === 1);
    expect(await command(['import', file, '--org', org, '--db', db])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(': 2 events taken'),
    });
    expect(await countOf(org)).toBe(3);
    expect(await serving.stop('SIGTERM')).toBe(0);
    const again = await serve(['--db', db, ...cluster, '--keep', '60d']);
    await until(async () => again.said().includes(`of ${org} older`));
    expect(again.said()).toContain(`1 event of ${org} older than 60 days were deleted.`);
    expect(await countOf(org)).toBe(2);
    await ask(`${overlordUrl}/druid/indexer/v1/supervisor/${org}/terminate`, {});
    await again.stop('SIGTERM');
    const stray = await run('import', file, '--org', org, '--db', db, '--again');
    expect(stray).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`are in Druid at ${druidUrl}, and nothing serves it now`),
    });
    const rules = await ask(`${overlordUrl}/druid/coordinator/v1/rules/${org}`, null, 'GET');
    expect(rules).toMatchObject([{ type: 'loadByPeriod', period: 'P60D' }, { type: 'dropForever' }]);
  });

  test('events are deleted before a date, and those of a user from the days that have some', async () => {
    const org = await organization();
    const sent = [
      '2026-10-04T23:59:59Z',
      '2026-10-05T00:00:00Z',
      '2026-10-05T01:00:00Z',
      '2026-10-06T00:00:00Z',
      '2026-10-07T00:00:00Z',
      '2026-10-09T00:00:00Z',
    ].map((timestamp, n) =>
      event({
        timestamp,
        clientUser: ['a9', 'b1', 'a9', 'a9', null, 'a9'][n],
        payload: { n: String(n), 'RevenueCat.event.price': n / 4 },
      }),
    );
    const file = await write(`${org}.ndjson`, lines(sent));
    await run('import', file, '--org', org, '--db', db, ...cluster);
    const remove = (...flags: string[]) =>
      run('events', 'delete', '--org', org, '--db', db, ...cluster, '--yes', ...flags);
    expect(await remove('--user', 'nobody')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nothing was deleted'),
    });
    expect(await remove('--before', '2026-10-05')).toMatchObject({
      code: 0,
      stdout: `Deleted 1 event before 2026-10-05T00:00:00.000Z from ${org}.\n`,
    });
    expect(await countOf(org)).toBe(5);
    expect(await remove('--user', 'a9')).toMatchObject({
      code: 0,
      stdout: `Deleted 3 events of the user "a9" from ${org}.\n`,
    });

    const [left, back, kept] = [join(folder, 'left.parquet'), await organization(), await organization()];
    await run('export', left, '--org', org, '--db', db, ...cluster);
    await run('import', left, '--org', back, '--db', db);
    await withStore((store) => importEventObjects(store, kept, [sent[1], sent[4]]));
    const [found, expected] = await withStore(async (store) => [
      await storedEvents(store, back),
      await storedEvents(store, kept),
    ]);
    expect(found).toEqual(expected);
  });

  test('events are not loaded twice if the import is killed while Druid loads them', async () => {
    const org = await organization();
    const file = await write(
      'many.ndjson',
      lines(Array.from({ length: 3000 }, (_, n) => event({ sessionID: `s${n}` }))),
    );
    const flags = ['import', file, '--org', org, '--db', db, ...cluster];
    for (const delayMs of [1500, 3000]) {
      const child = commandUnderWay(flags);
      // It may end before it is killed.
      const closed = once(child, 'close');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      child.kill('SIGKILL');
      await closed;
    }
    const { code, stdout, stderr } = await run(...flags);
    expect(code === 0 ? stdout : stderr).toMatch(/3000 events taken|its content was imported/);
    expect(await countOf(org)).toBe(3000);
  });

  test('events of a cluster that is away are not taken, and the message says so', async () => {
    const org = await organization();
    const file = await write('away.ndjson', lines([event()]));
    const { code, stderr } = await run(
      'import',
      file,
      '--org',
      org,
      '--db',
      db,
      '--druid',
      'http://127.0.0.1:9',
    );
    expect([code, stderr]).toEqual([3, expect.stringContaining('127.0.0.1:9')]);
    expect(await withStore((store) => storedEvents(store, org))).toEqual([]);
  });
});
