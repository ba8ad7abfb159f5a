import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { ReportedInsight, Results } from '../../../src/report/results/results.ts';
import { listen } from '../../../src/service/http/listen.ts';
import { run, runWith } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { serviceOfFile } from '../../support/service/service-of-file.ts';

const TYPES = ['appLaunched', 'appLaunched', 'paywallShown', 'purchased'];
const MODELS = ['iPhone15,3', 'iPad13,1', undefined];
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-10-20T00:00:00Z');
const NOW = ['--now', '2026-10-31T12:00:00Z'];

/** 240 events in ten days: some have no model, some no float value, some an empty plan. */
const EVENTS = Array.from({ length: 240 }, (_, i) =>
  event({
    timestamp: new Date(START_MS + i * HOUR_MS).toISOString(),
    clientUser: `u${i % 17}`,
    type: TYPES[i % TYPES.length],
    floatValue: i % 3 === 0 ? (i % 5) / 2 : undefined,
    payload: {
      ...(MODELS[i % 7] === undefined ? {} : { modelName: MODELS[i % 7] }),
      ...(i % 10 === 0 ? { plan: '' } : {}),
      appVersion: `4.${i % 4}`,
      ...(i === 7 ? { odd: '=1+1,"\u001b[31m"' } : {}),
    },
  }),
);

const folder = emptyFolder();
const db = join(folder, 'a.db');
await run('org', 'create', 'a', '--db', db);
await run('org', 'create', 'empty', '--db', db);
const service = await serviceOfFile({ dbPath: db, nowMs: Date.parse('2026-10-31T12:00:00Z') });
await service.importEvents('a', EVENTS);
const token = (await service.store.tokens.create('a', null)).token;

const inFile = (...args: string[]) => run(...args, '--org', 'a', '--db', db, ...NOW);
const overHttp = (...args: string[]) =>
  runWith({ env: { INSIGHT_REPORT_API_TOKEN: token } }, ...args, '--api-url', service.url);
const ask = (query: unknown, ...args: string[]) =>
  runWith(
    { stdin: Readable.from([JSON.stringify(query)]) },
    'query',
    '-',
    '--org',
    'a',
    '--db',
    db,
    ...NOW,
    ...args,
  );

/** Runs a command that reads a query, of a service that answers a timeseries only. */
async function overPlain(query: object, ...args: string[]) {
  const plain = new Hono().post('/api/v4/query/tql', async (context) =>
    (await context.req.text()).includes('timeseries')
      ? context.json([])
      : context.json({ error: true, reason: 'x' }, 400),
  );
  const other = await listen(plain, '127.0.0.1', 0);
  const io = { stdin: Readable.from([JSON.stringify(query)]), env: { INSIGHT_REPORT_API_TOKEN: 'tdpat_x' } };
  const ended = await runWith(io, ...args, '--api-url', other.url);
  await other.close(0);
  return ended;
}

/** An event's columns as the service stores them, by its own loop. */
function flatten({ timestamp, payload, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, ...(payload as object), __time: timestamp, count: 1 };
}

function countColumns(events: readonly Record<string, unknown>[]) {
  const found = new Map<string, unknown[]>();
  for (const each of events.map(flatten))
    for (const [name, value] of Object.entries(each)) found.set(name, [...(found.get(name) ?? []), value]);
  return [...found].map(([name, values]) => ({ name, events: values.length, values: new Set(values).size }));
}

function countValues(name: string) {
  const counts = new Map<unknown, number>();
  for (const each of EVENTS.map(flatten))
    if (each[name] !== undefined) counts.set(each[name], (counts.get(each[name]) ?? 0) + 1);
  return [...counts]
    .map(([value, events]) => ({ value, events }))
    .sort((a, b) => b.events - a.events || (String(a.value) < String(b.value) ? -1 : 1));
}

