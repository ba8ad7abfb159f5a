import { intervalSpec } from '../../../support/inputs/interval-spec.ts';
import type { Query } from '../../../../src/tql/query.ts';
import { prepareQuery } from '../../../../src/report/run/planning/prepare-query.ts';

describe('dates as an interval', () => {
  const intervals = (text: string, timezone: string | null, context?: { timezone: string }) => {
    const interval = intervalSpec(text, timezone ?? 'UTC');
    const query: Query = { queryType: 'topN', relativeIntervals: [], ...(context && { context }) };
    return prepareQuery(query, { interval }, { timezone }).intervals;
  };
  const tokyo = { timezone: 'Asia/Tokyo' };

  test.each([
    ['begin in UTC if no zone is set', null, undefined, '2026-10-01T00:00:00.000Z/2026-11-01T00:00:00.000Z'],
    ["begin in the insight's own zone", null, tokyo, '2026-09-30T15:00:00.000Z/2026-10-31T15:00:00.000Z'],
    [
      "begin in the report's zone if it is set",
      'Europe/Berlin',
      tokyo,
      '2026-09-30T22:00:00.000Z/2026-10-31T23:00:00.000Z',
    ],
    [
      "begin in UTC if that is the report's zone",
      'UTC',
      tokyo,
      '2026-10-01T00:00:00.000Z/2026-11-01T00:00:00.000Z',
    ],
  ])('dates as an interval %s', (_, timezone, context, expected) => {
    expect(intervals('2026-10-01/2026-11-01', timezone, context)).toEqual([expected]);
  });

  test('dates as an interval stay unchanged if they have a time and a zone', () => {
    const expected = ['2026-10-01T06:00:00.000Z/2026-10-02T06:00:00.000Z'];
    expect(intervals('2026-10-01T06:00:00Z/2026-10-02T06:00:00Z', null, tokyo)).toEqual(expected);
  });
});
