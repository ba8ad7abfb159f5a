import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

test('the Dockerfile has no mistake that its linter knows, and the image runs as a user without rights', () => {
  const text = read('Dockerfile');
  expect(validate(text)).toEqual([]);
  expect(validate('FROM\n')).not.toEqual([]);
  const last = text.slice(text.lastIndexOf('FROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'));
});

test('every stage of the image has the same base, which a release resolves to a digest and names', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases).size).toBe(1);
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    readonly jobs: { readonly container: { readonly steps: readonly { readonly run?: string }[] } };
  };
  const script = jobs.container.steps.map(({ run = '' }) => run).join('\n');
  const [, find = ''] = /base="\$\(sed -n '([^']+)' Dockerfile\)"/.exec(script) ?? [];
  const found = spawnSync('sed', ['-n', find, 'Dockerfile'], { cwd: root, encoding: 'utf8' }).stdout;
  expect(found).toBe(`${bases[0]}\n`);
  expect(script).toContain('--build-context "$base=docker-image://$base@$digest"');
  expect(script).toContain('org.opencontainers.image.base.digest=$digest');
});

test.each(['compose.yaml', 'deploy/compose.druid.yaml'])(
  '%s has no mistake that its linter knows',
  (file) => {
    const linter = join(root, 'node_modules', 'dclint', 'bin', 'dclint.cjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [linter, '--max-warnings', '0', file], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ status, said: stdout + stderr }).toEqual({
      status: 0,
      said: expect.not.stringMatching(/warning|error/),
    });
  },
);

test('only Caddy publishes ports, and nothing starts with open ingest', () => {
  const { services } = parse(read('compose.yaml')) as {
    readonly services: Readonly<
      Record<string, { readonly ports?: unknown; readonly command?: readonly string[] }>
    >;
  };
  expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['caddy']);
  const commands = [
    services['insight-report']?.command?.join(' ') ?? '',
    read('deploy/insight-report.service'),
  ];
  for (const command of commands) {
    expect(command).toContain('serve --db');
    expect(command).not.toMatch(/--ingest (?!.*--ingest-keys)/);
  }
});

test('nothing of the cluster publishes a port, and Druid loads the extensions that queries and ingest need', () => {
  const composed = parse(read('deploy/compose.druid.yaml'), { merge: true }) as {
    readonly services: Readonly<
      Record<
        string,
        {
          readonly ports?: unknown;
          readonly command?: unknown;
          readonly environment?: Readonly<Record<string, string>>;
        }
      >
    >;
  };
  const { services } = composed;
  expect(Object.values(services).filter(({ ports }) => ports !== undefined)).toEqual([]);
  const druid = Object.entries(services).filter(([name]) => name.startsWith('druid-'));
  expect(druid.map(([, { command }]) => command)).toEqual([
    'broker',
    'coordinator',
    'historical',
    'middleManager',
    'router',
  ]);
  for (const [, { environment }] of druid) {
    const extensions: unknown = JSON.parse(environment?.['druid_extensions_loadList'] ?? '');
    expect(extensions).toEqual(
      expect.arrayContaining(['druid-datasketches', 'druid-stats', 'druid-kafka-indexing-service']),
    );
  }
  // The command replaces that of compose.yaml, so it repeats all but the file: a copy, whose events are in
  // Druid.
  const { services: alone } = parse(read('compose.yaml')) as typeof composed;
  const own = alone['insight-report']?.command as readonly string[];
  const expected = own.map((each) => (each === '/data/usage.duckdb' ? '/data/cluster.duckdb' : each));
  expect(services['insight-report']?.command).toEqual([
    ...expected,
    '--druid',
    'http://druid-router:8888',
    '--kafka',
    'kafka:9092',
  ]);
});
