import { expect, test } from '@jest/globals';
import { suggestGates } from '../../../src/cli/init/gates.ts';
import type { ReportedInsight, Results } from '../../../src/results.ts';

type Part = Pick<ReportedInsight, 'name' | 'unit' | 'total' | 'previousTotal'> & {
  readonly rows: readonly { readonly key: string; readonly share: number | null }[];
};

function suggested(...insights: readonly Part[]): readonly string[] {
  const results = { locale: 'en-US', insights: insights.map((each) => ({ status: 'ok', ...each })) };
  // Only these fields are read.
  return suggestGates(results as unknown as Results).map(({ threshold, today }) => `${threshold} (${today})`);
}

const VERSIONS = [
  { key: 'iOS 17', share: 0.8 },
  { key: 'iOS 9', share: 0.041 },
  { key: 'iOS 16', share: 0.159 },
];

test('the lowest version comes first, then totals that do not fall, then their size; each holds today', () => {
  const os: Part = { name: 'os', unit: 'users', total: 12_450, previousTotal: 12_000, rows: VERSIONS };
  expect(suggested(os)).toEqual([
    '- os: share("iOS 9") < 5% (4.1%)',
    '- os: totalChange() > -20% (+3.8%)',
    '- os: total() >= 9900 (12,450 users)',
  ]);
});

test.each<[string, Partial<Part>, string[]]>([
  ['no numbers', { total: null, previousTotal: null }, []],
  [
    'a fall of a fifth, which such a gate would fail',
    { total: 80, previousTotal: 100 },
    ['- os: total() >= 64 (80 users)'],
  ],
  ['a mean', { unit: 'other', total: 3, previousTotal: 3 }, []],
  ['nothing before', { total: 40, previousTotal: 0 }, ['- os: total() >= 32 (40 users)']],
])('with %s', (_, part, expected) => {
  expect(suggested({ name: 'os', unit: 'users', total: null, previousTotal: null, rows: [], ...part })).toEqual(
    expected,
  );
});

test('rows that are no versions, or not of few people, get no gate on a share', () => {
  const base = { name: 'x', unit: 'users', total: null, previousTotal: null } as const;
  const models = [{ key: 'iPad', share: 0.1 }, { key: 'Mac', share: 0.9 }]; // prettier-ignore
  const common = [{ key: '1.0', share: 0.5 }, { key: '1.1', share: 0.5 }]; // prettier-ignore
  expect([suggested({ ...base, rows: models }), suggested({ ...base, rows: common })]).toEqual([[], []]);
});
