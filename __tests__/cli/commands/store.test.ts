import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startService } from '../../../src/service/start.ts';
import { event } from '../../support/service/event.ts';
import { run, runWith } from '../../support/run-command.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const path = (name: string) => join(folder, name);
const write = async (name: string, text: string) => {
  await writeFile(path(name), text);
  return path(name);
};
const TOP_N = eventsBy('modelName', 'model', 5);
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';

const folder = emptyFolder();
const db = path('a.db');
await run('org', 'create', 'a', '--db', db);
await run('org', 'create', 'free', '--plan', 'free', '--db', db);

describe('wrong usage ends with 2 and names what was given and what is expected', () => {
  test.each<[string[], string[]]>([
    [['org'], ['which subcommand: create, plan, list?']],
    [['org', 'create', 'a b', '--db', 'DB'], ['NAMESPACE: got "a b"; expected up to 100 letters, digits']],
    [['org', 'create', 'a', '--db', 'DB'], ['The organization a already exists.']],
    [
      ['org', 'plan', 'nobody', 'paid', '--db', 'DB'],
      ['There is no organization "nobody". Organizations: a, free.'],
    ],
    [
      ['org', 'list', '--db', 'none.db'],
      ['none.db does not exist. `org create NAMESPACE --db none.db` creates it.'],
    ],
    [['serve', '--db', 'DB', '--ingest-keys'], ['--ingest-keys is for --ingest NAMESPACE']],
    [
      ['token', 'create', '--db', 'DB'],
      ['--org NAMESPACE is missing: the organization, as "org list" shows it'],
    ],
    [['gate', '--org', 'a'], ['--db FILE is missing: the database file that a is in']],
    [['reprot'], ['did you mean report?\n\n"insight-report --help" lists the commands.']],
    [
      ['token', 'create', '--org', 'a', '--db', 'DB', '--expires', '366d'],
      ['--expires: got "366d"', 'a year (365d) at most'],
    ],
    [
      ['token', 'create', '--org', 'free', '--db', 'DB'],
      ['free is on the free plan', 'org plan free paid'],
    ],
    [['token', 'revoke', 'none', '--db', 'DB'], ['no token with the id "none"']],
    [
      ['import', 'none.ndjson', 'c.ndjson.gz', '.', '--org', 'a', '--db', 'DB'],
      ['none.ndjson cannot be read: there is no such file', 'c.ndjson.gz cannot be read', '. is a folder'],
    ],
    [['import', '-', '-', '--org', 'a', '--db', 'DB'], ['- is given twice']],
    [['serve', '--db', 'DB', '--port', '99999'], ['--port: got "99999"; expected a port from 0']],
    [
      ['serve', '--db', 'DB', '--host', '203.0.113.1', '--port', '0'],
      ['Cannot listen on 203.0.113.1:0: this machine does not have this address.'],
    ],
    [
      ['serve', '--db', 'DB', '--druid', 'host:8888'],
      ['--druid is not the address of a Druid server: write it as http://host:8888'],
    ],
    [['serve', '--db', 'DB', '--kafka', 'h:9092'], ['--kafka is for a cluster: add --druid URL']],
    [['serve', '--db', 'DB', '--druid', 'http://h', '--ingest', 'a'], ['--ingest needs --kafka BROKERS']],
    [
      ['serve', '--db', 'DB', '--druid', 'http://h', '--kafka', 'h'],
      ['--kafka holds "h", which is not a Kafka broker: write host:9092'],
    ],
    [['serve', '--ingest=', '--db', 'DB'], ['--ingest needs a value: --ingest NAMESPACE']],
  ])('the command %j ends with 2', async (args, messages) => {
    const { code, stdout, stderr } = await run(...args.map((arg) => (arg === 'DB' ? db : arg)));
    for (const message of messages) expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });
});

test('what is missing is said with up to five of those that there are', async () => {
  const store = path('names.db');
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await run('org', 'create', name, '--db', store);
  const names = ['One', 'Two'].map((name) => ({ name, query: TOP_N }));
  const file = await write('names.json', JSON.stringify(names));
  await run('insight', 'add', file, '--org', 'a', '--db', store);
  const stderrOf = async (...args: string[]) => (await run(...args, '--db', store)).stderr;
  const organizations = '; there are "a", "b", "c", "d", "e" and 1 more\n';
  expect(await stderrOf('token', 'create')).toContain(`as "org list" shows it${organizations}`);
  expect(await stderrOf('org', 'plan', 'a')).toContain('PLAN is missing: paid or free\n');
  expect(await stderrOf('insight', 'show', '--org', 'a')).toContain('shows them; there are "One", "Two"\n');
  await run('key', 'create', '--org', 'a', '--db', store);
  const [id = ''] = (await run('key', 'list', '--db', store)).stdout.split('\t');
  expect(await stderrOf('key', 'revoke')).toContain(`as "key list" shows it; there is "${id}"\n`);
});

