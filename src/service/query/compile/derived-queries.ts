import { Temporal } from 'temporal-polyfill';
import type { Aggregation } from '../../../tql/aggregation.ts';
import { type Component, parseAbsoluteInterval, startOfUnit, type TimeRange } from '../../../tql/interval.ts';
import type { Filter } from '../../../tql/filter.ts';
import type { PostAggregation } from '../../../tql/post-aggregation.ts';
import type { RunQuery } from '../../../tql/query.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';
import { andFilters } from './filters.ts';
import { formatInterval, resolveInterval } from './intervals.ts';

/** Turns the query types that TQL derives from groupBy into groupBy. */
export function expandDerivedQuery(query: RunQuery, nowMs: number): PlainQuery {
  switch (query.queryType) {
    case 'funnel':
      return expandFunnel(query);
    case 'retention':
      return expandRetention(query, nowMs);
    case 'experiment':
      return expandExperiment(query);
    default:
      return query;
  }
}

/** Each step is an intersection of all before it. */
const STEP_LIMIT = 100;

type Funnel = Extract<RunQuery, { readonly queryType: 'funnel' }>;

/**
 * How many users were at a step and at every one before it, in whatever order of time. A step without a filter is
 * everything that some other step matches. Each step's own number stays in the rows beside it.
 */
function expandFunnel({ steps, ...rest }: Funnel): PlainQuery {
  if (steps.length > STEP_LIMIT)
    throw new QueryError('steps', `holds ${steps.length} steps; at most ${STEP_LIMIT} are taken`);
  const filters = steps.flatMap(({ filter }): Filter[] => (filter === undefined ? [] : [filter]));
  const anyStep: Filter | null = filters.length === 0 ? null : { type: 'or', fields: filters };
  const sketches = steps.map((_step, index) => `_funnel_step_${index}`);
  return {
    ...rest,
    queryType: 'groupBy',
    ...(anyStep === null ? {} : { filter: andFilters(rest.filter, anyStep) }),
    aggregations: steps.map((step, index) => userSketch(stepSketchName(index), step.filter ?? MATCH_EVERYTHING)),
    postAggregations: steps.map((step, index) =>
      countUsersInAll(`${index}_${step.name}`, [stepSketchName(0), ...sketches.slice(1, index + 1)]),
    ),
  };
}

function stepSketchName(index: number): string {
  return `_funnel_step_${index}`;
}

type Retention = Extract<RunQuery, { readonly queryType: 'retention' }>;
type PeriodUnit = Exclude<Component, 'hour'>;

const PERIOD_UNITS: ReadonlySet<unknown> = new Set<PeriodUnit>(['day', 'week', 'month', 'quarter', 'year']);
/** Each pair of periods is a number of its own: 200 periods make 20,100. */
const PERIOD_LIMIT = 200;

/** How many of one period's users came back in each later one; the periods are those that the first interval touches. */
function expandRetention(query: Retention, nowMs: number): PlainQuery {
  const timeZone = query.context?.timezone ?? 'UTC';
  const unit = query.granularity ?? 'month';
  if (!isPeriodUnit(unit)) {
    throw new QueryError('granularity', 'is not supported: a retention counts by day, week, month, quarter or year');
  }
  const titles = new Map(
    retentionPeriods(firstInterval(query, nowMs, timeZone), unit, timeZone).map((p) => [periodName(p, timeZone), p]),
  );
  const names = [...titles.keys()];
  return {
    ...query,
    queryType: 'groupBy',
    granularity: 'all',
    aggregations: [...titles].map(([name, period]) =>
      userSketch(`_${name}`, { type: 'interval', dimension: '__time', intervals: [formatInterval(period)] }),
    ),
    postAggregations: names.flatMap((row, index) =>
      names.slice(index).map((column) => countUsersInAll(`retention_${row}_${column}`, sketchPair(row, column))),
    ),
  };
}

function isPeriodUnit(granularity: unknown): granularity is PeriodUnit {
  return PERIOD_UNITS.has(granularity);
}

function sketchPair(row: string, column: string): [string, ...string[]] {
  return row === column ? [`_${row}`] : [`_${row}`, `_${column}`];
}

/** The reference looks at absolute intervals before relative ones here, and at the first of them alone. */
function firstInterval(query: Retention, nowMs: number, timeZone: string): TimeRange {
  const absolute = query.intervals?.[0];
  const parsed = absolute === undefined ? null : parseAbsoluteInterval(absolute);
  if (parsed !== null) return parsed;
  const relative = query.relativeIntervals?.[0];
  if (relative === undefined) throw new QueryError('relativeIntervals', 'is missing');
  const { startMs, endMs } = resolveInterval(relative, nowMs, timeZone, 'relativeIntervals[0]');
  // The reference's end of a unit is its last second, and units are counted up to there.
  return { startMs, endMs: relative.endDate.position === 'end' ? endMs - 1000 : endMs };
}

