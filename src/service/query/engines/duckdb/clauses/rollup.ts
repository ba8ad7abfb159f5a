// Builds the `FROM` of queries that can count events and users from hourly totals (the rollup) instead of
// the events, where a query needs no more than these: far fewer rows. The days that are not rolled up come
// from the events:
//
//   (SELECT "__time", …, "_ir_first" FROM "rollup_1" WHERE …
//   UNION ALL SELECT "__time", …, NULL FROM "events_1" WHERE …)
import { filterColumns } from '../../../../../tql/schema/filter.ts';
import { MS_PER_DAY, MS_PER_HOUR, type TimeRange } from '../../../../../tql/time/interval.ts';
import { CORE_EVENT_COLUMNS, type EventTable } from '../../../../events/columns.ts';
import type { CompiledTimeseries, NativeAggregation } from '../../../compile/compiled-query.ts';
import { type BucketPiece, mergeIntervals } from '../../buckets.ts';
import { identifier, sql } from '../sql/statement.ts';
import { inRangesSql } from './filters.ts';
import { type Source, sourceOf } from './source.ts';

/**
 * The `FROM` of a timeseries: rows of the rollup for the days that it has, and events for other times. Null
 * if the rollup has none of the days, if buckets begin within an hour, or if the query reads columns that
 * the rollup does not have.
 */
export function rollupSource(
  query: CompiledTimeseries,
  table: EventTable,
  buckets: readonly BucketPiece[],
): Source | null {
  const { rolled, others } = divide(mergeIntervals(query.intervals), table.rollup?.ranges ?? []);
  if (table.rollup === undefined || rolled.length === 0) return null;
  if (!buckets.every(areWholeHours) || !readsOnlyRollup(query)) return null;
  const source = sourceOf(query, { name: table.name, columns: COLUMNS });
  const [time, first] = [identifier('__time'), identifier('_ir_first')];
  const columns = sql`"__time", "appID", "isTestMode", "count", "_ir_user"`;
  const hours = sql`SELECT ${columns}, ${first} FROM ${identifier(table.rollup.name)} WHERE ${inRangesSql(time, rolled)}`;
  const events = sql`SELECT ${columns}, NULL FROM ${source.table} WHERE ${inRangesSql(time, others)}`;
  // `_ir_first` is true in the first hour of a user's day, so that the users of a day are counted without
  // comparing them; null for events, of which it is not known. A longer bucket can have several such hours.
  const hasOneDayEach = buckets.length > 0 && buckets.every(areDays);
  return {
    ...source,
    table: others.length === 0 ? sql`(${hours})` : sql`(${hours} UNION ALL ${events})`,
    scope: hasOneDayEach ? { ...source.scope, firstOfUser: first } : source.scope,
  };
}

/** The columns of events that queries may read of the rollup, apart from users; its counts are not all 1. */
const COLUMNS: EventTable['columns'] = new Map(
  ['__time', 'appID', 'isTestMode', 'count'].flatMap((name) => {
    const column = CORE_EVENT_COLUMNS.get(name);
    return column === undefined ? [] : [[name, { ...column, isAlwaysOne: false }]];
  }),
);

function readsOnlyRollup({ virtualColumns = [], filter, aggregations }: CompiledTimeseries): boolean {
  const isCount = (aggregation: NativeAggregation): boolean => {
    if (aggregation.type === 'filtered')
      return filterColumns(aggregation.filter).isSubsetOf(FILTERED) && isCount(aggregation.aggregator);
    if (aggregation.type === 'thetaSketch') return aggregation.fieldName === 'clientUser';
    return aggregation.type === 'longSum' && aggregation.fieldName === 'count';
  };
  return (
    virtualColumns.length === 0 &&
    (filter === undefined || filterColumns(filter).isSubsetOf(FILTERED)) &&
    aggregations.every(isCount)
  );
}

const FILTERED: ReadonlySet<string> = new Set(['appID', 'isTestMode']);

function areWholeHours({ fromMs, stepMs }: BucketPiece): boolean {
  return fromMs % MS_PER_HOUR === 0 && stepMs % MS_PER_HOUR === 0;
}

function areDays({ fromMs, stepMs }: BucketPiece): boolean {
  return fromMs % MS_PER_DAY === 0 && stepMs === MS_PER_DAY;
}

/** Divides ranges into the days that are rolled up, and other times. `rolledUp` is ascending. */
function divide(ranges: readonly TimeRange[], rolledUp: readonly TimeRange[]) {
  const [rolled, others]: [TimeRange[], TimeRange[]] = [[], []];
  for (const range of ranges) {
    let { startMs } = range;
    for (const days of rolledUp.flatMap((each) => daysWithin(range, each))) {
      rolled.push(days);
      if (startMs < days.startMs) others.push({ startMs, endMs: days.startMs });
      startMs = days.endMs;
    }
    if (startMs < range.endMs) others.push({ startMs, endMs: range.endMs });
  }
  return { rolled, others };
}

/** The whole days that two ranges share. */
function daysWithin(range: TimeRange, days: TimeRange): readonly TimeRange[] {
  const startMs = Math.max(Math.ceil(range.startMs / MS_PER_DAY) * MS_PER_DAY, days.startMs);
  const endMs = Math.min(Math.floor(range.endMs / MS_PER_DAY) * MS_PER_DAY, days.endMs);
  return startMs < endMs ? [{ startMs, endMs }] : [];
}