test('a file is not created for an organization that cannot be', async () => {
  expect(await run('org', 'create', 'a b', '--db', path('refused.db'))).toMatchObject({ code: 2 });
  expect((await run('org', 'list', '--db', path('refused.db'))).stderr).toContain('does not exist');
});

test('key create shows the key once, alone; key list and revoke name it by its id', async () => {
  await run('org', 'create', 'keys', '--db', db);
  const { stdout: key, stderr } = await run('key', 'create', '--org', 'keys', '--db', db);
  expect([key, stderr]).toEqual([expect.stringMatching(/^ikey_[\w-]{32}\n$/), '']);
  const { stdout: listed } = await run('key', 'list', '--org', 'keys', '--db', db);
  expect(listed).toMatch(/^[0-9a-f]{12}\tkeys\tvalid\t[\dTZ:.-]+\n$/);
  const [id = ''] = listed.split('\t');
  expect((await run('key', 'revoke', id, '--db', db)).stdout).toContain('\trevoked\t');
  const { stdout: json } = await run('key', 'list', '--db', db, '--format', 'json');
  expect(JSON.parse(json)).toMatchObject([{ id, namespace: 'keys', state: 'revoked' }]);
  const { code, stderr: unknown } = await run('key', 'revoke', 'none', '--db', db);
  expect([code, unknown]).toEqual([2, expect.stringContaining('no write key with the id "none"')]);
});

test('serve says that a database file is new, and which file or organization was perhaps meant', async () => {
  await run('org', 'create', 'a', '--db', path('usage.duckdb'));
  await run('org', 'create', 'com.example', '--db', path('usage.duckdb'));
  expect((await run('org', 'list', '--db', path('usge.duckdb'))).stderr).toContain(
    `${path('usge.duckdb')} does not exist; did you mean usage.duckdb? \`org create`,
  );
  const serve = async (name: string, ...more: string[]) =>
    (await runWith({ untilStopped: async () => {} }, 'serve', '--db', path(name), '--port', '0', ...more))
      .stderr;
  expect(await serve('usage.duckdb', '--ingest', 'com.exmple')).toContain('; did you mean com.example?');
  expect(await serve('usge.duckdb')).toContain(
    `${path('usge.duckdb')} was created: it did not exist, and has no organization yet; did you mean usage.duckdb?\n`,
  );
  expect(await serve('usage.duckdb')).not.toContain('was created');
});

test('an error names a file that is not JSON, with the place', async () => {
  const message = async (text: string) => {
    const file = await write('broken.json', text);
    return (await run('query', file, '--org', 'a', '--db', db)).stderr;
  };
  expect(await message('')).toContain('broken.json is not JSON: it is empty');
  expect(await message('{"a": 1')).toContain('broken.json is not JSON in line 1, column 8');
  expect(await message('{\n  "a": 1,,\n}')).toContain('is not JSON in line 2, column 10');
});

test.each([
  ['org', ['org', 'list'], /^namespace +plan +created\n[^]*headings +paid +\d/],
  [
    'token',
    ['token', 'list', '--org', 'headings'],
    /^id +namespace +state +created +expires +lastUsed\n\S+ +headings +valid /,
  ],
  ['key', ['key', 'list', '--org', 'headings'], /^\(no rows\)\n$/],
])('%s list has headings on a terminal, and says if there is nothing', async (name, args, expected) => {
  await run('org', 'create', 'headings', '--db', db);
  if (name === 'token') await run('token', 'create', '--org', 'headings', '--db', db);
  expect((await runWith({ columns: 80 }, ...args, '--db', db)).stdout).toMatch(expected);
});