describe('columns', () => {
  test.each([
    ['a served file', inFile],
    ['any query service', overHttp],
  ])(
    'columns lists the columns of %s with the counts that loops over the events give',
    async (_, through) => {
      const { code, stdout, stderr } = await through('columns', '--format', 'json');
      expect([code, stderr]).toEqual([0, '']);
      const listed = JSON.parse(stdout) as { name: string; kind: string }[];
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
      expect(listed.map(({ kind: _kind, ...rest }) => rest)).toEqual(countColumns(EVENTS).sort(byName));
      const kinds = Object.fromEntries(listed.map(({ name, kind }) => [name, kind]));
      expect(kinds).toMatchObject({
        __time: 'time',
        floatValue: 'number',
        count: 'number',
        modelName: 'text',
      });
    },
  );

  test.each(['plan', 'floatValue', 'clientUser'])(
    'columns lists the values of %s, the most frequent first',
    async (name) => {
      const { stdout } = await inFile('columns', name, '--format', 'json');
      expect(JSON.parse(stdout)).toEqual(countValues(name).slice(0, 20));
      expect((await overHttp('columns', name, '--format', 'json')).stdout).toBe(stdout);
    },
  );

  test('columns counts only the events of an interval, and at most --top values', async () => {
    const { stdout } = await inFile('columns', '--interval', '2026-10-21/2026-10-22', '--format', 'json');
    const day = EVENTS.filter(({ timestamp }) => String(timestamp).startsWith('2026-10-21'));
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining(countColumns(day).map((column) => expect.objectContaining(column))),
    );
    const two = await inFile('columns', 'type', '--top', '2', '--format', 'json');
    expect(JSON.parse(two.stdout)).toEqual(countValues('type').slice(0, 2));
  });

  test('columns shows people a table, in which nothing acts', async () => {
    const { stdout } = await inFile('columns', 'odd');
    expect(stdout).toBe('value         events\n=1+1,"␛[31m"       1\n');
    expect((await inFile('columns')).stdout).toMatch(/^name +kind +events +values\n__time +time +240 +240\n/);
  });

  test('columns names the column that was meant', async () => {
    expect(await inFile('columns', 'modlName')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('no event has the column "modlName"; did you mean modelName?'),
    });
  });

  test.each<[string[], string]>([
    [[], 'which service: give --db FILE with --org NAMESPACE, or --api-url URL'],
    [['--org', 'a'], '--db FILE is missing'],
    [['--api-url', 'https://x.example'], 'INSIGHT_REPORT_API_TOKEN'],
  ])('columns with %j ends with 2 and says how to name a service', async (args, message) => {
    const { code, stderr } = await run('columns', ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('query', () => {
  const byType = {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'eventCount' }, { type: 'userCount' }],
    dimension: { type: 'default', dimension: 'type', outputName: 'type' },
    metric: { type: 'numeric', metric: 'Events' },
    threshold: 10,
  };

  test('query reads stdin and prints a table, CSV, or the JSON that the service answers over HTTP', async () => {
    const rows = countValues('type');
    const csv = await ask(byType, '--format', 'csv');
    expect(csv.stdout).toBe(
      ['type,Events,Users', ...rows.map(({ value, events }) => `${String(value)},${events},17`), ''].join(
        '\r\n',
      ),
    );
    const table = await ask(byType, '--format', 'table');
    expect(table.stdout.split('\n').slice(0, 2)).toEqual([
      'type          Events  Users',
      'appLaunched      120     17',
    ]);
    const json = await ask(byType);
    const stdin = Readable.from([JSON.stringify(byType)]);
    const remote = await runWith(
      { stdin, env: { INSIGHT_REPORT_API_TOKEN: token } },
      ...['query', '-', '--api-url', service.url],
    );
    expect(remote).toEqual(json);
    expect(JSON.parse(json.stdout)).toEqual([
      {
        timestamp: expect.any(String),
        result: rows.map(({ value, events }) => ({ type: value, Events: events, Users: 17 })),
      },
    ]);
  });

  test('query prints a table by itself on a terminal', async () => {
    const stdin = Readable.from([JSON.stringify(byType)]);
    const { stdout } = await runWith({ stdin, columns: 80 }, 'query', '-', '--org', 'a', '--db', db, ...NOW);
    expect(stdout).toMatch(/^type +Events +Users\n/);
  });

  test('query says that a table has no rows, and when there are events', async () => {
    const early = { ...byType, intervals: ['2020-01-01/2020-02-01'] };
    const { stdout, stderr } = await ask(early, '--format', 'table');
    expect(stdout).toBe('(no rows)\n');
    const times = EVENTS.map(({ timestamp }) => Date.parse(String(timestamp)));
    const [first, last] = [Math.min(...times), Math.max(...times)].map((ms) => new Date(ms).toISOString());
    expect(stderr).toBe(
      `insight-report query: nothing was found in this interval; there are events from ${first} to ${last}\n`,
    );
  });

  test('query gives a query without an interval the last 28 complete days, and --interval wins over its own', async () => {
    const count = { queryType: 'timeseries', granularity: 'all', aggregations: [{ type: 'eventCount' }] };
    const events = async (query: object, ...args: string[]) =>
      (await ask(query, '--format', 'csv', ...args)).stdout.split('\r\n')[1];
    const within = (from: string, to: string) =>
      EVENTS.filter(({ timestamp }) => String(timestamp) >= from && String(timestamp) < to).length;
    expect(await events(count)).toBe(String(within('2026-10-03', '2026-10-31')));
    const own = { ...count, intervals: ['2026-10-20/2026-10-22'] };
    expect(await events(own)).toBe(String(within('2026-10-20', '2026-10-22')));
    expect(await events(own, '--interval', '2026-10-25/2026-10-26')).toBe(
      String(within('2026-10-25', '2026-10-26')),
    );
    expect(await events(own, '--interval', 'last 3 complete days')).toBe(
      String(within('2026-10-28', '2026-10-31')),
    );
  });

  test('query does not include the end of --interval in a retention, as a report does not', async () => {
    const weeks = async (...args: string[]) =>
      (await ask({ queryType: 'retention', granularity: 'week' }, '--format', 'csv', ...args)).stdout
        .trimEnd()
        .split('\r\n').length - 1;
    expect(await weeks('--interval', '2026-10-05/2026-10-26')).toBe(6);
  });

  test('query prints a scan as CSV in which no cell is a formula', async () => {
    const scan = await ask(
      { queryType: 'scan', columns: ['__time', 'odd'], limit: 9, order: 'ascending' },
      '--format',
      'csv',
    );
    expect(scan.stdout.split('\r\n').slice(0, 9)).toEqual([
      '__time,odd',
      ...EVENTS.slice(0, 7).map(({ timestamp }) => `${String(timestamp)},`),
      '2026-10-20T07:00:00.000Z,"\'=1+1,""␛[31m"""',
    ]);
  });

  test('query says which column no event has, if the answer is empty', async () => {
    const dimension = { type: 'default', dimension: 'modelNam', outputName: 'm' };
    const { stderr } = await ask({ ...byType, dimension }, '--format', 'table');
    expect(stderr).toBe('insight-report query: No event has "modelNam"; did you mean "modelName"?\n');
    expect((await ask(byType)).stderr).toBe('');
  });

  test.each<[unknown, string]>([
    [{ queryType: 'topn' }, 'query: queryType is "topn"; did you mean "topN"?'],
    [{ quryType: 'topN' }, 'stdin holds no query: queryType is missing; is "quryType" meant for it?'],
    [[], 'stdin holds no query: '],
  ])('query refuses %j with 2', async (query, message) => {
    expect(await ask(query)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('new', () => {
  const rowsOf = async (...args: string[]) => {
    const made = await inFile('new', ...args);
    expect([made.code, made.stderr]).toEqual([0, '']);
    const { code, stdout } = await ask(JSON.parse(made.stdout), '--format', 'csv');
    expect(code).toBe(0);
    const [, ...lines] = stdout.trimEnd().split('\r\n');
    return lines.map((line) =>
      line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replaceAll('"', '')),
    );
  };
  const flat = EVENTS.map(flatten) as Record<string, string>[];
  const usersOf = (events: readonly Record<string, string>[]) =>
    new Set(events.map((each) => each['clientUser'])).size;
  const usersBy = (key: (each: Record<string, string>) => string | undefined) => {
    const groups = new Map<string, Record<string, string>[]>();
    for (const each of flat) groups.set(key(each) ?? '', [...(groups.get(key(each) ?? '') ?? []), each]);
    return [...groups].map(([name, events]) => [name, String(usersOf(events))]);
  };

  test('new topn and versions count the users of each value', async () => {
    expect((await rowsOf('topn')).sort()).toEqual(usersBy((each) => each['modelName']).sort());
    expect((await rowsOf('versions')).sort()).toEqual(usersBy((each) => each['appVersion']).sort());
    const launched = flat.filter(({ type }) => type === 'appLaunched').length;
    expect(await rowsOf('topn', '--dimension', 'type', '--events', '--event', 'appLaunched')).toEqual([
      ['appLaunched', String(launched)],
    ]);
    expect(await rowsOf('topn', '--top', '1')).toHaveLength(1);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'both names',
      ['TelemetryDeck.Device.modelName', 'modelName', 'appVersion', 'TelemetryDeck.AppInfo.version'],
      ['TelemetryDeck.Device.modelName', 'TelemetryDeck.AppInfo.version'],
    ],
    ['only the former names', ['modelName', 'appVersion'], ['modelName', 'appVersion']],
  ])('new topn and versions take the column that came, of events with %s', async (title, sent, expected) => {
    const org = title.replaceAll(' ', '-');
    await service.store.organizations.create(org, 'paid');
    await service.importEvents(org, [
      event({ payload: Object.fromEntries(sent.map((name) => [name, '1'])) }),
    ]);
    const dimensionOf = async (kind: string) => {
      const { stdout } = await run('new', kind, '--org', org, '--db', db);
      return (JSON.parse(stdout) as { dimension: { dimension: string } }).dimension.dimension;
    };
    expect([await dimensionOf('topn'), await dimensionOf('versions')]).toEqual(expected);
  });

  test('versions takes the name that SDKs send today if a service does not list its columns', async () => {
    const { code, stdout, stderr } = await overPlain({}, 'new', 'versions');
    expect([code, stderr]).toEqual([
      0,
      'insight-report new: not checked against events: this service does not list its columns\n',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      dimension: { dimension: expect.stringMatching(/^TelemetryDeck\./) },
    });
  });

  test('new funnel counts the users who were at a step and at all before it', async () => {
    const at = (type: string) =>
      new Set(flat.filter((each) => each['type'] === type).map((each) => each['clientUser']));
    const steps = ['appLaunched', 'paywallShown', 'purchased'];
    const counts = steps.map(
      (_, i) =>
        [...at(steps[0]!)].filter((user) => steps.slice(1, i + 1).every((step) => at(step).has(user))).length,
    );
    const rows = await rowsOf('funnel', '--steps', 'appLaunched, paywallShown,purchased');
    expect(rows.map(([step, users]) => [step, Number(users)])).toEqual(
      steps.map((step, i) => [step, counts[i]]),
    );
  });

  test('new rate divides the users of one event type by all', async () => {
    const some = flat.filter((each) => each['type'] === 'purchased');
    expect((await rowsOf('rate', '--event', 'purchased')).map((row) => row.map(Number))).toEqual([
      [usersOf(flat), usersOf(some), usersOf(some) / usersOf(flat)],
    ]);
    const [[, , rate] = []] = await rowsOf('rate', '--event', 'purchased', '--events');
    expect(Number(rate)).toBe(some.length / flat.length);
  });

  test('new says that there are no events yet', async () => {
    const { stderr } = await run('new', 'rate', '--event', 'Nope', '--org', 'empty', '--db', db, ...NOW);
    expect(stderr).toContain('no event has the type "Nope"; there are no events yet\n');
  });

  test.each<[string[], string]>([
    [['topn', '--dimension', 'modelNam'], 'no event has the column "modelNam"; did you mean modelName?'],
    [
      ['funnel', '--steps', 'appLaunched,zzz'],
      'no event has the type "zzz"; the most frequent are appLaunched, paywallShown, purchased',
    ],
    [['funnel'], 'a funnel needs --steps, two event types or more in their order'],
    [['daily', '--users', '--events'], 'give --users or --events, not both'],
    [['weekly'], 'KIND: got "weekly"; expected topn or daily'],
  ])('new %j ends with 2 and says what to write', async (args, message) => {
    expect(await inFile('new', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  test('new writes to --out, over a file only with --force, and says that the query was not checked', async () => {
    const out = join(folder, 'queries', 'new.json');
    const made = await run('new', 'daily', '--out', out);
    expect(made).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('not checked against events'),
    });
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
      queryType: 'timeseries',
      granularity: 'day',
    });
    expect(await run('new', 'topn', '--out', out)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--force replaces it'),
    });
    expect((await run('new', 'topn', '--out', out, '--force')).code).toBe(0);
    expect(await readFile(out, 'utf8')).toContain('"topN"');
  });
});

describe('query --explain', () => {
  const EXPLAIN = ['query', '-', '--explain'];
  const stdin = () =>
    Readable.from(['{"queryType":"timeseries","granularity":"all","intervals":["2026-10-20/2026-10-31"]}']);
  const env = { INSIGHT_REPORT_API_TOKEN: 'tdpat_x' };

  test('query --explain says the same of a file and of the service over HTTP', async () => {
    const found = await runWith({ stdin: stdin() }, ...EXPLAIN, '--org', 'a', '--db', db);
    expect(found).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Compiled query:[^]+\nSQL:\nSELECT[^]+\nPlan:\n/),
    });
    const given = { stdin: stdin(), env: { INSIGHT_REPORT_API_TOKEN: token } };
    const asked = await runWith(given, ...EXPLAIN, '--api-url', service.url);
    expect(asked).toEqual({ ...found, stdout: expect.any(String) });
    // The data source is found, and then stands where it was given.
    const linesOf = ({ stdout }: typeof found) => stdout.split('\n').sort();
    expect(linesOf(asked)).toEqual(linesOf(found));
  });

  test('query --explain says that a service which has only the interface does not explain', async () => {
    const other = await listen(new Hono(), '127.0.0.1', 0);
    try {
      expect(await runWith({ stdin: stdin(), env }, ...EXPLAIN, '--api-url', other.url)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('--explain: this query service does not explain queries'),
      });
    } finally {
      await other.close(0);
    }
  });
});

