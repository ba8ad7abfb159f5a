// Apple's devices named in gates by product, against the project's own query service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { event } from '../../support/service/event.ts';
import { runWith } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { addEvents, serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

/**
 * 10 users of each of the two models of the iPhone 8, 4 of whom have both; 30 of an iPhone 16 Pro, 3 of an
 * iPhone 15.
 */
const USERS: readonly (readonly [model: string, users: readonly number[]])[] = [
  ['iPhone10,1', Array.from({ length: 10 }, (_, user) => user)],
  ['iPhone10,4', Array.from({ length: 10 }, (_, user) => user + 6)],
  ['iPhone17,1', Array.from({ length: 30 }, (_, user) => user + 100)],
  ['iPhone15,4', [200, 201, 202]],
];
const topN = (threshold: number) => ({
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'users' }],
  dimension: { type: 'default', dimension: 'modelName', outputName: 'Model' },
  metric: { type: 'numeric', metric: 'users' },
  threshold,
});

const service = await serviceOfFile();
const token = await addOrganization(service, 'a');
const timestamp = '2026-11-10T12:00:00Z';
const events = USERS.flatMap(([modelName, users]) =>
  users.map((user) => event({ timestamp, clientUser: `user ${user}`, payload: { modelName } })),
);
await addEvents(service, 'a', events);

test.each([
  ['share("iPhone 16 Pro") > 60%', 50, 'passed, 61.22% (30 of 49 users); iPhone 16 Pro is iPhone17,1'],
  ['value("iPhone 8") == 16', 50, 'passed, 16 of 49 users; iPhone 8 is iPhone10,1, iPhone10,4'],
  [
    'value(oneOf("iPhone 8", "iPhone 15")) == 19',
    50,
    'passed, 19 of 49 users; iPhone 8 is iPhone10,1, iPhone10,4; iPhone 15 is iPhone15,4',
  ],
  [
    'rank("iPhone 8") == 2',
    50,
    'inconclusive, "oneOf("iPhone 8")" is a set of rows, which has no rank; iPhone 8 is iPhone10,1, iPhone10,4',
  ],
  // Beyond a cut-off after one row.
  ['value("iPhone 15") == 3', 1, 'passed, 3 of 49 users; iPhone 15 is iPhone15,4'],
  ['value("iPhone 8") == 16', 1, 'passed, 16 of 49 users; iPhone 8 is iPhone10,1, iPhone10,4'],
])('the assertion %s about %i rows says: %s', async (assert, rows, expected) => {
  const file = join(emptyFolder(), 'devices.json');
  writeFileSync(file, JSON.stringify(topN(rows)));
  const { stdout, stderr } = await runWith(
    { env: { INSIGHT_REPORT_API_TOKEN: token } },
    ...['gate', '--api-url', service.url, '--queries', file],
    ...[
      '--thresholds',
      assert,
      '--interval',
      'last week',
      '--compare',
      'none',
      '--now',
      '2026-11-16T09:00:00Z',
    ],
  );
  const [, outcome = '', rest = ''] = /: (passed|failed|inconclusive)(.*)$/s.exec(stdout) ?? [];
  expect([`${outcome}${rest.replace(/, limit: [^;\n]*/, '').replace(/^;/, ',')}`, stderr]).toEqual([
    `${expected}\n`,
    '',
  ]);
});

test('a product beyond a cut-off, before which no row is a model, is not reported as absent', async () => {
  await service.store.organizations.create('b', 'paid');
  const { token: other } = await service.store.tokens.create('b', null);
  const models = [...Array<string>(9).fill('x86_64'), ...Array<string>(3).fill('iPhone10,1')];
  const timestamp = '2026-11-10T12:00:00Z';
  await addEvents(
    service,
    'b',
    models.map((modelName, user) => event({ timestamp, clientUser: `user ${user}`, payload: { modelName } })),
  );
  const outcomeOf = async (rows: number) => {
    const file = join(emptyFolder(), 'devices.json');
    writeFileSync(file, JSON.stringify(topN(rows)));
    const threshold = '{ assert: value("iPhone 8") >= 3, missing-row: fail }';
    const { stdout } = await runWith(
      { env: { INSIGHT_REPORT_API_TOKEN: other } },
      ...['gate', '--api-url', service.url, '--queries', file, '--thresholds', `- ${threshold}`],
      ...['--interval', 'last week', '--compare', 'none', '--now', '2026-11-16T09:00:00Z'],
    );
    return stdout;
  };
  expect(await outcomeOf(50)).toContain('passed, 3 of 12 users');
  expect(await outcomeOf(1)).toContain(
    'iPhone 8: users: inconclusive, limit: at least 3; there is no row "iPhone 8"; did you mean "iPhone10,1"?',
  );
});
