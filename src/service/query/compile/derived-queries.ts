// A step of `compile`: a funnel, retention or experiment becomes a groupBy that counts users in several sets.
// A funnel of two steps counts the users of step 1, and those of the steps 1 and 2.
import { Temporal } from 'temporal-polyfill';
import { formatInterval, zoneOf } from '../../../tql/absolute-intervals.ts';
import {
  COMPONENTS,
  type Component,
  durationOf,
  parseAbsoluteInterval,
  startOfUnit,
  type TimeRange,
  toZoned,
} from '../../../tql/interval.ts';
import type { Filter } from '../../../tql/filter.ts';
import type { PostAggregation } from '../../../tql/post-aggregation.ts';
import type { RunQuery } from '../../../tql/run-query.ts';
import { access, during, joined, not, or, selector, setOf, sizeOf, usersWith } from '../../../tql/write.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';
import { resolveInterval } from './intervals.ts';

/** Turns a funnel, retention or experiment into the groupBy that it stands for. */
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

/** Limits the steps, because each is an intersection of all steps before it. */
export const STEP_LIMIT = 100;

type Funnel = Extract<RunQuery, { readonly queryType: 'funnel' }>;

/**
 * Counts the users who were at a step and at all steps before it, in any order of time. A step without a
 * filter has all events that any other step matches. The rows also have the number of users of each single
 * step.
 */
function expandFunnel({ steps, ...otherKeys }: Funnel): PlainQuery {
  if (steps.length > STEP_LIMIT)
    throw new QueryError('steps', `has ${steps.length} steps; at most ${STEP_LIMIT} are allowed`);
  const filters = steps.map(({ filter }) => filter).filter((filter) => filter !== undefined);
  const ofAnyStep = filters.length === 0 ? null : or(...filters);
  const filter = joined('and', [otherKeys.filter, ofAnyStep]);
  const sketches = steps.map((step, index) =>
    usersWith(`_funnel_step_${index}`, step.filter ?? MATCH_EVERYTHING),
  );
  const names = sketches.map((sketch) => sketch.name);
  return {
    ...otherKeys,
    queryType: 'groupBy',
    ...(filter !== null && { filter }),
    aggregations: sketches,
    postAggregations: steps.map(({ name }, index) =>
      countUsersInAll(`${index}_${name}`, names.slice(0, index + 1)),
    ),
  };
}

type Retention = Extract<RunQuery, { readonly queryType: 'retention' }>;
type PeriodUnit = Exclude<Component, 'hour'>;

/** Limits the periods, because each pair of them is an output: 200 periods make 20,100. */
export const PERIOD_LIMIT = 200;

/**
 * Counts the users of each period who came back in each later period. The periods are those that the first
 * interval overlaps.
 */
function expandRetention(query: Retention, nowMs: number): PlainQuery {
  const timeZone = zoneOf(query);
  const granularity = query.granularity ?? 'month';
  const unit = COMPONENTS.find((each) => each === granularity);
  if (unit === undefined || unit === 'hour')
    throw new QueryError(
      'granularity',
      'is not supported: the granularity of a retention is day, week, month, quarter or year',
    );
  const periods = retentionPeriods(firstInterval(query, nowMs, timeZone), unit, timeZone);
  const periodsByName = new Map(periods.map((period) => [periodName(period, timeZone), period]));
  const names = [...periodsByName.keys()];
  return {
    ...query,
    queryType: 'groupBy',
    granularity: 'all',
    aggregations: [...periodsByName].map(([name, period]) =>
      usersWith(`_${name}`, during(formatInterval(period))),
    ),
    postAggregations: names.flatMap((row, index) =>
      names
        .slice(index)
        .map((column) => countUsersInAll(`retention_${row}_${column}`, [`_${row}`, `_${column}`])),
    ),
  };
}

/**
 * The interval of a retention. As in the reference (TelemetryDeck's compiler), absolute intervals win over
 * relative ones, and only the first one counts.
 */