describe('report', () => {
  test('report and gate with --db ask the file without a token, and take insights by name', async () => {
    const id = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
    const query = JSON.parse((await inFile('new', 'topn')).stdout) as { queryType: string };
    await service.store.insights.add('a', [{ id, name: 'Top models', query }]);
    const report = async (insights: string, through = inFile) => {
      const { code, stdout } = await through(
        'report',
        '--insights',
        insights,
        '--interval',
        'last 7 complete days',
        '--format',
        'json',
        '--quiet',
      );
      const [{ title, rows, total } = {}] = (JSON.parse(stdout) as Results).insights as ReportedInsight[];
      return { code, title, rows, total };
    };
    const expected = await report(id, (...args) => overHttp(...args, ...NOW));
    expect(expected).toMatchObject({ code: 0, title: 'Top models', total: 17 });
    for (const name of ['top models', '{ top: { id: Top models } }'])
      expect(await report(name)).toEqual(expected);
    expect(await inFile('report', '--insights', 'Top model')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean Top models?'),
    });
    const gate = (limit: string) =>
      inFile(
        'gate',
        '--insights',
        'Top models',
        '--interval',
        'last 7 complete days',
        '--thresholds',
        `total() < ${limit}`,
        '--backtest',
        '1',
      );
    expect(await gate('18')).toMatchObject({ code: 0, stdout: expect.stringContaining('17') });
    expect(await gate('17')).toMatchObject({ code: 1, stdout: expect.stringContaining('17') });
    expect(await run('report', '--insights', 'x', '--db', db)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`--org NAMESPACE is missing; ${db} has a, empty`),
    });
  });
});

