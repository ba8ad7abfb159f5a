import { ResponseError } from '../../../src/text/errors.ts';
import { tabulate } from '../../../src/report/tables/tabulate.ts';
import { rowsQuery, totalQuery } from '../../../src/report/tables/companion-queries.ts';
import { groupsOf, OCTOBER_5_MS } from '../../support/table-queries.ts';

describe('a funnel', () => {
  const query = { queryType: 'funnel', steps: [{ name: 'Opened' }, { name: 'Paid' }] } as const;

  test('a funnel has a row for each step, in order, with its share of the first', () => {
    const event = { '1_Paid': 31, _funnel_step_0: 90, _funnel_step_1: 70, '0_Opened': 90 };
    const table = tabulate(query, groupsOf(event), null);
    expect(table).toEqual({
      queryType: 'funnel',
      metric: 'Users',
      unit: 'users',
      dimensions: ['step'],
      outputs: ['Users'],
      rows: [
        { key: 'Opened', parts: ['Opened'], value: 90, share: 1, rank: 1, values: { Users: 90 } },
        { key: 'Paid', parts: ['Paid'], value: 31, share: 31 / 90, rank: 2, values: { Users: 31 } },
      ],
      total: 90,
      cutOff: false,
      firstBucketMs: OCTOBER_5_MS,
    });
    expect(totalQuery(query, table)).toBeNull();
  });

  test('a funnel orders more than ten steps by number and keeps their names', () => {
    const names = Array.from({ length: 12 }, (_, i) => (i === 3 ? '7_up\nand _ more' : `step ${i}`));
    const event = Object.fromEntries(names.map((name, i) => [`${i}_${name}`, 12 - i] as const).reverse());
    expect(tabulate(query, groupsOf(event), 'Users').rows.map((row) => row.key)).toEqual(names);
  });

  test('a funnel of several groups has the steps of each, with shares of the first step of the group', () => {
    const grouped = {
      ...query,
      dimensions: [{ type: 'default', dimension: 'os', outputName: 'OS' }],
    } as const;
    const table = tabulate(
      grouped,
      groupsOf({ OS: 'iOS', '0_a': 10, '1_b': 5 }, { OS: null, '0_a': 0, '1_b': 0 }),
      null,
    );
    expect(table.rows.map(({ key, parts, share, rank }) => [key, parts, share, rank])).toEqual([
      ['iOS / a', ['iOS', 'a'], 1, 1],
      ['iOS / b', ['iOS', 'b'], 0.5, 2],
      ['null / a', [null, 'a'], null, 3],
      ['null / b', [null, 'b'], null, 4],
    ]);
    expect(table).toMatchObject({ dimensions: ['OS', 'step'], total: null });
  });

  test('a funnel without rows is an empty table', () => {
    expect(tabulate(query, groupsOf(), null)).toMatchObject({ rows: [], total: null, firstBucketMs: null });
  });

  test('a funnel does not take another metric', () => {
    expect(() => tabulate(query, groupsOf(), 'Events')).toThrow(ResponseError);
    expect(() => tabulate(query, groupsOf(), 'Events')).toThrow(
      /"Events" is not the output of a funnel: that is "Users"/,
    );
  });
});

test('a retention has a row for each pair of periods, with its share of the cohort', () => {
  const january = '2028-01-01_2028-01-31';
  const february = '2028-02-01_2028-02-29';
  const event = {
    [`_${january}`]: 40,
    [`_${february}`]: 30,
    [`retention_${february}_${february}`]: 30,
    [`retention_${january}_${february}`]: 10,
    [`retention_${january}_${january}`]: 40,
  };
  const table = tabulate({ queryType: 'retention' }, groupsOf(event), null);
  expect(table.rows.map(({ key, value, share, rank }) => [key, value, share, rank])).toEqual([
    [`${january} / ${january}`, 40, 1, 1],
    [`${january} / ${february}`, 10, 0.25, 2],
    [`${february} / ${february}`, 30, 1, 3],
  ]);
  expect(table).toMatchObject({
    metric: 'Users',
    unit: 'users',
    dimensions: ['cohort', 'period'],
    total: null,
  });
});

test('an experiment has a row for each output, without shares', () => {
  const event = {
    _inner: 1,
    cohort_1: 240,
    cohort_1_success: 36,
    pvalue: 0.0914128740162421,
    zscore: 'NaN',
  };
  const table = tabulate({ queryType: 'experiment' }, groupsOf(event), null);
  expect(table.rows.map(({ key, value, share }) => [key, value, share])).toEqual([
    ['cohort_1', 240, null],
    ['cohort_1_success', 36, null],
    ['pvalue', 0.0914128740162421, null],
    ['zscore', null, null],
  ]);
  expect(table).toMatchObject({ unit: 'other', total: null });
  expect(table.rows[3]?.values).toEqual({ value: 'NaN' });
});

test('the p-value of small samples that a gate reads is that of the exact test, whatever the service says', () => {
  const sizes = { cohort_1: 4, cohort_1_success: 3, cohort_2: 4, cohort_2_success: 0, users: 8 };
  const { rows } = tabulate({ queryType: 'experiment' }, groupsOf({ ...sizes, pvalue: 0.0005 }), null);
  // Of the 56 ways in which three of eight users succeed, 4 have all of them in one sample, 4 in the other.
  expect(rows.find(({ key }) => key === 'pvalue')?.value).toBeCloseTo(8 / 56, 12);
});

test.each(['funnel', 'experiment'] as const)(
  'a %s divided into buckets is requested as one bucket',
  (queryType) => {
    expect(rowsQuery({ queryType, granularity: 'day' })).toEqual({ queryType, granularity: 'all' });
  },
);

test('a retention is requested unchanged, because its granularity is the length of its periods', () => {
  expect(rowsQuery({ queryType: 'retention', granularity: 'month' })).toBeNull();
});
