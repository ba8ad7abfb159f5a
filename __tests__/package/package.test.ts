import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectPermissive } from '../support/licences.ts';
import {
  install,
  type Installed,
  megabytesOf,
  nodeOf,
  pack,
  type Packed,
  type Started,
} from '../support/package/installed.ts';

const root = join(import.meta.dirname, '..', '..');
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { version, engines } = readJson('package.json') as {
  readonly version: string;
  readonly engines: { readonly node: string };
};
const { packages } = readJson('package-lock.json') as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};

const OLDEST = engines.node.replace('>=', '');
const NEWEST = packages['node_modules/node']?.version ?? '';
/** The last Node whose major version is refused as a whole. */
const TOO_OLD = '20.20.2';

const ORG = 'com.example.app';
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const QUERY = {
  queryType: 'topN',
  granularity: 'all',
  dimension: { type: 'default', dimension: 'modelName', outputName: 'device' },
  metric: { type: 'numeric', metric: 'events' },
  threshold: 10,
  aggregations: [{ type: 'eventCount', name: 'events' }],
};
const NOW = ['--now', '2026-10-06T12:00:00Z'];
const DAY = '2026-10-05';
const YESTERDAY = {
  beginningDate: { component: 'day', offset: -1, position: 'beginning' },
  endDate: { component: 'day', offset: -1, position: 'end' },
};
const EVENTS = ['iPhone15,3', 'Pixel 8', 'iPhone15,3'].map((modelName, i) =>
  JSON.stringify({
    timestamp: `${DAY}T0${i}:00:00Z`,
    appID: 'A',
    clientUser: `u${i}`,
    type: 'opened',
    payload: { modelName },
  }),
);

let packed: Packed;
beforeAll(() => {
  packed = pack();
});
afterAll(() => {
  packed.remove();
});

describe.each([OLDEST, NEWEST])(
  'the packed package, installed into an empty folder with Node %s,',
  (node) => {
    let installed: Installed;
    let served: Started;
    let token: string;
    let address = '';
    const db = ['--db', 'usage.duckdb'];

    /** Runs a command that has to succeed; returns what it wrote to stdout. */
    function run(...args: readonly string[]): string {
      const { code, stdout, stderr } = installed.run(args, {
        INSIGHT_REPORT_API_TOKEN: token,
        INSIGHT_REPORT_API_URL: address,
      });
      expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
      return stdout;
    }

    beforeAll(async () => {
      installed = install(packed.tarball, nodeOf(node));
      token = '';
      const write = (name: string, text: string) => {
        writeFileSync(join(installed.folder, name), text);
      };
      write('devices.json', JSON.stringify({ id: ID, name: 'devices', query: QUERY }));
      write('query.json', JSON.stringify({ ...QUERY, relativeIntervals: [YESTERDAY] }));
      write('events.ndjson', EVENTS.join('\n'));
      run('org', 'create', ORG, ...db);
      token = run('token', 'create', '--org', ORG, ...db).trim();
      run('insight', 'add', 'devices.json', '--org', ORG, ...db);
      run('import', 'events.ndjson', '--org', ORG, ...db);
      served = await installed.start(['serve', ...db, '--port', '0', ...NOW]);
      address = served.url;
      write('report.yml', `insights: ${ID}\ninterval: yesterday\n`);
    });

    afterAll(async () => {
      expect(await served.stop()).toBe(0);
      installed.remove();
    });

    test('the packed package has DuckDB with its needs and no more, in less than 100 MB, without a warning', () => {
      const modules = join(installed.folder, 'node_modules');
      const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
      expect(names).toEqual(['@duckdb', 'detect-libc', 'insight-report']);
      expect(megabytesOf(modules)).toBeLessThan(100);
      expect(installed.warnings).not.toMatch(/EBADENGINE|deprecated/);
    });

    test('the packed package lists each bundled package with its licence, all permissive', () => {
      const modules = join(installed.folder, 'node_modules');
      expectPermissive(readFileSync(join(modules, 'insight-report', 'dist', 'cli', 'licenses.txt'), 'utf8'));
    });

    test('--version prints the version alone', () => {
      expect(run('--version')).toBe(`${version}\n`);
    });

    test('every command that --help lists says how to use it', () => {
      const names = [...run('--help').matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name);
      expect(names.length).toBeGreaterThan(10);
      for (const name of names) expect(run(name, '--help')).toContain(name);
    });

    test('report queries the service that serve runs, with a config file or flags', () => {
      expect(run('report', '--config', 'report.yml', ...NOW)).toMatch(/iPhone 14 Pro Max +\| +2 /);
      const flags = ['--insights', ID, '--interval', 'yesterday', '--api-url', served.url];
      expect(run('report', ...flags, '--format', 'json', ...NOW)).toContain('"iPhone15,3"');
    });

    test('the other commands of the packed package work while the service runs, from query to completion', () => {
      expect(run('query', 'query.json', '--org', ORG, ...db, ...NOW)).toContain('Pixel 8');
      for (const name of ['org', 'token', 'insight'])
        expect(run(name, 'list', ...db, ...(name === 'org' ? [] : ['--org', ORG]))).not.toBe('');
      expect(run('columns', '--org', ORG, ...db)).toContain('__time');
      expect(run('new', 'daily', '--org', ORG, ...db)).toContain('timeseries');
      run('backup', 'copy.duckdb', ...db);
      expect(run('restore', 'copy.duckdb', '--db', 'restored.duckdb')).toContain('MB from copy.duckdb');
      run('template', 'eject', 'report', '--to', 'templates');
      expect(run('completion', 'bash')).toContain('insight-report');
    });

    test('init writes files that check tries', () => {
      run('init', '--yes', '--insights', ID, '--api-url', served.url, ...NOW);
      expect(run('check', ...NOW)).toMatch(/^✓ configuration: \.github\/insight-report\.yml is valid[^✗]*$/);
    });

    test('preview serves its page, styles and Mermaid', async () => {
      writeFileSync(
        join(installed.folder, 'results.json'),
        run('report', '--config', 'report.yml', '--format', 'json', ...NOW),
      );
      const preview = await installed.start(['preview', '--results', 'results.json', '--port', '0']);
      const sizes = await Promise.all(
        ['/', '/preview.css', '/preview.mjs', '/github-light.css', '/github-dark.css', '/mermaid.js'].map(
          async (path) => {
            const response = await fetch(`${preview.url}${path}`);
            return response.ok && (await response.text()).length > 500;
          },
        ),
      );
      expect(sizes).toEqual([true, true, true, true, true, true]);
      expect(await preview.stop()).toBe(0);
    });

    test('demo reports from its own service', () => {
      expect(run('demo')).toContain('Devices');
    });
  },
);

test('the packages of a checkout take less than 600 MB (mend in scripts/trim-packages.mjs)', () => {
  expect(megabytesOf(join(root, 'node_modules'))).toBeLessThan(600);
});

test('an older Node gets one sentence and exit code 2', () => {
  const installed = install(packed.tarball, nodeOf(TOO_OLD));
  const sentence = `insight-report needs Node 22.22 or newer, and this is Node ${TOO_OLD}: install a newer one from https://nodejs.org.\n`;
  for (const args of [[], ['--version'], ['demo']])
    expect(installed.run(args)).toEqual({ code: 2, stdout: '', stderr: sentence });
  installed.remove();
});
