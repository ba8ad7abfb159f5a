import fc, { runs } from '../../../support/properties.ts';
import { intervalSpec } from '../../../support/inputs/interval-spec.ts';
import type { IntervalSpec } from '../../../../src/report/inputs/request.ts';
import { type Component, COMPONENTS, type RelativeInterval } from '../../../../src/tql/time/interval.ts';
import { effects, ID, problemsOf, read } from '../../../support/inputs/read-inputs.ts';

const span = (unit: Component, first: number, last: number): RelativeInterval => ({
  beginningDate: { component: unit, offset: first, position: 'beginning' },
  endDate: { component: unit, offset: last, position: 'end' },
});

async function intervalOf(interval: string, timezone = ''): Promise<IntervalSpec | null | undefined> {
  return (await read({ interval, timezone })).insights[0]?.interval;
}

const object = (first: string, last: string): string => `{beginningDate: {${first}}, endDate: {${last}}}`;
const DAY_30 = 'component: day, offset: -30, position: beginning';
const TODAY = 'component: day, offset: 0, position: end';

const RELATIVE: readonly (readonly [string, RelativeInterval, string])[] = [
  ['', span('day', -28, -1), 'last 28 complete days'],
  ...COMPONENTS.flatMap((unit): [string, RelativeInterval, string][] => [
    [`last 12 ${unit}s`, span(unit, -12, 0), `last 12 ${unit}s`],
    [`last 1 ${unit}`, span(unit, -1, 0), `last 1 ${unit}`],
    [`last 4 complete ${unit}s`, span(unit, -4, -1), `last 4 complete ${unit}s`],
  ]),
  ['12h', span('hour', -12, 0), 'last 12 hours'],
  ['30 days', span('day', -30, 0), 'last 30 days'],
  ['6m', span('month', -6, 0), 'last 6 months'],
  ['today', span('day', 0, 0), 'today'],
  ['yesterday', span('day', -1, -1), 'yesterday'],
  ...(['week', 'month', 'quarter', 'year'] as const).flatMap((unit): [string, RelativeInterval, string][] => [
    [`this ${unit}`, span(unit, 0, 0), `this ${unit}`],
    [`last ${unit}`, span(unit, -1, -1), `last ${unit}`],
    [`previous ${unit}`, span(unit, -1, -1), `last ${unit}`],
  ]),
  ['  LAST \t 30\nDays ', span('day', -30, 0), 'last 30 days'],
  ['30 d', span('day', -30, 0), 'last 30 days'],
  ['last 007 days', span('day', -7, 0), 'last 7 days'],
  [object(DAY_30, TODAY), span('day', -30, 0), 'last 30 days'],
  [JSON.stringify(span('month', -2, -1)), span('month', -2, -1), 'last 2 complete months'],
  [
    'beginningDate:\n  component: week\n  offset: 0\n  position: beginning\nendDate:\n  component: week\n  offset: 0\n  position: end',
    span('week', 0, 0),
    'this week',
  ],
  [
    object('component: month, offset: 0, position: beginning', 'component: day, offset: -1, position: end'),
    {
      beginningDate: { component: 'month', offset: 0, position: 'beginning' },
      endDate: { component: 'day', offset: -1, position: 'end' },
    },
    'beginning of this month to end of the day 1 day ago',
  ],
  [
    object('component: hour, offset: -6, position: end', 'component: hour, offset: 2, position: beginning'),
    {
      beginningDate: { component: 'hour', offset: -6, position: 'end' },
      endDate: { component: 'hour', offset: 2, position: 'beginning' },
    },
    'end of the hour 6 hours ago to beginning of the hour 2 hours ahead',
  ],
];

test.each(RELATIVE)('%j is a relative interval', async (text, interval, label) => {
  expect(await intervalOf(text)).toEqual({ kind: 'relative', label, interval });
});

