import { judgeWith, threshold, users, USERS_BY_SYSTEM } from '../fixtures.ts';
import { asQuery } from '../../../support/as-query.ts';

/** The mean load time by system, of which so many of 1,000 events of iOS 18 have one. */
function meanOf(measured: number) {
  const query = asQuery({
    ...USERS_BY_SYSTEM,
    aggregations: [{ type: 'doubleMean', name: 'Users', fieldName: 'loadTime' }],
  });
  const written = [
    ['iOS 18', 1.5],
    ['iOS 17', 1],
  ] as const;
  const insight = users(written, { query, unit: 'other', total: 1.5, compare: null });
  const rows = [
    { system: 'iOS 18', _events_of_row: 1000, _numbers_of_row: measured },
    { system: 'iOS 17', _events_of_row: 50, _numbers_of_row: 50 },
  ].map((event) => ({ timestampMs: 0, event }));
  return async (assert: string) => {
    const [verdict] = await judgeWith([threshold(assert)], [insight], async () => ({
      kind: 'groupBy',
      rows,
    }));
    return verdict;
  };
}

test.each(['total() < 2', 'value("iOS 18") < 2', 'rows.all(r, r.value < 2)', 'rank("iOS 18") == 1'])(
  'a mean of few of the events leaves a gate open, and that of nearly all decides it: %s',
  async (assert) => {
    const [few, nearlyAll] = await Promise.all([meanOf(100)(assert), meanOf(990)(assert)]);
    expect([few?.outcome, nearlyAll?.outcome]).toEqual(['inconclusive', 'passed']);
    expect(few?.message).toMatch(/only 1\d% of the events have a number in "loadTime"/);
  },
);

test('the mean of a row all of whose events have a number decides beside one of few', async () => {
  expect((await meanOf(100)('value("iOS 17") < 2'))?.outcome).toBe('passed');
});
