import { Temporal } from 'temporal-polyfill';
import type { Table } from '../tables/table.ts';
import type { TimeRange } from '../tql/interval.ts';

/** What a reader should know of a table whose first bucket does not begin where the period does; no sentence where it does. */
export function bucketNotes(table: Table, { startMs }: TimeRange, timeZone: string): string[] {
  const { firstBucketMs } = table;
  if (firstBucketMs === null || firstBucketMs === startMs) return [];
  const [first, start] = [formatMoment(firstBucketMs, timeZone), formatMoment(startMs, timeZone)];
  if (table.queryType !== 'timeseries') {
    const advice = 'the query service may count days in another time zone.';
    return [`The answer begins at ${first}, the period asked for at ${start} (${timeZone}): ${advice}`];
  }
  const isBefore = firstBucketMs < startMs;
  const words = isBefore ? 'before the period does' : 'after the period does';
  const why = isBefore
    ? 'only what lies within the period is counted in it.'
    : 'there is nothing earlier, or the query service counts in another time zone.';
  return [`The first row begins at ${first}, ${words} (${start}, ${timeZone}): ${why}`];
}

const PARTS = 3;

/** Of a period that is made of parts with time between them, which these are; no sentence where they leave no gap. */
export function gapNotes(ranges: readonly TimeRange[], timeZone: string): string[] {
  const parts = ranges.toSorted((one, other) => one.startMs - other.startMs);
  const isApart = ({ startMs }: TimeRange, i: number): boolean =>
    i > 0 && parts.slice(0, i).every(({ endMs }) => endMs < startMs);
  if (!parts.some(isApart)) return [];
  const texts = parts.map(
    ({ startMs, endMs }) => `${formatMoment(startMs, timeZone)} to ${formatMoment(endMs, timeZone)}`,
  );
  const more = texts.length > PARTS ? ` and ${texts.length - PARTS} more` : '';
  const shown = texts.slice(0, PARTS).join(', ');
  return [`Only parts of the period are counted, their ends not included: ${shown}${more} (${timeZone}).`];
}

/** There is no comparison: the insight's rows have no counterpart. Of a scan nobody expects one. */
export function noCounterpartNotes(queryType: string): string[] {
  const why = NO_COUNTERPART.get(queryType);
  return why === undefined ? [] : [`Not compared with an earlier period: ${why}`];
}

/** There are no earlier periods, for the same reason; said where the sentence above is not, as nothing is compared. */
export function noEarlierNotes(queryType: string): string[] {
  const why = NO_COUNTERPART.get(queryType);
  return why === undefined ? [] : [`Earlier periods are not shown: ${why}`];
}

const NO_COUNTERPART: ReadonlyMap<string, string> = new Map([
  ['retention', 'the cohorts, one below the other, are the comparison.'],
  ['experiment', 'its variants are compared with each other.'],
]);

/** There is no comparison: its query failed. */
export function comparisonNote(error: Error): string {
  return `The numbers are compared with nothing: ${error.message}`;
}

/** There is no comparison: no period lies before. */
export function nothingBeforeNote(): string {
  return 'The numbers are compared with nothing: the period lies in the future, or what lies before it before 1970.';
}

/** The comparison's total could not be had. */
export function earlierTotalNote(error: Error): string {
  return `The earlier total is not known: ${error.message}`;
}

/** The earlier periods could not be had. */
export function historyNote(error: Error): string {
  return `The values of earlier periods are not known: ${error.message}`;
}

/** The service divided time otherwise than it was asked to. */
export function otherBucketsNote(): string {
  return 'The values of earlier periods are not known: the query service began its periods at other times than asked for.';
}

/** There are no earlier periods that could be asked for. */
export function noHistoryNote(): string {
  return 'There are no earlier periods to show: the query asks about several intervals, or the time before it lies before 1970.';
}

/** The total of a table could not be had; its rows are none the worse for it. */
export function totalNote(error: Error): string {
  return `The total is not known, and so no shares are: ${error.message}`;
}

function formatMoment(ms: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const [date = '', time = ''] = local.toString({ smallestUnit: 'minute' }).split('T');
  return time === '00:00' ? date : `${date} ${time}`;
}