describe('columns drop', () => {
  const drop = (name: string, ...args: string[]) =>
    run('columns', 'drop', name, '--org', 'a', '--db', db, ...args);
  const names = async () => {
    const { stdout } = await run('columns', '--org', 'a', '--db', db, ...NOW, '--format', 'json');
    return (JSON.parse(stdout) as readonly { readonly name: string }[]).map(({ name }) => name);
  };

  test('columns drop removes a payload key of a served file, and says so', async () => {
    expect(await names()).toContain('odd');
    expect(await drop('odd', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Dropped the column "odd" from the events of a.\n',
    });
    expect(await names()).not.toContain('odd');
  });

  test.each([
    ['without a terminal and --yes', ['plan'], 'Drop the column "plan" from 24 events of a?'],
    ['for a field of every event', ['type', '--yes'], 'type is a field of every event'],
    ['for a key that is not there, without asking', ['none'], 'No payload key has the name "none".'],
  ])('columns drop removes nothing %s', async (_, args, said) => {
    const before = await names();
    const [name = '', ...others] = args;
    const { code, stderr } = await drop(name, ...others);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(await names()).toEqual(before);
  });
});

test('a table says why an experiment has no z-score, and no other format does', async () => {
  const sampleOf = (name: string, type: string) => ({
    name,
    filter: { type: 'selector', dimension: 'type', value: type },
  });
  const experiment = (success: string) => ({
    queryType: 'experiment',
    sample1: sampleOf('one', 'appLaunched'),
    sample2: sampleOf('two', 'paywallShown'),
    successCriterion: sampleOf('bought', success),
  });
  const reason = 'there is no z-score: one sample has no users, or both have no success';
  const interval = ['--interval', '2026-10-20/2026-10-31'];
  const none = await ask(experiment('nothing like it'), '--format', 'table', ...interval);
  expect([none.code, none.stderr]).toEqual([0, expect.stringContaining(reason)]);
  const json = await ask(experiment('nothing like it'), '--format', 'json', ...interval);
  expect(json.stderr).not.toContain(reason);
});
