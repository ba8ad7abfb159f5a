import { suggestGates } from '../../../src/cli/init/gates.ts';
import type { ReportedInsight, Results } from '../../../src/report/results/results.ts';

type Part = Pick<ReportedInsight, 'name' | 'unit' | 'total' | 'previousTotal'> & {
  readonly versions?: {
    readonly keep: number;
    readonly families: readonly { readonly rows: readonly Version[] }[];
  };
};
type Version = { readonly version: string; readonly share: number | null };

function suggested(...insights: readonly Part[]) {
  const results = { locale: 'en-US', insights: insights.map((each) => ({ status: 'ok', ...each })) };
  // Only these fields are read.
  return suggestGates(results as unknown as Results).map(({ threshold, today }) => `${threshold} (${today})`);
}

const OS: Part = { name: 'os', unit: 'users', total: 12_450, previousTotal: 12_000 };

/** The gates for the shares of users that requiring each of iOS 9, 15, 16 and 17 would lose. */
function forLosses(...shares: readonly (number | null)[]) {
  const versions = ['iOS 9', 'iOS 15', 'iOS 16', 'iOS 17'];
  const rows = shares.map((share, index) => ({ version: versions[index] ?? '', share }));
  return suggested({
    ...OS,
    total: null,
    previousTotal: null,
    versions: { keep: 0.98, families: [{ rows }] },
  });
}

test('a version that can be required comes first, then totals that do not fall, then their size', () => {
  const rows = [
    { version: 'iOS 9', share: 0 },
    { version: 'iOS 16', share: 0.0187 },
    { version: 'iOS 17', share: 0.2 },
  ];
  expect(suggested({ ...OS, versions: { keep: 0.98, families: [{ rows }] } })).toEqual([
    '- os: share(only(below("iOS 16"))) < 2% (1.87%)',
    '- os: totalChange() > -20% (+3.75%)',
    '- os: total() >= 9900 (12,450 users)',
  ]);
});

test('the gate on versions reads those below the highest one that loses little', () => {
  expect(forLosses(0, 0.001, 0.019, 0.3)).toEqual(['- os: share(only(below("iOS 16"))) < 2% (1.9%)']);
  expect(forLosses(0, 0.1, 0.2, 0.3)).toEqual(['- os: share(only(below("iOS 15"))) < 12% (10%)']);
  expect(forLosses(0, 0.02)).toEqual(['- os: share(only(below("iOS 15"))) < 3% (2%)']);
  expect([forLosses(0, 0.26, 0.3), forLosses(0), forLosses(0, null)]).toEqual([[], [], []]);
});

test('a version that an assertion would read otherwise is in no gate', () => {
  const rows = ['16"', '16\\', '16\n'].map((version) => ({ version, share: 0.01 }));
  expect(suggested({ ...OS, total: null, versions: { keep: 0.98, families: [{ rows }] } })).toEqual([]);
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
])('a gate on the total is suggested only where it fits: with %s', (_, part, expected) => {
  expect(suggested({ ...OS, total: null, previousTotal: null, ...part })).toEqual(expected);
});
