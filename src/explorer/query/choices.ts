import type { JsonObject } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';

/** What kinds of questions can be chosen. */
export const KINDS = ['top', 'trend', 'funnel', 'retention', 'versions'] as const;
export type Kind = (typeof KINDS)[number];

/** What can be counted; a sum and a mean are of a column's numbers. */
export const COUNTED = ['users', 'events', 'sum', 'mean'] as const;
export type Counted = (typeof COUNTED)[number];

/** The steps of time that a trend or a retention can have. */
export const STEPS_OF_TIME = ['hour', 'day', 'week', 'month'] as const;
export type StepOfTime = (typeof STEPS_OF_TIME)[number];

/** A filter: a column has a value, or has not. A null value is a missing one. */
export interface Condition {
  readonly column: string;
  readonly value: string | null;
  readonly isNot: boolean;
}

/** A query as it is chosen on the page. What a kind does not use is kept for when another one is chosen. */
export interface Choices {
  readonly kind: Kind;
  readonly counted: Counted;
  /** The column whose numbers are added. */
  readonly valueColumn: string;
  /** The column whose values become rows. */
  readonly by: string;
  /** How many rows. */
  readonly top: number;
  readonly every: StepOfTime;
  /** How many days. */
  readonly days: number;
  /** Whether the running day counts too. */
  readonly withToday: boolean;
  readonly conditions: readonly Condition[];
  /** The event types that a funnel goes through. */
  readonly steps: readonly string[];
}

/** What the page begins with. */
export const FIRST_CHOICES: Choices = {
  kind: 'trend',
  counted: 'users',
  valueColumn: 'floatValue',
  by: 'type',
  top: 10,
  every: 'day',
  days: 28,
  withToday: false,
  conditions: [],
  steps: [],
};

/** A table of versions shows every one of them. */
const EVERY_VERSION = 1000;

/** Writes the query of what was chosen. */
export function writeQuery(choices: Choices): Query {
  const { kind, by, every, steps } = choices;
  const common = { ...filterOf(choices.conditions), relativeIntervals: [intervalOf(choices)] };
  switch (kind) {
    case 'top':
      return { ...ranking(by, choices.top, aggregationOf(choices)), ...common };
    case 'versions':
      return { ...ranking(by, EVERY_VERSION, USERS), ...common };
    case 'trend':
      return { queryType: 'timeseries', granularity: every, aggregations: [aggregationOf(choices)], ...common };
    case 'funnel':
      return {
        queryType: 'funnel',
        granularity: 'all',
        steps: steps.map((type) => ({ name: type, filter: selector('type', type) })),
        ...common,
      };
    case 'retention':
      return { queryType: 'retention', granularity: every === 'hour' ? 'day' : every, ...common };
  }
}

/** An aggregation with the name of its output. */
type Named = Readonly<Record<'type' | 'name', string>> & { readonly fieldName?: string };

const USERS: Named = { type: 'userCount', name: 'Users' };

function aggregationOf({ counted, valueColumn }: Choices): Named {
  switch (counted) {
    case 'users':
      return USERS;
    case 'events':
      return { type: 'eventCount', name: 'Events' };
    case 'sum':
      return { type: 'doubleSum', name: `Sum of ${valueColumn}`, fieldName: valueColumn };
    case 'mean':
      return { type: 'doubleMean', name: `Mean of ${valueColumn}`, fieldName: valueColumn };
  }
}

function ranking(by: string, threshold: number, aggregation: Named): Query {
  return {
    queryType: 'topN',
    granularity: 'all',
    dimension: { type: 'default', dimension: by, outputName: by },
    aggregations: [aggregation],
    metric: { type: 'numeric', metric: aggregation.name },
    threshold,
  };
}

function intervalOf({ days, withToday }: Choices) {
  const last = withToday ? 0 : -1;
  return {
    beginningDate: { component: 'day', offset: last + 1 - days, position: 'beginning' },
    endDate: { component: 'day', offset: last, position: 'end' },
  } as const;
}

function selector(dimension: string, value: string | null) {
  return value === null
    ? ({ type: 'null', column: dimension } as const)
    : ({ type: 'selector', dimension, value } as const);
}

function filterOf(conditions: readonly Condition[]): { readonly filter?: JsonObject } {
  const fields = conditions.map(({ column, value, isNot }) =>
    isNot ? { type: 'not' as const, field: selector(column, value) } : selector(column, value),
  );
  const [only] = fields;
  if (only === undefined) return {};
  return { filter: fields.length === 1 ? only : { type: 'and', fields } };
}
