import { Temporal } from 'temporal-polyfill';
import { makeVisible } from '../../text/visible.ts';
import type { ReportedInsight, ResultsRow } from '../../results.ts';
import { isAdditive, outputKind, outputUnit } from '../../tables/aggregations.ts';
import { isOneBucket, pointValue } from '../../tables/companion-queries.ts';
import { sumOf, toNumber } from '../../tables/table.ts';
import { hasTotal } from '../../tables/total.ts';
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { TableFunction } from '../expression/language.ts';
import {
  changeBetween,
  exactNumber,
  type NumberRange,
  rangeBetween,
  UnknownError,
} from '../expression/number-range.ts';
import {
  type Evidence,
  extraQueryFor,
  findAnswer,
  mayMissRows,
  NOT_COMPARED,
  type WhichPeriod,
  whyRowsMayBeMissing,
} from './evidence.ts';

/** A number of the whole table, for an output; null counts rows, whatever they hold. */
export function tableNumber(evidence: Evidence, number: TableFunction, output: string | null): NumberRange {
  const name = output ?? '';
  switch (number) {
    case 'total':
      return totalOf(evidence, name);
    case 'previousTotal':
      return previousTotalOf(evidence, name);
    case 'totalChange': {
      const [now, before] = [totalOf(evidence, name), previousTotalOf(evidence, name)];
      if (before.exact === 0)
        throw new UnknownError('the total was zero in the earlier period: there is no change against nothing');
      return changeBetween(now, before);
    }
    case 'count':
      return countOf(evidence.insight, output);
    case 'first':
      return bucketOf(evidence, name, 0);
    case 'last':
      return bucketOf(evidence, name, -1);
  }
}

/** Whether an output counts something, so that nothing is zero. */
export function isCount(insight: ReportedInsight, output: string): boolean {
  if (output === insight.metric && insight.unit !== 'other') return true;
  return outputUnit(insight.query, output) !== 'other';
}

function totalOf(evidence: Evidence, output: string): NumberRange {
  const { insight } = evidence;
  if (output === insight.metric && insight.total !== null) return exactNumber(insight.total);
  const whole = wholeRow(insight);
  if (whole !== null) return bucketValue(insight, whole, output);
  if (output !== insight.metric && isAdditive(insight.query, output) && !mayMissRows(insight)) {
    const sum = sumOf(insight.rows.map((row) => row.values[output]));
    if (sum !== null) return exactNumber(sum);
  }
  return askedTotal(evidence, 'now', output);
}

function previousTotalOf(evidence: Evidence, output: string): NumberRange {
  const { insight } = evidence;
  if (insight.compare === null) throw new UnknownError(NOT_COMPARED);
  if (output === insight.metric && insight.previousTotal !== null) return exactNumber(insight.previousTotal);
  const whole = wholeRow(insight);
  if (whole !== null && output === insight.metric && whole.previous !== null) return exactNumber(whole.previous);
  return askedTotal(evidence, 'before', output);
}

/** A timeseries of one bucket is its own whole, whatever it counts. */
export function wholeRow(insight: ReportedInsight): ResultsRow | null {
  const { queryType, query, rows } = insight;
  const isWhole = queryType === 'timeseries' && rows.length === 1 && isOneBucket(query['granularity']);
  return isWhole ? (rows[0] ?? null) : null;
}

function askedTotal(evidence: Evidence, when: WhichPeriod, output: string): NumberRange {
  const { insight } = evidence;
  const isBefore = when === 'before';
  if (!isTotalled(insight, output)) throw new UnknownError(`"${makeVisible(output)}" has no total: it does not add up`);
  const query = extraQueryFor(insight, null, when);
  const answer = typeof query === 'string' ? query : findAnswer(evidence, query);
  const what = isBefore ? 'the earlier total' : 'the true total';
  if (typeof answer === 'string') throw new UnknownError(`${what} is not known: ${answer}`);
  const value = pointValue(answer, output);
  if (value !== null) return exactNumber(value);
  if (isCount(insight, output)) return exactNumber(0);
  throw new UnknownError(`${what} is not known: nothing was counted`);
}

/** Whether the whole of an output means anything (interface, section 4). */
export function isTotalled(insight: ReportedInsight, output: string): boolean {
  if (wholeRow(insight) !== null) return true;
  return hasTotal(insight) && outputKind(insight.query, output) !== 'other';
}

function countOf(insight: ReportedInsight, output: string | null): NumberRange {
  const count = insight.rows.filter((row) => output === null || toNumber(row.values[output]) !== null).length;
  return mayMissRows(insight) ? rangeBetween(count, Infinity, whyRowsMayBeMissing(insight)) : exactNumber(count);
}

function bucketOf({ insight, nowMs }: Evidence, output: string, place: 0 | -1): NumberRange {
  if (insight.queryType !== 'timeseries') {
    throw new UnknownError(`only a timeseries has a first and a last bucket, and this is a ${insight.queryType}`);
  }
  const row = completeBuckets(insight, nowMs).at(place);
  if (row === undefined) throw new UnknownError('no bucket of the period is complete yet');
  return bucketValue(insight, row, output);
}

function bucketValue(insight: ReportedInsight, row: ResultsRow, output: string): NumberRange {
  const value = output === insight.metric ? row.value : toNumber(row.values[output]);
  if (value !== null) return exactNumber(value);
  if (isCount(insight, output)) return exactNumber(0);
  throw new UnknownError(`the bucket of ${makeVisible(row.key)} has no value`);
}

/** The rows of a timeseries whose buckets lie whole within its period and are over, in the order of time. */
function completeBuckets(insight: ReportedInsight, nowMs: number): readonly ResultsRow[] {
  const [fromMs, untilMs] = [Date.parse(insight.interval.start), Math.min(Date.parse(insight.interval.end), nowMs)];
  const dated = insight.rows.map((row) => ({ row, startMs: Date.parse(row.key) }));
  return dated
    .filter(({ startMs }) => startMs >= fromMs)
    .filter(({ startMs }) => bucketEnd(startMs, insight.query['granularity'], insight.timezone, untilMs) <= untilMs)
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ row }) => row);
}

const BUCKET_LENGTHS: Readonly<Record<string, Temporal.DurationLike>> = {
  second: { seconds: 1 },
  minute: { minutes: 1 },
  fifteen_minute: { minutes: 15 },
  thirty_minute: { minutes: 30 },
  hour: { hours: 1 },
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/** The end of a bucket; that of one which is all of the period is the period's. */
function bucketEnd(startMs: number, granularity: Json | undefined, zone: string, untilMs: number): number {
  if (isJsonObject(granularity) && typeof granularity['duration'] === 'number')
    return startMs + granularity['duration'];
  const length = bucketLength(granularity);
  if (length === null) return untilMs;
  const inZone =
    isJsonObject(granularity) && typeof granularity['timeZone'] === 'string' ? granularity['timeZone'] : zone;
  return Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(inZone).add(length).epochMilliseconds;
}

function bucketLength(granularity: Json | undefined): Temporal.DurationLike | null {
  if (isJsonObject(granularity) && typeof granularity['period'] === 'string') {
    return Temporal.Duration.from(granularity['period']);
  }
  const name = isJsonObject(granularity) ? granularity['type'] : granularity;
  return (typeof name === 'string' ? BUCKET_LENGTHS[name.toLowerCase()] : undefined) ?? null;
}
