import { judgeMinimums } from '../../../../src/report/render/minimums/verdicts.ts';
import type { Minimums } from '../../../../src/report/results/results.ts';

const raised: Minimums = {
  interval: 'last 28 complete days',
  app: { id: null, by: 'all' },
  problem: null,
  raises: [
    {
      platform: 'iOS',
      target: 'App',
      kind: 'app',
      from: '15.0',
      to: '16.0',
      places: [],
      users: 1000,
      lost: 6,
      share: 0.006,
      cannotUpdate: 0,
      withoutVersion: 900,
      why: null,
    },
  ],
};

test('max-lost is inconclusive, and says why, if users without a version could turn it', () => {
  expect(judgeMinimums(raised, raised, 0.02, 'en-US').map(({ message }) => message)).toEqual([
    'Users lost by requiring iOS 16: inconclusive, 0.6% (6 of 1,000 users), limit: at most 2%; 900 users sent no event with a version, and they could decide this',
  ]);
});
