import { said } from '../../support/said.ts';
import type { ReportedInsight } from '../../../src/report/results/results.ts';
import fc, { runs } from '../../support/properties.ts';
import { judged, threshold, users } from './fixtures.ts';
import { asQuery } from '../../support/as-query.ts';

/** 1,000 users: 500 stay on 4.0, and 500 go from 4.1 to 4.2 within the period. */
const VERSIONS = users(
  [
    ['4.0', 500],
    ['4.1', 500],
    ['4.2', 500],
  ],
  { total: 1000 },
);

test('a sum of distinct users of several rows does not pass just because some users count twice', async () => {
  const { outcome, note } = await judged(VERSIONS, threshold('value("4.1") + value("4.2") >= total() * 95%'));
  expect(outcome).toBe('inconclusive');
  expect(note).toBe(
    'a user may be in several of "4.1", "4.2", so their sum may be larger than the number of users; write value(oneOf("4.1", "4.2")) >= total() * 95%',
  );
});

test.each([
  ['95% <= share("4.1") + share("4.2")', 'share(oneOf("4.1", "4.2")) >= 95%'],
  ['(share("4.0") + share("4.1")) + share("4.2") > 60%', 'share(oneOf("4.0", "4.1", "4.2")) > 60%'],
  ['value("4.1") + value("4.2") > 600', 'value(oneOf("4.1", "4.2")) > 600'],
  ['value("4.1", "Users") + value("4.2", "Users") > 600', 'value(oneOf("4.1", "4.2")) > 600'],
])('a sum of distinct users of several rows says what to write: %s', async (written, form) => {
  expect((await judged(VERSIONS, threshold(written))).note).toContain(`; write ${form}`);
});

test.each([
  ['value("4.1") + value("4.2") >= 500', 'passed'],
  ['value("4.1") + value("4.2") < 500', 'failed'],
  ['value("4.1") + value("4.2") > 1000', 'failed'],
  ['share("4.1") + share("4.2") <= 50%', 'inconclusive'],
  ['share("4.1") * 100 + share("4.2") * 100 >= 95', 'inconclusive'],
  ['value("4.1") / total() + value("4.2") / total() >= 95%', 'inconclusive'],
  ['(value("4.1") + value("4.2")) / total() >= 95%', 'inconclusive'],
  ['1 - share("4.1") - share("4.2") < 5%', 'inconclusive'],
  ['total() - value("4.1") - value("4.2") < 50', 'inconclusive'],
  ['total() - (value("4.1") + value("4.2")) <= 500', 'passed'],
  ['value("4.1") - value("4.2") == 0', 'passed'],
  ['value("4.1") + value("gone") == 500', 'passed'],
  ['value("4.1") + value("4.1") == 2 * value("4.1")', 'passed'],
])(
  'a sum of distinct users of several rows is decided where all of its range agrees: %s is %s',
  async (written, outcome) => {
    expect((await judged(VERSIONS, threshold(written, { missingRow: 'zero' }))).outcome).toBe(outcome);
  },
);

test('a sum of distinct users of several rows shows its range if that decides', async () => {
  const verdict = await judged(VERSIONS, threshold('share("4.1") + share("4.2") >= 40%'));
  expect(said(verdict)).toBe(
    'passed, 50% to 100%, because a user may be in several of the rows that are added',
  );
});

test('a sum of distinct users of several rows is that of the one user who is in both rows', async () => {
  const one = users(
    [
      ['a', 1],
      ['b', 1],
    ],
    { total: 1 },
  );
  const verdict = await judged(one, threshold('value("a") + value("b") >= 1.8'));
  expect(verdict).toMatchObject({ outcome: 'failed', value: 1 });
});

test('a sum of distinct users of several rows of events is known exactly', async () => {
  const events: ReportedInsight = {
    ...VERSIONS,
    unit: 'events',
    total: 1500,
    query: asQuery({ ...VERSIONS.query, aggregations: [{ type: 'eventCount', name: 'Users' }] }),
  };
  const { outcome, value } = await judged(events, threshold('value("4.1") + value("4.2") >= 1000'));
  expect([outcome, value]).toEqual(['passed', 1000]);
});

test('a sum of distinct users of several rows never differs from a plain loop over the users of these rows', async () => {
  const KEYS = ['a', 'b', 'c', 'd'];
  const user = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 });
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(user, { minLength: 1, maxLength: 30 }),
      fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 }),
      fc.nat(30),
      fc.constantFrom('<', '<=', '>', '>='),
      fc.boolean(),
      async (people, added, limit, sign, isShare) => {
        const rows = KEYS.map((key) => [key, people.filter((each) => each.includes(key)).length] as const);
        const insight = users(rows, { total: people.length });
        const union = people.filter((each) => added.some((key) => each.includes(key))).length;
        const sum = added.map((key) => `${isShare ? 'share' : 'value'}("${key}")`).join(' + ');
        const limitText = isShare ? `${limit + 1}%` : String(limit + 1);
        const verdict = await judged(insight, threshold(`${sum} ${sign} ${limitText}`));
        if (verdict.outcome === 'inconclusive') return;
        decided += 1;
        const [left, right] = isShare ? [union / people.length, (limit + 1) / 100] : [union, limit + 1];
        const truth = { '<': left < right, '<=': left <= right, '>': left > right, '>=': left >= right }[
          sign
        ];
        expect(verdict.outcome).toBe(truth ? 'passed' : 'failed');
      },
    ),
    { numRuns: runs(1000) },
  );
  expect(decided).toBeGreaterThan(runs(1000) / 3);
});
