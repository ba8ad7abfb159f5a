import { describe, expect, test } from '@jest/globals';
import { intervalSpec } from '../support/inputs/interval-spec.ts';
import { prepareQuery } from '../../src/run/prepare-query.ts';

describe('dates as an interval', () => {
  const intervals = (text: string, timezone: string | null, context?: { timezone: string }) => {
    const interval = intervalSpec(text, timezone ?? 'UTC');
    const query = { queryType: 'topN', relativeIntervals: [], ...(context && { context }) };
    return prepareQuery(query, { interval }, { dataSource: null, timezone })['intervals'];
  };
  const tokyo = { timezone: 'Asia/Tokyo' };

  test.each([
    ['begin in UTC where nobody names a zone', null, undefined, '2026-10-01T00:00:00.000Z/2026-11-01T00:00:00.000Z'],
    ["begin in the insight's own zone", null, tokyo, '2026-09-30T15:00:00.000Z/2026-10-31T15:00:00.000Z'],
    ['begin in the zone that was given', 'Europe/Berlin', tokyo, '2026-09-30T22:00:00.000Z/2026-10-31T23:00:00.000Z'],
    ['begin in UTC where that was given', 'UTC', tokyo, '2026-10-01T00:00:00.000Z/2026-11-01T00:00:00.000Z'],
  ])('%s', (_, timezone, context, expected) => {
    expect(intervals('2026-10-01/2026-11-01', timezone, context)).toEqual([expected]);
  });

  test('stand as they are where they have a time and a zone', () => {
    const expected = ['2026-10-01T06:00:00.000Z/2026-10-02T06:00:00.000Z'];
    expect(intervals('2026-10-01T06:00:00Z/2026-10-02T06:00:00Z', null, tokyo)).toEqual(expected);
  });
});