/** The unit that holds the begin of the interval, and one more for each whole unit that fits between begin and end. */
function retentionPeriods(range: TimeRange, unit: PeriodUnit, timeZone: string): TimeRange[] {
  const begin = toZoned(range.startMs, timeZone);
  const end = toZoned(range.endMs, timeZone);
  const found: TimeRange[] = [];
  for (let count = 0; ; count++) {
    const at = begin.add(durationOf(unit, count));
    if (Temporal.ZonedDateTime.compare(at, end) > 0) break;
    if (found.length === PERIOD_LIMIT) throw new QueryError('granularity', `makes more than ${PERIOD_LIMIT} periods`);
    const now = at.epochMilliseconds;
    found.push({ startMs: startOfUnit(unit, 0, now, timeZone), endMs: startOfUnit(unit, 1, now, timeZone) });
  }
  if (found.length < 2) throw new QueryError('granularity', `is ${unit}, which does not fit twice into the interval`);
  return found;
}

function durationOf(unit: PeriodUnit, count: number): Temporal.DurationLike {
  switch (unit) {
    case 'day':
      return { days: count };
    case 'week':
      return { weeks: count };
    case 'month':
      return { months: count };
    case 'quarter':
      return { months: 3 * count };
    case 'year':
      return { years: count };
  }
}

/** The dates of the first and the last second. The reference names them in UTC; here they are those of the zone. */
function periodName({ startMs, endMs }: TimeRange, timeZone: string): string {
  return `${formatDate(startMs, timeZone)}_${formatDate(endMs - 1000, timeZone)}`;
}

function formatDate(epochMs: number, timeZone: string): string {
  return toZoned(epochMs, timeZone).toPlainDate().toString();
}

function toZoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}

type Experiment = Extract<RunQuery, { readonly queryType: 'experiment' }>;

/** Two cohorts of users, how many of each were successful, and how likely chance alone explains the difference. */
function expandExperiment({ sample1, sample2, successCriterion, ...rest }: Experiment): PlainQuery {
  const [first = MATCH_EVERYTHING, second = MATCH_EVERYTHING] = [sample1.filter, sample2.filter];
  return {
    ...rest,
    queryType: 'groupBy',
    aggregations: [
      userSketch('cohort_1', first),
      userSketch('cohort_2', second),
      userSketch('success', successCriterion.filter ?? MATCH_EVERYTHING),
      userSketch('users', { type: 'or', fields: [first, second] }),
    ],
    postAggregations: [
      countUsersInAll('cohort_1_success', ['cohort_1', 'success']),
      countUsersInAll('cohort_2_success', ['cohort_2', 'success']),
      {
        type: 'zscore2sample',
        name: 'zscore',
        sample1Size: finalizedField('cohort_1'),
        successCount1: { type: 'fieldAccess', fieldName: 'cohort_1_success' },
        sample2Size: finalizedField('cohort_2'),
        successCount2: { type: 'fieldAccess', fieldName: 'cohort_2_success' },
      },
      { type: 'pvalue2tailedZtest', name: 'pvalue', zScore: { type: 'fieldAccess', fieldName: 'zscore' } },
    ],
  };
}

function finalizedField(fieldName: string): PostAggregation {
  return { type: 'finalizingFieldAccess', fieldName };
}

/** The users of the events that match a filter, as a sketch. */
function userSketch(name: string, filter: Filter): Aggregation {
  return { type: 'filtered', filter, aggregator: { type: 'thetaSketch', name, fieldName: 'clientUser' } };
}

/** How many users are in all of the named sketches. */
function countUsersInAll(name: string, sketches: readonly [string, ...string[]]): PostAggregation {
  const [first, ...others] = sketches.map((fieldName): PostAggregation => ({ type: 'fieldAccess', fieldName }));
  if (first === undefined || others.length === 0) {
    return { type: 'thetaSketchEstimate', name, field: { type: 'fieldAccess', fieldName: sketches[0] } };
  }
  return {
    type: 'thetaSketchEstimate',
    name,
    field: { type: 'thetaSketchSetOp', func: 'INTERSECT', fields: [first, ...others] },
  };
}

/** The reference's "match everything" in place of a filter that is not there. */
const MATCH_EVERYTHING: Filter = { type: 'not', field: { type: 'selector', dimension: 'appID', value: '0' } };