function firstInterval(query: Retention, nowMs: number, timeZone: string): TimeRange {
  const absolute = query.intervals?.[0];
  const parsed = absolute === undefined ? null : parseAbsoluteInterval(absolute);
  if (parsed !== null) return parsed;
  const relative = query.relativeIntervals?.[0];
  if (relative === undefined) throw new QueryError('relativeIntervals', 'is missing');
  const { startMs, endMs } = resolveInterval(relative, nowMs, timeZone, 'relativeIntervals[0]');
  // In the reference a unit ends with its last second, and units are counted up to there.
  return { startMs, endMs: relative.endDate.position === 'end' ? endMs - 1000 : endMs };
}

/**
 * The unit that contains the beginning of the interval, and one more for each whole unit between beginning
 * and end.
 */
function retentionPeriods(range: TimeRange, unit: PeriodUnit, timeZone: string): TimeRange[] {
  const begin = toZoned(range.startMs, timeZone);
  const end = toZoned(range.endMs, timeZone);
  const periods: TimeRange[] = [];
  for (let count = 0; ; count++) {
    const periodStart = begin.add(durationOf(unit, count));
    if (Temporal.ZonedDateTime.compare(periodStart, end) > 0) break;
    if (periods.length === PERIOD_LIMIT)
      throw new QueryError('granularity', `makes more than ${PERIOD_LIMIT} periods`);
    const now = periodStart.epochMilliseconds;
    periods.push({
      startMs: startOfUnit(unit, 0, now, timeZone),
      endMs: startOfUnit(unit, 1, now, timeZone),
    });
  }
  if (periods.length < 2)
    throw new QueryError('granularity', `is ${unit}, which does not fit twice into the interval`);
  return periods;
}

/** The dates of the first and the last second, in the time zone; the reference uses UTC. */
function periodName({ startMs, endMs }: TimeRange, timeZone: string): string {
  return `${formatDate(startMs, timeZone)}_${formatDate(endMs - 1000, timeZone)}`;
}

function formatDate(epochMs: number, timeZone: string): string {
  return toZoned(epochMs, timeZone).toPlainDate().toString();
}

type Experiment = Extract<RunQuery, { readonly queryType: 'experiment' }>;

/**
 * Counts two cohorts of users and the successful ones among them, and tests whether their success rates
 * differ by chance.
 */
function expandExperiment({ sample1, sample2, successCriterion, ...otherKeys }: Experiment): PlainQuery {
  const [first = MATCH_EVERYTHING, second = MATCH_EVERYTHING] = [sample1.filter, sample2.filter];
  return {
    ...otherKeys,
    queryType: 'groupBy',
    aggregations: [
      usersWith('cohort_1', first),
      usersWith('cohort_2', second),
      usersWith('success', successCriterion.filter ?? MATCH_EVERYTHING),
      usersWith('users', or(first, second)),
    ],
    postAggregations: [
      countUsersInAll('cohort_1_success', ['cohort_1', 'success']),
      countUsersInAll('cohort_2_success', ['cohort_2', 'success']),
      {
        type: 'zscore2sample',
        name: 'zscore',
        sample1Size: { type: 'finalizingFieldAccess', fieldName: 'cohort_1' },
        successCount1: { type: 'fieldAccess', fieldName: 'cohort_1_success' },
        sample2Size: { type: 'finalizingFieldAccess', fieldName: 'cohort_2' },
        successCount2: { type: 'fieldAccess', fieldName: 'cohort_2_success' },
      },
      { type: 'pvalue2tailedZtest', name: 'pvalue', zScore: { type: 'fieldAccess', fieldName: 'zscore' } },
    ],
  };
}

/** Counts the users who are in all of the named sketches. */
function countUsersInAll(name: string, sketches: readonly string[]): PostAggregation {
  const [first = '', ...others] = new Set(sketches);
  const [set, sets] = [access(first), others.map(access)];
  return sizeOf(name, sets.length === 0 ? set : setOf('INTERSECT', set, ...sets));
}

/** The filter that the reference uses instead of none: no app has the id 0. */
const MATCH_EVERYTHING: Filter = not(selector('appID', '0'));
