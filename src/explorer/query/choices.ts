// A query as it is chosen in the form of the page "Ask", and the query that it writes. read-choices.ts goes
// the other way.
import type { JsonObject } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryAggregation, QueryFilter } from '../../tql/query-parts.ts';
import type { ResultValue } from '../../tql/result.ts';
import { isMissing, joined, not, ranking, selector } from '../../tql/write.ts';
import { wholeUnits } from '../../tql/time/interval.ts';

/** What kinds of questions can be chosen. */
export const KINDS = ['top', 'trend', 'funnel', 'retention', 'versions', 'release'] as const;
export type Kind = (typeof KINDS)[number];

/** A kind whose query may also be one of another kind; null for all others. */
export type SpecialKind = 'versions' | 'release' | null;

export function specialKind(kind: Kind | undefined): SpecialKind {
  return kind === 'versions' || kind === 'release' ? kind : null;
}

/** What can be counted; a sum and a mean are of a column's numbers. */
export const MEASURES = ['users', 'events', 'sum', 'mean'] as const;
export type Measure = (typeof MEASURES)[number];

/** The steps of time that a trend can have. A retention's cohorts are never by the hour, but by the day. */
export const STEPS_OF_TIME = ['hour', 'day', 'week', 'month'] as const;
type StepOfTime = (typeof STEPS_OF_TIME)[number];

/** A filter: a column has a value, or has not. A null value is a missing one. */
export interface Condition {
  readonly column: string;
  readonly value: string | null;
  readonly isNot: boolean;
}

/** A value of an event as conditions and lists have it: a number or a list becomes its text. */
export function textOfValue(value: ResultValue): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** A query as it is chosen on the page. What a kind does not use is kept for when another one is chosen. */
export interface Choices {
  readonly kind: Kind;
  readonly counted: Measure;
  /** The column whose numbers are added. */
  readonly valueColumn: string;
  /** The column whose values become rows. */
  readonly by: string;
  /** How many rows. */
  readonly top: number;
  readonly every: StepOfTime;
  /** The column that a trend is split by, a line for each value; empty for none. */
  readonly split: string;
  /** How many days. */
  readonly days: number;
  /** Whether the running day counts too. */
  readonly withToday: boolean;
  /** The IANA zone in which days begin. Cohorts of a retention begin in UTC. */
  readonly zone: string;
  readonly conditions: readonly Condition[];
  /** The event types that a funnel goes through. */
  readonly steps: readonly string[];
  /** What a query calls its outputs, by the names that they have here. */
  readonly names: Readonly<Record<string, string>>;
}

/** What the page begins with. */
export const FIRST_CHOICES: Choices = {
  kind: 'trend',
  counted: 'users',
  valueColumn: 'floatValue',
  by: 'type',
  top: 10,
  every: 'day',
  split: '',
  days: 28,
  withToday: false,
  zone: 'UTC',
  conditions: [],
  steps: [],
  names: {},
};

/** A table of versions shows every one of them. */
const EVERY_VERSION = 1000;

/** How many values a split counts in each step of time: more than lines, so that no line has gaps. */
const SPLIT_VALUES = 50;

/** Writes the query of what was chosen. */
export function writeQuery(choices: Choices): Query {
  const { kind, steps, every, zone } = choices;
  // A retention has no cohorts by the hour.
  const cohort = every === 'hour' ? 'day' : every;
  const interval = intervalOf(choices, kind === 'retention' ? cohort : 'day');
  const isInUtc = zone === 'UTC' || kind === 'retention';
  const context = isInUtc ? {} : { context: { timezone: zone } };
  const common = { ...filterOf(choices.conditions), relativeIntervals: [interval], ...context };
  switch (kind) {
    case 'top':
      return { ...rankingOf(choices, choices.top), ...common };
    case 'versions':
      return { ...rankingOf(choices, EVERY_VERSION), ...common };
    case 'trend':
      return choices.split === ''
        ? trend(choices, every, common)
        : { ...rankingOf({ ...choices, by: choices.split }, SPLIT_VALUES), granularity: every, ...common };
    // The trend of the bad event, such as crashes: it chooses the users by whom the release is judged.
    case 'release':
      return trend(choices, 'day', common);
    case 'funnel':
      return {
        queryType: 'funnel',
        granularity: 'all',
        steps: steps.map((type) => ({ name: type, filter: selector('type', type) })),
        ...common,
      };
    case 'retention':
      return { queryType: 'retention', granularity: cohort, ...common };
  }
}

/** An aggregation with the name of its output. */
type Named = QueryAggregation & { readonly name: string };

/** What is counted, under the name that it has here. */
export function aggregationOf({ kind, counted, valueColumn }: Omit<Choices, 'names'>): Named {
  switch (specialKind(kind) === null ? counted : 'users') {
    case 'users':
      return { type: 'userCount', name: 'Users' };
    case 'events':
      return { type: 'eventCount', name: 'Events' };
    case 'sum':
      return { type: 'doubleSum', name: `Sum of ${valueColumn}`, fieldName: valueColumn };
    case 'mean':
      return { type: 'doubleMean', name: `Mean of ${valueColumn}`, fieldName: valueColumn };
  }
}

/** What a query calls an output. */
export function nameOf({ names }: Pick<Choices, 'names'>, output: string): string {
  return (Object.hasOwn(names, output) ? names[output] : undefined) ?? output;
}

function renamed(choices: Choices): Named {
  const aggregation = aggregationOf(choices);
  return { ...aggregation, name: nameOf(choices, aggregation.name) };
}

function trend(choices: Choices, granularity: StepOfTime, common: object): Query {
  return { queryType: 'timeseries', granularity, aggregations: [renamed(choices)], ...common };
}

function rankingOf(choices: Choices, threshold: number): Query {
  return ranking(choices.by, [renamed(choices)], threshold, nameOf(choices, choices.by));
}

/**
 * The last days, or the whole steps of time that hold them: a cohort of a part of a week would look smaller
 * than it is.
 */
function intervalOf({ days, withToday }: Choices, step: StepOfTime) {
  const last = withToday ? 0 : -1;
  return wholeUnits(step, last + 1 - periodsOf(days, step), last);
}

/** A saved query with its own period: that of the choices if it has none. */
export function withPeriod(query: JsonObject, choices: Choices): JsonObject {
  if (query['relativeIntervals'] != null || query['intervals'] != null) return query;
  const every = STEPS_OF_TIME.find((step) => step === query['granularity']) ?? 'week';
  const step = query['queryType'] === 'retention' ? every : 'day';
  return { ...query, relativeIntervals: [intervalOf(choices, step)] };
}

/** How many days a step of time has, at most. An hour counts as a day, since periods are whole days. */
export const DAYS_OF = { hour: 1, day: 1, week: 7, month: 31 } as const satisfies Record<StepOfTime, number>;

/** How many whole periods hold some days. */
export function periodsOf(days: number, every: StepOfTime): number {
  return Math.ceil(days / DAYS_OF[every]);
}

/** The filter of conditions; nothing without any. */
export function filterOf(conditions: readonly Condition[]): Pick<Query, 'filter'> {
  const fields = conditions.map(({ column, value, isNot }): QueryFilter => {
    const has = value === null ? isMissing(column) : selector(column, value);
    return isNot ? not(has) : has;
  });
  const filter = joined('and', fields);
  return filter === null ? {} : { filter };
}