test('org and token list plans and states, and show the token itself once', async () => {
  await run('org', 'create', 'tokens', '--db', db);
  const { stdout: token, stderr } = await run(
    'token',
    'create',
    '--org',
    'tokens',
    '--db',
    db,
    '--expires',
    '90d',
  );
  expect(token).toMatch(/^tdpat_[\w-]{43}\n$/);
  expect(stderr).toBe('');
  const listed = await run('token', 'list', '--org', 'tokens', '--db', db);
  expect(listed.stdout).toMatch(/^[0-9a-f]{12}\ttokens\tvalid\t[\dTZ:.-]+\t[\dTZ:.-]+\tnever\n$/);
  expect(listed.stdout).not.toContain(token.trim());
  const id = listed.stdout.split('\t')[0] ?? '';
  const asJson = await run('token', 'list', '--org', 'tokens', '--db', db, '--format', 'json');
  expect(JSON.parse(asJson.stdout)).toMatchObject([{ id, namespace: 'tokens', state: 'valid' }]);
  expect((await run('token', 'revoke', id, '--db', db)).stdout).toContain('\trevoked\t');
  expect((await run('org', 'list', '--db', db)).stdout).toMatch(/^a\tpaid\t.*\nfree\tfree\t.*\n/);
});

describe('insight', () => {
  test('insight add stores insights from an object or a list, and insight list shows them', async () => {
    await run('org', 'create', 'insights', '--db', db);
    const one = await write('one.json', JSON.stringify({ id: ID, name: 'devices', query: TOP_N }));
    const list = await write(
      'list.json',
      JSON.stringify([{ name: 'os', query: { ...TOP_N, unknownKey: 1 } }]),
    );
    const added = await run('insight', 'add', one, list, '--org', 'insights', '--db', db);
    expect(added.code).toBe(0);
    expect(added.stdout).toMatch(new RegExp(`^${ID}\tdevices\n[0-9A-F-]{36}\tos\n$`));
    expect((await run('insight', 'list', '--org', 'insights', '--db', db)).stdout).toBe(added.stdout);
  });

  test('insight add refuses an id or a name that already exists, unless --force, once --replace, is given', async () => {
    await run('org', 'create', 'replaced', '--db', db);
    const add = async (insight: unknown, ...flags: string[]) =>
      run(
        'insight',
        'add',
        await write('new.json', JSON.stringify(insight)),
        '--org',
        'replaced',
        '--db',
        db,
        ...flags,
      );
    const list = async () => (await run('insight', 'list', '--org', 'replaced', '--db', db)).stdout;
    await add({ id: ID, name: 'devices', query: TOP_N });
    const refusals = [
      [{ id: ID.toLowerCase(), name: 'models', query: TOP_N }, `the id ${ID.toLowerCase()} already exists`],
      [{ name: 'Devices', query: TOP_N }, `the name "Devices" already exists (${ID}, "devices")`],
    ] as const;
    for (const [insight, message] of refusals)
      expect(await add(insight)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(
            `${message.replace(/[()]/g, '.')}.* nothing is stored. .--force. stores the new one`,
            's',
          ),
        ),
      });
    expect(await list()).toBe(`${ID}\tdevices\n`);
    expect(await add({ name: 'devices', query: { ...TOP_N, threshold: 7 } }, '--force')).toMatchObject({
      code: 0,
      stdout: `${ID}\tdevices\n`,
    });
    expect((await add({ id: ID.toLowerCase(), name: 'models', query: TOP_N }, '--replace')).code).toBe(0);
    expect(await list()).toBe(`${ID.toLowerCase()}\tmodels\n`);
  });

  test.each<[string, unknown, string]>([
    ['a file that is not JSON', null, 'is not JSON'],
    ['an empty list', [], 'contains no insights'],
    ['an id that is not a UUID', { id: '17', name: 'x', query: TOP_N }, 'id is "17"; expected a UUID'],
    ['no name', { query: TOP_N }, 'name is null; expected one line of text'],
    [
      'an invalid one among valid ones',
      [{ name: 'x', query: TOP_N }, { name: 'y' }],
      '[1]: query is missing',
    ],
  ])('%s is refused, and nothing is stored', async (_, value, message) => {
    const before = await run('insight', 'list', '--org', 'a', '--db', db);
    const file = await write('bad.json', value === null ? '{' : JSON.stringify(value));
    const { code, stderr } = await run('insight', 'add', file, '--org', 'a', '--db', db);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect((await run('insight', 'list', '--org', 'a', '--db', db)).stdout).toBe(before.stdout);
  });
});

