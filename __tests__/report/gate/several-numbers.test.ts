// Numbers of several insights in one assertion, against plain loops over events and over the members of rows.
import { parseInputs } from '../../../src/report/inputs/parse-reports.ts';
import { silentLog } from '../../../src/text/log.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import type { ReportedInsight, Verdict } from '../../../src/report/results/results.ts';
import { type RunningService, startService } from '../../../src/service/start.ts';
import { effects } from '../../support/inputs/read-inputs.ts';
import fc, { runs } from '../../support/properties.ts';
import { answering, judgeWith, threshold, users } from './fixtures.ts';
import { addOrganization } from '../../support/service/service-of-file.ts';

async function judgeSum(assert: string, insights: readonly ReportedInsight[]): Promise<Verdict> {
  const [verdict] = await judgeWith(
    [threshold(assert, { insight: null, minSample: 0 })],
    insights,
    answering({}).run,
  );
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}

/** Rows of an insight by the users that are in them. */
type Members = readonly (readonly number[])[];

test('distinct counts of added rows are known by their bounds, and are independent between insights', async () => {
  const members = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 8 }), { minLength: 3, maxLength: 3 });
  const term = fc.tuple(fc.constantFrom(0, 1), fc.nat(2), fc.constantFrom(1, -1));
  const terms = fc.uniqueArray(term, {
    minLength: 2,
    maxLength: 5,
    selector: ([of, row]) => `${of} ${row}`,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(members, members),
      terms,
      fc.integer({ min: -9, max: 20 }),
      async (all, sum, limit) => {
        const insights = all.map((rows, index) => tableOf(`i${index}`, rows));
        const text = sum
          .map(([of, row, sign]) => `${sign < 0 ? '-' : '+'} i${of}.value("r${row}")`)
          .join(' ');
        const { outcome, note } = await judgeSum(`0 ${text} >= ${limit}`, insights);
        if (note?.includes('no value can') === true) return;
        const [low, high] = boundsOf(all, sum);
        expect(outcome).toBe(low >= limit ? 'passed' : high < limit ? 'failed' : 'inconclusive');
        const meant = meantBy(all, sum);
        expect(meant).toBeGreaterThanOrEqual(low);
        expect(meant).toBeLessThanOrEqual(high);
      },
    ),
    { numRuns: runs(2000, 200) },
  );
});

test('added distinct counts stay so within quotients: (a / c) + (b / c) says no more than (a + b) / c', async () => {
  const insights = [
    users(
      [
        ['free', 2000],
        ['paid', 1500],
      ],
      { name: 'users', total: 3000 },
    ),
    users([['iOS 26', 900]]),
  ];
  const { outcome } = await judgeSum(
    'users.value("free") / os.value("iOS 26") + users.value("paid") / os.value("iOS 26") > 300%',
    insights,
  );
  expect(outcome).toBe('inconclusive');
});

function tableOf(name: string, rows: Members): ReportedInsight {
  const total = new Set(rows.flat()).size;
  return users(
    rows.map((members, index) => [`r${index}`, members.length]),
    { name, total },
  );
}

type Terms = readonly (readonly [insight: number, row: number, sign: number])[];

/** The rows of one insight that are added, and those that are subtracted. */
function groupsOf(all: readonly Members[], sum: Terms) {
  return all.flatMap((rows, index) =>
    [1, -1].map((sign) => {
      const read = sum.filter(([of, , by]) => of === index && by === sign).map(([, row]) => rows[row] ?? []);
      return { sign, read, total: new Set(rows.flat()).size };
    }),
  );
}

/** Each group's users counted once. */
function meantBy(all: readonly Members[], sum: Terms): number {
  return groupsOf(all, sum).reduce((result, { sign, read }) => result + sign * new Set(read.flat()).size, 0);
}

function boundsOf(all: readonly Members[], sum: Terms): readonly [low: number, high: number] {
  let [low, high] = [0, 0];
  for (const { sign, read, total } of groupsOf(all, sum)) {
    const sizes = read.map((members) => members.length);
    const least = Math.max(0, ...sizes);
    const most = Math.max(
      least,
      Math.min(
        total,
        sizes.reduce((a, b) => a + b, 0),
      ),
    );
    [low, high] = sign === 1 ? [low + least, high + most] : [low - most, high - least];
  }
  return [low, high];
}

const NOW_MS = Date.parse('2026-11-16T00:00:00Z');
const DAY_MS = 86_400_000;
const USERS = { type: 'userCount', name: 'Users' };
const EVENTS = { type: 'eventCount', name: 'Events' };
const IS_CRASH = { type: 'selector', dimension: 'type', value: 'crashed' };
const FILES = {
  'crashes.json': { queryType: 'timeseries', granularity: 'all', aggregations: [EVENTS], filter: IS_CRASH },
  'users.json': { queryType: 'timeseries', granularity: 'day', aggregations: [USERS] },
  'versions.json': {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [USERS, EVENTS],
    threshold: 2,
    dimension: { type: 'default', dimension: 'version', outputName: 'Version' },
    metric: { type: 'numeric', metric: 'Users' },
  },
};

