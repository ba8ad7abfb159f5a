import { expect, test } from '@jest/globals';
import { clusterHealth } from '../../../src/service/cluster/health.ts';
import { ClusterAwayError } from '../../../src/service/errors.ts';
import { druidOf } from '../../support/cluster/fake-druid.ts';

const away = () => {
  throw new ClusterAwayError('no answer');
};
const LOADSTATUS = '/druid/coordinator/v1/loadstatus?simple';

/** Health with a Druid whose coordinator gives these segments left to load. */
const healthOf = (left: () => unknown, answer: () => unknown = () => true) =>
  clusterHealth({
    druid: druidOf(({ path }) => (path === LOADSTATUS ? left() : answer())),
    feed: null,
    namespaces: async () => ['ours', 'ours.too'],
  })();

test.each<[string, unknown, string[]]>([
  ['all segments are loaded', { ours: 0, theirs: 0 }, []],
  ['those of somebody else are not', { ours: 0, theirs: 4 }, []],
  ['the coordinator says something else', [1, 'x'], []],
  ['some of one organization are not', { ours: 2, theirs: 0 }, ['Druid answers without the events of one organization that its historicals have not loaded.']],
  ['some of both are not', { ours: 2, 'ours.too': 1 }, ['Druid answers without the events of 2 organizations that its historicals have not loaded.']],
])('if %s, health says whether numbers are too small, and names no organization', async (_, left, problems) => {
  expect(await healthOf(() => left)).toEqual({ status: problems.length === 0 ? 'ok' : 'degraded', problems });
}); // prettier-ignore

test('without a coordinator the cluster is well, and without a broker it is away', async () => {
  expect(await healthOf(away)).toEqual({ status: 'ok', problems: [] });
  expect(await healthOf(away, away)).toEqual({ status: 'cluster-away', problems: ['Druid cannot be reached.'] });
});
