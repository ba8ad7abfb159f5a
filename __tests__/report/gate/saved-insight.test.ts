// A threshold that is wrong by its insight's query is a configuration error, wherever the query is kept.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAction } from '../../support/run-action.ts';
import { event } from '../../support/service/event.ts';
import { runWith } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { addEvents, serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const QUERY = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [{ type: 'eventCount', name: 'Events' }],
};
const folder = emptyFolder();

const service = await serviceOfFile();
const token = await addOrganization(service, 'a');
await addEvents(service, 'a', [event({ timestamp: new Date().toISOString(), clientUser: 'ann' })]);
await service.store.insights.add('a', [{ id: ID, name: 'Saved', query: QUERY }]);
writeFileSync(join(folder, 'saved.json'), JSON.stringify(QUERY));

function gate(source: readonly string[], thresholds: string) {
  const io = { env: { INSIGHT_REPORT_API_TOKEN: token } };
  const given = [...source, '--thresholds', thresholds, '--interval', 'last 2 days'];
  return runWith(io, 'gate', '--api-url', service.url, ...given);
}

const SAVED = ['--insights', `saved: ${ID}`];
const FILE = ['--queries', `saved: ${join(folder, 'saved.json')}`];

test.each([
  ['{ assert: total() > 5, warn: total() >= 0 }', 'no value can fail total() >= 0'],
  ['{ assert: share("a") < 5%, confidence: 95% }', 'since events are not independent'],
])('%s of a count is wrong, of a saved insight as of a query in a file', async (threshold, why) => {
  for (const source of [SAVED, FILE]) {
    const { code, stdout, stderr } = await gate(source, `- ${threshold}`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)]);
  }
});

test('all wrong thresholds are named, each by its place', async () => {
  const { stderr } = await gate(SAVED, '[total() > 5, total() < 0, total() == 5%]');
  expect(stderr).toContain('thresholds, entry 2: got "total() < 0"');
  expect(stderr).toContain('thresholds, entry 3: got "total() == 5%"');
  expect(stderr).not.toContain('entry 1');
});

test.each(['report', 'gate'])('%s names all wrong thresholds of several reports', async (command) => {
  const config = join(folder, 'several.yml');
  const own = [
    `reports:\n  one: { thresholds: [total() == 5%] }\n  two: { thresholds: [total() == 6%] }`,
    `  three: { thresholds: [total() == 6%] }\n  four: {}\n`,
  ];
  writeFileSync(config, `insights: { saved: ${ID} }\ninterval: last 2 days\n${own.join('\n')}`);
  const io = { env: { INSIGHT_REPORT_API_TOKEN: token } };
  const { code, stderr } = await runWith(io, command, '--api-url', service.url, '--config', config);
  expect(code).toBe(2);
  expect(stderr).toContain('report one, thresholds: got "total() == 5%"');
  expect(stderr).toContain('report two, thresholds: got "total() == 6%"');
  expect(stderr).toContain('report three, thresholds: got "total() == 6%"');
});

test("the Action's summary says once what is wrong, and not that nothing was requested", async () => {
  const { code, summary, results, outputs } = await runAction({
    inputs: {
      'api-token': token,
      'api-url': service.url,
      insights: `saved: ${ID}`,
      thresholds: '- total() == 5%',
    },
    entry: join(import.meta.dirname, '../../../src/index.ts'),
  });
  expect([code, outputs['conclusion']]).toEqual([1, 'error']);
  expect(results).toMatchObject({ conclusion: 'error' });
  expect(summary.split('5% is a percentage, and')).toHaveLength(2);
  expect(summary).not.toContain('nothing was asked');
});
