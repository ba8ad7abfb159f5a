import { clusterHealth } from '../../src/cluster/health.ts';
import { ClusterAwayError } from '../../src/service/errors.ts';
import { druidOf } from '../support/cluster/fake-druid.ts';

const away = () => {
  throw new ClusterAwayError('no answer');
};

/** Health with a Druid that answers so, and a census that has found these gaps. */
const healthOf = (gaps: Readonly<Record<string, readonly string[]>>, answer: () => unknown = () => true) =>
  clusterHealth({
    druid: druidOf(answer),
    census: { gaps: async (namespace) => gaps[namespace] ?? away() },
    feed: null,
    namespaces: async () => ['ours', 'ours.too'],
  })();

const DAY = '2026-10-01T00:00:00.000Z/2026-10-02T00:00:00.000Z';
const SENTENCE = `are answered with 503 in ${DAY}: not all events are loaded.`;

test.each<[string, Record<string, string[]>, string[]]>([
  ['all segments are loaded', { ours: [], 'ours.too': [] }, []],
  ['those of somebody else are not', { theirs: [DAY] }, []],
  ['some of one organization are not', { ours: [DAY] }, [`Queries of one organization ${SENTENCE}`]],
  ['some of both are not', { ours: [DAY], 'ours.too': [DAY] }, [`Queries of 2 organizations ${SENTENCE}`]],
])(
  'if %s, health says for which times no query is answered, and names no organization',
  async (_, gaps, problems) => {
    expect(await healthOf(gaps)).toEqual({ status: problems.length === 0 ? 'ok' : 'degraded', problems });
  },
);

test('without a coordinator the cluster is well, and without a broker it is away', async () => {
  expect(await healthOf({})).toEqual({ status: 'ok', problems: [] });
  expect(await healthOf({}, away)).toEqual({
    status: 'cluster-away',
    problems: ['Druid cannot be reached.'],
  });
});

test('health names ten times at most, and counts the others', async () => {
  const times = Array.from({ length: 11 }, (_, day) => `day ${day}`);
  const { problems } = await healthOf({ ours: times, 'ours.too': [] });
  expect(problems.join()).toContain(' and 1 more: ');
});
