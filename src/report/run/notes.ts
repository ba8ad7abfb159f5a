// The sentences below an insight that say how its numbers differ from what was requested: "There is no
// comparison: …". A function `…Notes` also decides whether there is anything to say; for a `…Note`, that is
// decided already. Pure.
import { Temporal } from 'temporal-polyfill';
import type { Table } from '../tables/table.ts';
import { plural } from '../../text/plural.ts';
import { computeBucketRuns } from '../../tql/time/buckets.ts';
import { granularityInZone, parseGranularity } from '../../tql/time/granularity.ts';
import type { TimeRange } from '../../tql/time/interval.ts';
import type { Query } from '../../tql/query.ts';

/** A sentence if a table's first bucket does not begin when the period begins. */
export function bucketNotes(table: Table, { startMs }: TimeRange, timeZone: string): string[] {
  const { firstBucketMs } = table;
  if (firstBucketMs === null || firstBucketMs === startMs) return [];
  const [first, start] = [formatMoment(firstBucketMs, timeZone), formatMoment(startMs, timeZone)];
  const isPart = table.queryType === 'timeseries' && firstBucketMs < startMs;
  const why = isPart
    ? 'only events within the period count.'
    : 'there are no earlier events, or the query service counts in another time zone.';
  return [`The answer begins at ${first}, but the period begins at ${start} (${timeZone}): ${why}`];
}

/** A sentence if a series was cut off by its `limit`: "3 of 7 days". */
export function cutOffNotes(
  { rows }: Table,
  { granularity }: Query,
  range: TimeRange,
  timeZone: string,
): string[] {
  const parsed = parseGranularity(granularity);
  const runs = parsed === null ? null : computeBucketRuns(granularityInZone(parsed, timeZone), range);
  let bucketCount = 0;
  for (const { fromMs, untilMs, stepMs } of runs ?? [])
    bucketCount += Math.round((untilMs - fromMs) / stepMs);
  if (bucketCount <= rows.length) return [];
  const name = typeof granularity === 'string' ? granularity.toLowerCase() : 'bucket';
  const unit = /^(?:hour|day|week|month|quarter|year)$/.test(name) ? name : 'bucket';
  return [
    `The answer was cut off by its \`limit\`: ${rows.length} of ${bucketCount} ${plural(unit, bucketCount)}.`,
  ];
}

/** How many parts of a period are listed. */
const MOST_PARTS = 3;

/** A sentence that lists the parts of a period that has gaps; none if it has no gaps. */
export function gapNotes(ranges: readonly TimeRange[], timeZone: string): string[] {
  const parts = ranges.toSorted((one, other) => one.startMs - other.startMs);
  const beginsAfterGap = ({ startMs }: TimeRange, place: number) =>
    place > 0 && parts.slice(0, place).every(({ endMs }) => endMs < startMs);
  if (!parts.some(beginsAfterGap)) return [];
  const texts = parts.map(
    ({ startMs, endMs }) => `${formatMoment(startMs, timeZone)} to ${formatMoment(endMs, timeZone)}`,
  );
  const more = texts.length > MOST_PARTS ? ` and ${texts.length - MOST_PARTS} more` : '';
  const shown = texts.slice(0, MOST_PARTS).join(', ');
  return [`Only parts of the period are counted (ends excluded): ${shown}${more} (${timeZone}).`];
}

/**
 * How the cohorts of a retention differ from what was requested. `wholePeriods`, such as "5 whole weeks",
 * names those that took the place of the interval.
 */
export function retentionNotes(queryType: string, timeZone: string, wholePeriods: string | null): string[] {
  if (queryType !== 'retention') return [];
  const notes: string[] = [];
  if (wholePeriods !== null)
    notes.push(`Cohorts of a part of a period are left out: these are ${wholePeriods}.`);
  if (timeZone !== 'UTC')
    notes.push(
      `Cohorts begin at midnight UTC, not in ${timeZone}: the query service divides them in no other time zone.`,
    );
  return notes;
}

/** Why rows have no earlier value. No sentence for a scan, where no reader expects a comparison. */
export function noEarlierValueNotes(queryType: string): string[] {
  if (queryType !== 'retention' && queryType !== 'experiment') return [];
  const rows = queryType === 'retention' ? 'cohorts' : 'variants';
  return [`Not compared with an earlier period: its ${rows} are compared with each other.`];
}

/** What is missing because a query for it failed. */
const MISSING = {
  comparison: 'There is no comparison',
  earlierTotal: 'The earlier total is not known',
  history: 'The values of earlier periods are not known',
  total: 'The total is not known, nor are the shares',
};

export function errorNote(missing: keyof typeof MISSING, { message }: Error): string {
  return `${MISSING[missing]}: ${message}`;
}

export function noEarlierPeriodNote(isFirstHour: boolean): string {
  if (isFirstHour) return 'There is no comparison yet: the first hour of the period is not over.';
  return 'There is no comparison: the period is in the future, or the earlier one would begin before 1970.';
}

/** Such as on March 31: February has no days to compare with the last ones of March. */
export const SAME_DURATION_NOTE =
  'The period before is shorter than what has passed of this one, so it is compared with the same duration directly before it.';

export const OTHER_BUCKETS_NOTE = `${MISSING.history}: the query service divided time into other periods.`;

export const NO_EARLIER_PERIODS_NOTE =
  'There are no earlier periods to show: the query has several intervals, or the earlier ones would begin before 1970.';

function formatMoment(ms: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const [date = '', time = ''] = local.toString({ smallestUnit: 'minute' }).split('T');
  return time === '00:00' ? date : `${date} ${time}`;
}