describe('import', () => {
  const good = (session: string) => `${JSON.stringify(event({ sessionID: session }))}\n`;

  test('import counts taken and refused lines, writes the refused ones, and takes the same content only once', async () => {
    const file = await write('mixed.ndjson', `${good('mixed')}\n\n{}\n${good('mixed')}nope\n`);
    const rejects = path('rejects.ndjson');
    const first = await run('import', file, '--org', 'a', '--db', db, '--rejects', rejects);
    expect(first).toEqual({
      code: 0,
      stdout: `${file}: 2 events taken, 2 lines refused: 1 × timestamp is missing (line 4); 1 × not JSON (line 6)\n  2026-10-05 to 2026-10-05, 1 user, 0 test events\n`,
      stderr: `${file}: reading\n${file}:4: timestamp is missing\n${file}:6: not JSON\n${file}: storing 2 events\n`,
    });
    const written = (await readFile(rejects, 'utf8'))
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(written).toEqual([
      { file, line: 4, reason: 'timestamp is missing', text: '{}' },
      { file, line: 6, reason: 'not JSON', text: 'nope' },
    ]);
    const second = await run('import', file, '--org', 'a', '--db', db);
    expect([second.code, second.stdout]).toEqual([2, '']);
    expect(second.stderr).toContain(`${file} is refused: its content was imported on`);
    expect((await run('import', file, '--org', 'a', '--db', db, '--again')).stdout).toContain(
      '2 events taken',
    );
  });

  test('import continues with the next file after one that was imported before', async () => {
    const [old, fresh] = [await write('old.ndjson', good('old')), await write('fresh.ndjson', good('fresh'))];
    await run('import', old, '--org', 'a', '--db', db);
    const both = await run('import', old, fresh, '--org', 'a', '--db', db);
    expect(both).toMatchObject({
      code: 2,
      stdout: `${fresh}: 1 event taken, 0 lines refused\n  2026-10-05 to 2026-10-05, 1 user, 0 test events\n`,
    });
  });

  test('import with --strict takes nothing from any file if one line is refused, and ends with 1', async () => {
    const [one, two] = [
      await write('one.ndjson', good('one')),
      await write('two.ndjson', `${good('two')}nope\n`),
    ];
    const strict = await run('import', one, two, '--org', 'a', '--db', db, '--strict');
    expect(strict).toMatchObject({
      code: 1,
      stdout: [
        `${one}: 0 events taken, 0 lines refused; --strict: 1 good event left out\n`,
        `${two}: 0 events taken, 1 line refused: 1 × not JSON (line 2); --strict: 1 good event left out\n`,
      ].join(''),
    });
    expect((await run('import', one, '--org', 'a', '--db', db, '--strict')).code).toBe(0);
  });

  test('import ends with 1 if nothing in a file could be taken', async () => {
    const file = await write('page.ndjson', '<html>\n</html>\n');
    expect(await run('import', file, '--org', 'a', '--db', db)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('0 events taken, 2 lines refused: 2 × not JSON (lines 1, 2)'),
    });
  });

  test('import shows at most ten refused lines', async () => {
    const file = await write('many.ndjson', `${good('many')}${'nope\n'.repeat(12)}`);
    const { stdout, stderr } = await run('import', file, '--org', 'a', '--db', db);
    expect(stderr.split('\n').filter((line) => /many\.ndjson:\d+: not JSON/.test(line))).toHaveLength(10);
    expect(stdout).toContain('12 × not JSON (lines 2, 3, 4, 5, 6, …)');
  });

  test('import does not overwrite a file that it reads with the refused lines', async () => {
    const file = await write('same.ndjson', good('same'));
    const { code, stderr } = await run('import', file, '--org', 'a', '--db', db, '--rejects', file);
    expect([code, stderr]).toEqual([2, expect.stringContaining('which is also a file to import')]);
    expect(await readFile(file, 'utf8')).toBe(good('same'));
  });
});

describe('serve', () => {
  test('serve first prints where it listens, logs requests without their values, and ends with 0', async () => {
    const out: string[] = [];
    const err: string[] = [];
    const stdout = { write: (text: string) => out.push(text) };
    const stderr = { write: (text: string) => err.push(text) };
    const untilStopped = async () => {
      const url = out[0]?.replace('Listening on ', '').trim() ?? '';
      await fetch(`${url}/health`);
      await fetch(`${url}/secret-path?token=tdpat_secret`);
    };
    const ended = await runWith(
      { stdout, stderr, untilStopped },
      'serve',
      '--db',
      path('served.db'),
      '--port',
      '0',
    );
    expect(ended.code).toBe(0);
    expect(out).toEqual([expect.stringMatching(/^Listening on http:\/\/127\.0\.0\.1:\d+\n$/)]);
    expect(err).toEqual([
      expect.stringContaining('served.db was created'),
      expect.stringMatching(/^\S+Z GET \/health 200 \d+ ms address=127\.0\.0\.1\n$/),
      expect.stringMatching(/^\S+Z GET \(no such path\) 404 \d+ ms address=127\.0\.0\.1\n$/),
    ]);
  });
});