const ABSOLUTE: readonly (readonly [string, string, string, string])[] = [
  ['2026-10-01/2026-11-01', '', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
  ['2026-10-01/2026-11-01', 'Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  ['2026-10-01/2026-11-01', 'Pacific/Pago_Pago', '2026-10-01T11:00:00Z', '2026-11-01T11:00:00Z'],
  // Clocks went from 00:00 to 01:00 that day.
  ['2018-11-04/2018-11-05', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
  [' 2028-02-29 / 2028-03-01 ', 'UTC', '2028-02-29T00:00:00Z', '2028-03-01T00:00:00Z'],
  [
    '2026-10-01T00:00:00Z/2026-10-01T12:30:00.5+02:00',
    'Asia/Tokyo',
    '2026-10-01T00:00:00Z',
    '2026-10-01T10:30:00.500Z',
  ],
  ['2026-10-01T08:00-0500/2026-10-02t00:00z', '', '2026-10-01T13:00:00Z', '2026-10-02T00:00:00Z'],
  ['2026-10-01/2026-10-01T12:00:00Z', 'Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-01T12:00:00Z'],
];

test.each(ABSOLUTE)('%j in %j is an absolute interval', async (text, timezone, start, end) => {
  const spec = await intervalOf(text, timezone);
  expect(spec).toEqual({
    kind: 'absolute',
    label: text.replaceAll(' ', ''),
    range: { startMs: Date.parse(start), endMs: Date.parse(end) },
    byDay: !/t/i.test(text),
  });
});

const WRONG: readonly (readonly [string, string])[] = [
  ...['last', '30', '3x', 'last day', 'next week', 'tomorrow', 'last week/', 'P30D', 'previous 3 days'].map(
    (text): [string, string] => [text, text.includes('/') ? 'is not a date' : 'which is not an interval'],
  ),
  ['last 0 days', 'in which 0 is not a whole number from 1 to 36525 (days)'],
  ['last 1.5 months', 'in which 1.5 is not a whole number'],
  ['0d', 'in which 0 is not a whole number'],
  ['last 101 years', 'from 1 to 100 (years)'],
  ['last 99999999999999999999 hours', 'from 1 to 876600 (hours)'],
  ['2026-11-01/2026-10-01', 'which ends before it begins'],
  ['2026-10-01/2026-10-01', 'which is empty'],
  ['2026-10-01T10:00:00Z/2026-10-01T11:00:00+02:00', 'which ends before it begins'],
  ['2026-02-30/2026-03-01', 'in which 2026-02-30 is not a date'],
  ['/', 'in which one side is not a date'],
  ['2026-10-01/2026-11-01/2026-12-01', 'two dates with a / between them'],
  ['2026-10-01T00:00:00/2026-11-01T00:00:00', 'has no zone (add Z or an offset'],
  ['2026-10-01/P1M', 'in which P1M is not a date'],
  ['01.10.2026/01.11.2026', 'is not a date'],
  ['0001-01-01/2026-01-01', 'before 1970'],
  [object(DAY_30, 'component: day, offset: -31, position: end'), 'which ends before it begins'],
  [object(DAY_30, ''), 'endDate, component: is missing'],
  [`{beginningDate: {${DAY_30}}}`, 'interval, endDate: is missing'],
  [`{beginningDate: today, endDate: {${TODAY}}}`, 'interval, beginningDate: is not an object'],
  [`{begin: 1, beginningDate: {${DAY_30}}, endDate: {${TODAY}}}`, 'unknown key "begin"'],
  [
    `{beginningDate: {${DAY_30}}, enddate: {${TODAY}}}`,
    'unknown key "enddate"; expected beginningDate, endDate. Did you mean endDate?',
  ],
  [
    object('component: fortnight, offset: -1, position: beginning', TODAY),
    'component: got "fortnight"; expected one of hour, day',
  ],
  [object('component: days, offset: -1, position: beginning', TODAY), 'Did you mean day?'],
  [
    object('component: day, offset: -1.5, position: beginning', TODAY),
    'beginningDate, offset: got "-1.5"; expected a whole number',
  ],
  [object('component: day, offset: -99999, position: beginning', TODAY), 'from -36525 to 36525'],
  [
    object('component: day, offset: -1, position: start', TODAY),
    'position: got "start"; expected one of beginning, end',
  ],
  [object('component: day, offset: -1, position: beginning, offest: 1', TODAY), 'Did you mean offset?'],
  ['beginningDate', 'got "beginningDate", which is not an interval'],
  ['{beginningDate: {', 'interval: this YAML cannot be used: there is no "}" at line 1, column 18'],
];

test.each(WRONG)('%j is not an interval', async (interval, says) => {
  const problems = await problemsOf({ interval });
  expect(problems.join('\n')).toContain(says);
  expect(problems[0]).toMatch(/^interval/);
  if (!interval.startsWith('{')) {
    expect(problems[0]).toContain(`got "${interval}", `);
    expect(problems[0]).toMatch(/"last 28 complete days", "last 7 days"|Did you mean [^?]+\?$/);
  }
});

const counts = fc.integer({ min: 1, max: 400 }).filter((count) => count > 0);

test('a label is itself an interval with the same meaning', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COMPONENTS), counts, fc.boolean(), (unit, count, complete) => {
      fc.pre(unit !== 'year' || count <= 100);
      const spec = intervalSpec(`last ${count} ${complete ? 'complete ' : ''}${unit}s`);
      // "last 1 complete hour" has no shorter form.
      if (unit === 'hour' && complete && count === 1) return;
      expect(intervalSpec(spec.label)).toEqual(spec);
    }),
    { numRuns: runs(200) },
  );
});

test('other problems are reported together with a wrong interval', async () => {
  const problems = await problemsOf(
    { insights: `a: { id: ${ID}, interval: x }`, interval: 'y', timezone: 'z' },
    effects(),
  );
  expect(problems.map((problem) => problem.split(': got')[0])).toEqual([
    'timezone',
    'interval',
    'insights, a, interval',
  ]);
});