interface Happening {
  readonly user: number;
  readonly daysAgo: number;
  readonly version: string;
  readonly crashed: boolean;
}

/** What an expression reads, by plain loops over the events of a period. */
const READS: Readonly<Record<string, (now: readonly Happening[], before: readonly Happening[]) => number>> = {
  'crashes.total()': (now) => now.filter(({ crashed }) => crashed).length,
  'crashes.previousTotal()': (_, before) => before.filter(({ crashed }) => crashed).length,
  'users.total()': usersOf,
  'users.previousTotal()': (_, before) => usersOf(before),
  'versions.value("4.1")': (now) => usersOf(now.filter(({ version }) => version === '4.1')),
  'versions.share("4.2", "Events")': (now) =>
    now.filter(({ version }) => version === '4.2').length / now.length,
  'versions.value(below("5"), "Events")': (now) => now.filter(({ version }) => version < '5').length,
  'insight("versions").share(only(atLeast("5")))': (now) =>
    usersOf(now.filter(({ user }) => now.every((each) => each.user !== user || each.version >= '5'))) /
    usersOf(now),
  'total("Events")': (now) => now.length,
};

function usersOf(happenings: readonly Happening[]): number {
  return new Set(happenings.map(({ user }) => user)).size;
}

const OPERATIONS = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
} as const;

describe('through the query service', () => {
  let service: RunningService;
  let organizations = 0;

  beforeAll(async () => {
    service = await startService({ dbPath: ':memory:', nowMs: NOW_MS });
  });

  afterAll(() => service.close(0));

  async function judge(
    happenings: readonly Happening[],
    asserts: readonly string[],
  ): Promise<readonly Verdict[]> {
    organizations += 1;
    const organization = `com.example.app${organizations}`;
    const token = await addOrganization(service, organization);
    const begun: Happening = { user: 0, daysAgo: 40, version: '4.1', crashed: true };
    await service.importEvents(organization, [...happenings, begun].map(toEvent));
    const files = Object.fromEntries(
      Object.entries(FILES).map(([name, query]) => [name, JSON.stringify(query)]),
    );
    const queries = Object.keys(FILES)
      .map((file) => `${file.replace('.json', '')}: ${file}`)
      .join('\n');
    const policies = 'insight: versions, missing-row: zero, min-sample: 0';
    const thresholds = asserts.map((assert) => `- { assert: '${assert}', ${policies} }`).join('\n');
    const inputs = { 'api-token': token, 'api-url': service.url, interval: 'last week', queries, thresholds };
    const request = await parseInputs(inputs, effects(files));
    return (await runReport(request, { nowMs: NOW_MS, log: silentLog, run: null })).thresholds;
  }

  test('the numbers of every insight are those of plain loops over the events, now and before', async () => {
    const happening = fc.record({
      user: fc.nat(5),
      daysAgo: fc.integer({ min: 1, max: 14 }),
      version: fc.constantFrom('4.1', '4.2', '4.3', '5.0', '5.1'),
      crashed: fc.boolean(),
    });
    const read = fc.constantFrom(...Object.keys(READS));
    const expression = fc.tuple(read, fc.constantFrom<keyof typeof OPERATIONS>('+', '-', '*', '/'), read);
    const wanted = fc.array(expression, { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 25 }),
        wanted,
        async (all, expressions) => {
          const now = all.filter(({ daysAgo }) => daysAgo <= 7);
          const before = all.filter(({ daysAgo }) => daysAgo > 7);
          fc.pre(now.length > 0);
          const verdicts = await judge(
            all,
            expressions.map(([a, sign, b]) => `${a} ${sign} ${b} > 0.123`),
          );
          for (const [index, [a, sign, b]] of expressions.entries()) {
            const value = OPERATIONS[sign](READS[a]?.(now, before) ?? NaN, READS[b]?.(now, before) ?? NaN);
            const verdict = verdicts[index];
            if (verdict?.message.includes('no value can') === true) continue;
            // A row's users that are added to themselves are counted once.
            if (a === b && sign === '+' && /only|value\("4/.test(a)) continue;
            expect([verdict?.message, verdict?.value]).toEqual([
              expect.stringContaining(`${a} ${sign} ${b}`),
              Number.isFinite(value) ? expect.closeTo(value, 9) : null,
            ]);
          }
        },
      ),
      { numRuns: runs(150, 20) },
    );
  });
});

function toEvent({ user, daysAgo, version, crashed }: Happening, index: number) {
  return {
    timestamp: new Date(NOW_MS - daysAgo * DAY_MS + 60_000 + index).toISOString(),
    appID: 'app',
    clientUser: `u${user}`,
    type: crashed ? 'crashed' : 'launched',
    isTestMode: false,
    payload: { version },
  };
}