test('serve logs requests and warnings as JSON, one object in each line, with --log-format json', async () => {
  const err: string[] = [];
  const out: string[] = [];
  const untilStopped = async () => {
    const url = out[0]?.replace('Listening on ', '').trim() ?? '';
    await fetch(`${url}/v2/namespace/secret-name/`, { method: 'POST' });
  };
  const [stdout, stderr] = [out, err].map((lines) => ({ write: (text: string) => lines.push(text) }));
  const args = ['--db', path('json-log.db'), '--port', '0', '--ingest', 'absent', '--log-format', 'json'];
  await runWith({ stdout: stdout!, stderr: stderr!, untilStopped }, 'serve', ...args);
  expect(err.every((line) => line.endsWith('}\n'))).toBe(true);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(err.map((line): unknown => JSON.parse(line))).toEqual([
    { time, level: 'warning', message: expect.stringContaining('no organization absent') },
    { time, level: 'warning', message: expect.stringContaining('json-log.db was created') },
    {
      time,
      level: 'info',
      method: 'POST',
      route: '/v2/namespace/:namespace',
      status: 404,
      durationMs: expect.any(Number),
      address: '127.0.0.1',
      organization: null,
      token: null,
      key: null,
    },
  ]);
});

describe('the database file', () => {
  const modesIn = async (directory: string) => {
    const names = await readdir(directory, { recursive: true });
    return Promise.all(
      names.map(async (name) => [name, (await stat(join(directory, name))).mode & 0o077] as const),
    );
  };

  test('the database file and everything next to it is open to its owner only', async () => {
    process.umask(0o022);
    const directory = await mkdtemp(path('owner-'));
    const file = join(directory, 'a.db');
    await run('org', 'create', 'a', '--db', file);
    const service = await startService({ dbPath: file });
    await service.importEvents('a', [event()]);
    await run('backup', join(directory, 'copy.db'), '--db', file);
    const refused = Readable.from(['no event']);
    await runWith(
      { stdin: refused },
      'import',
      '-',
      '--org',
      'a',
      '--db',
      file,
      '--rejects',
      join(directory, 'refused'),
    );
    await service.store.tokens.create('a', null);
    const modes = await modesIn(directory);
    await service.close();
    expect(Object.fromEntries(modes)).toEqual({
      'a.db': 0,
      'a.db.sock': 0,
      'a.db.wal': 0,
      'copy.db': 0,
      refused: 0,
    });
  });

  test.each([
    ['org list', ['org', 'list']],
    ['backup', ['backup', 'COPY']],
  ])(
    'a database file that others can read makes %s warn, with the command that keeps them out',
    async (name, args) => {
      const file = path("it's open.db");
      await run('org', 'create', 'a', '--db', file);
      await chmod(file, 0o644);
      const given = args.map((arg) => (arg === 'COPY' ? path(`${name} copy`) : arg));
      const { code, stderr } = await run(...given, '--db', file);
      expect([code, stderr]).toEqual([
        0,
        `insight-report: Other users of this machine can open ${file}, which holds user ids and token hashes. To keep them out: chmod 600 '${file.replace("'", "'\\''")}'\n`,
      ]);
      await rm(file);
    },
  );

  test('a database file that others can read makes serve warn', async () => {
    const file = path('served.db');
    await run('org', 'create', 'a', '--db', file);
    await chmod(file, 0o640);
    const warnings: string[] = [];
    const service = await startService({ dbPath: file, warn: (message) => warnings.push(message) });
    await service.close();
    expect(warnings).toEqual([expect.stringContaining(`chmod 600 ${file}`)]);
  });
});

test('a namespace that Kafka would take for another one is refused', async () => {
  const other = join(folder, 'kafka.db');
  await run('org', 'create', 'com.x.app', '--db', other);
  expect(await run('org', 'create', 'com.x_app', '--db', other)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'The organization com.x.app exists, and Kafka would take com.x_app for the same topic',
    ),
  });
  expect(await run('org', 'create', 'com.x.app2', '--db', other)).toMatchObject({ code: 0 });
});
