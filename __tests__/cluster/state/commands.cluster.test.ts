import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnCluster, uniqueName } from '../../support/cluster/cluster.ts';
import { run } from '../../support/run-command.ts';
import { hasPostgres, type Postgres, startPostgres } from '../../support/service/postgres.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { testOnPostgres } from '../../support/service/on-postgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  if (hasPostgres) await postgres.close();
});

const EVENT = '{"timestamp":"2026-10-05T08:12:33Z","appID":"a","type":"t","payload":{"model":"m1"}}\n';
const TOP = {
  queryType: 'topN',
  granularity: 'all',
  dimension: { type: 'default', dimension: 'model', outputName: 'model' },
  threshold: 5,
  metric: { type: 'numeric', metric: 'n' },
  aggregations: [{ type: 'eventCount', name: 'n' }],
};

describeOnCluster('without a file and without a service', ({ druidUrl, overlordUrl }) => {
  testOnPostgres(
    'commands import, ask, report, judge, export and delete by --state and --druid, and leave no file behind',
    async () => {
      const folder = emptyFolder();
      const org = uniqueName('commands');
      const state = ['--state', postgres.newDatabase(), '--state-auth', postgres.authFile];
      const place = ['--org', org, ...state, '--druid', druidUrl, '--druid-overlord', overlordUrl];
      const [events, top, out] = ['events.ndjson', 'models.json', 'out.parquet'].map((name) =>
        join(folder, name),
      );
      await writeFile(events ?? '', EVENT.repeat(30));
      await writeFile(top ?? '', JSON.stringify(TOP));
      const said = async (...args: readonly string[]) => {
        const { code, stdout, stderr } = await run(...args);
        return code === 0 ? stdout : `${code}: ${stderr}`;
      };
      await said('org', 'create', org, ...state);
      const interval = ['--interval', '2026-10-01/2026-11-01'];
      expect(await said('import', events ?? '', ...place)).toContain('30');
      expect(await said('insight', 'add', top ?? '', '--org', org, ...state)).toContain('models');
      expect(await said('query', top ?? '', '--format', 'csv', ...interval, ...place)).toMatch(/m1,30/);
      expect(await said('columns', 'model', ...interval, ...place)).toMatch(/m1 +30/);
      const report = ['--insights', 'models', ...interval, '--compare', 'none', '--quiet', ...place];
      expect(await said('report', ...report)).toMatch(/m1.*30/);
      expect(await said('gate', '--thresholds', 'models: total() >= 30', ...report)).toContain('passed');
      expect((await run('gate', '--thresholds', 'models: total() > 30', ...report)).code).toBe(1);
      expect(await said('export', out ?? '', ...place)).toContain('30 events');
      expect(await said('events', 'delete', '--before', '2027-01-01', '--yes', ...place)).toContain(
        '30 events',
      );
      expect(await run('query', top ?? '', '--org', org, ...state)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('add --druid URL'),
      });
      const ofThisProcess = `insight-report-state-${process.pid}-`;
      expect((await readdir(tmpdir())).filter((name) => name.startsWith(ofThisProcess))).toEqual([]);
    },
  );
});
