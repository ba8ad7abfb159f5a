import { alignBuckets } from '../../../src/report/compare/align-buckets.ts';
import { yearEarlier } from '../../../src/report/compare/local-time.ts';
import type { TimeRange } from '../../../src/tql/time/interval.ts';

const at = (text: string) => Date.parse(text.includes('T') ? text : `${text}T00:00:00Z`);
const range = (start: string, end: string) => ({ startMs: at(start), endMs: at(end) });

interface Asked {
  readonly granularity: unknown;
  readonly starts: readonly string[];
  readonly current: TimeRange;
  readonly earlier: TimeRange;
  /** The end of the counted time, if it is not that of the period. */
  readonly now?: string;
  readonly cut?: string;
  readonly timeZone?: string;
  readonly byYear?: boolean;
}

/** For each bucket the one that it is compared with, or null. Midnights are written without a time. */
function aligned({
  granularity,
  starts,
  current,
  earlier,
  now,
  cut,
  timeZone = 'UTC',
  byYear = false,
}: Asked) {
  const pairs = alignBuckets(granularity, starts.map(at), {
    current: { range: current, untilMs: now === undefined ? current.endMs : at(now) },
    earlier: { range: earlier, untilMs: cut === undefined ? earlier.endMs : at(cut) },
    timeZone,
    move: byYear ? (startMs) => yearEarlier({ startMs, endMs: startMs }, timeZone).startMs : null,
  });
  return starts.map((start) => {
    const found = pairs.get(at(start));
    return found === undefined ? null : new Date(found).toISOString().replace(/(T00:00)?:00.000Z$/, '');
  });
}

test('days are compared in their order, even if one period has more of them', () => {
  const march = { current: range('2027-03-01', '2027-04-01'), earlier: range('2027-02-01', '2027-03-01') };
  expect(
    aligned({ ...march, granularity: 'day', starts: ['2027-03-01', '2027-03-28', '2027-03-29'] }),
  ).toEqual(['2027-02-01', '2027-02-28', null]);
});

test('a running day is compared with a day cut after the same time, and a future one with none', () => {
  const running = {
    granularity: 'day',
    current: range('2026-11-16', '2026-11-23'),
    earlier: range('2026-11-09', '2026-11-16'),
    now: '2026-11-20T10:00:00Z',
    starts: ['2026-11-19', '2026-11-20', '2026-11-21'],
  };
  expect(aligned({ ...running, cut: '2026-11-13T10:00:00Z' })).toEqual(['2026-11-12', '2026-11-13', null]);
  expect(aligned({ ...running, cut: '2026-11-13T16:00:00Z' })).toEqual(['2026-11-12', null, null]);
});

test('weeks that their periods cut differently are not compared', () => {
  const weeks = {
    granularity: 'week',
    current: range('2026-10-21', '2026-11-21'),
    earlier: range('2026-09-20', '2026-10-21'),
  };
  const starts = ['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'];
  // The first has 5 days, and 1; the last 5, and 7.
  expect(aligned({ ...weeks, starts })).toEqual([null, '2026-09-21', '2026-09-28', '2026-10-05', null]);
});

test('months of different lengths are compared', () => {
  const quarter = {
    granularity: 'month',
    current: range('2026-01-01', '2026-04-01'),
    earlier: range('2025-10-01', '2026-01-01'),
  };
  expect(aligned({ ...quarter, starts: ['2026-01-01', '2026-02-01', '2026-03-01'] })).toEqual([
    '2025-10-01',
    '2025-11-01',
    '2025-12-01',
  ]);
});

test('dates are compared with the same dates a year before, 29 February with 28 February', () => {
  const spring = {
    granularity: 'day',
    byYear: true,
    current: range('2028-02-27', '2028-03-03'),
    earlier: range('2027-02-27', '2027-03-03'),
  };
  const starts = ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02'];
  expect(aligned({ ...spring, starts })).toEqual([
    '2027-02-27',
    '2027-02-28',
    '2027-02-28',
    '2027-03-01',
    '2027-03-02',
  ]);
  // Weeks have no dates that could be the same.
  const weeks = {
    ...spring,
    granularity: 'week',
    current: range('2028-02-28', '2028-03-13'),
    earlier: range('2027-03-01', '2027-03-15'),
  };
  expect(aligned({ ...weeks, starts: ['2028-02-28', '2028-03-06'] })).toEqual(['2027-03-01', '2027-03-08']);
});

test('local days of 23 and 25 hours are compared, also if the service counts in UTC', () => {
  const berlin = {
    granularity: 'day',
    timeZone: 'Europe/Berlin',
    current: range('2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z'),
    earlier: range('2026-10-22T22:00:00Z', '2026-10-24T22:00:00Z'),
  };
  expect(aligned({ ...berlin, starts: ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'] })).toEqual([
    '2026-10-22T22:00',
    '2026-10-23T22:00',
  ]);
  expect(aligned({ ...berlin, starts: ['2026-10-25', '2026-10-26'] })).toEqual(['2026-10-23', '2026-10-24']);
});

test('a clock change of half an hour does not prevent a comparison, nor does a single bucket', () => {
  const howe = {
    granularity: 'hour',
    timeZone: 'Australia/Lord_Howe',
    current: range('2026-04-04T13:00:00Z', '2026-04-04T15:00:00Z'),
    earlier: range('2026-04-04T11:00:00Z', '2026-04-04T13:00:00Z'),
  };
  expect(aligned({ ...howe, starts: ['2026-04-04T13:00:00Z', '2026-04-04T14:00:00Z'] })).toEqual([
    '2026-04-04T11:00',
    '2026-04-04T12:00',
  ]);
  const all = {
    granularity: 'all',
    current: range('2026-10-01', '2026-11-01'),
    earlier: range('2026-08-31', '2026-10-01'),
  };
  expect(aligned({ ...all, starts: ['2026-10-01'] })).toEqual(['2026-08-31']);
});

test('a start that is not a bucket of the granularity is compared with none', () => {
  const days = { current: range('2026-11-16', '2026-11-18'), earlier: range('2026-11-14', '2026-11-16') };
  expect(aligned({ ...days, granularity: 'day', starts: ['2026-11-16T05:00:00Z'] })).toEqual([null]);
  expect(aligned({ ...days, granularity: 'fortnight', starts: ['2026-11-16'] })).toEqual([null]);
  expect(aligned({ ...days, granularity: 'none', starts: ['2026-11-16'] })).toEqual([null]);
});
