// Reads a typed query as choices, so that the form of the page "Ask" shows it; choices.ts goes the other way.
import { relativeIntervalsOf, zoneOf } from '../../tql/time/query-intervals.ts';
import { canonical } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryAggregation, QueryFilter } from '../../tql/query-parts.ts';
import {
  aggregationOf,
  type Choices,
  type Condition,
  DAYS_OF,
  type Kind,
  KINDS,
  nameOf,
  periodsOf,
  STEPS_OF_TIME,
  writeQuery,
} from './choices.ts';

/**
 * The choices that a query is written from; null if choosing cannot express it. `before`, the earlier
 * choices, say what the query does not: what its kind does not use, and whether it is of a special kind.
 */
export function readChoices(query: Query, before: Choices): Choices | null {
  const queryText = canonical(query);
  for (const kind of [before.kind, ...KINDS]) {
    const choices = guess(query, kind, before);
    // What was guessed counts only if it writes the same query again.
    if (choices !== null && canonical(writeQuery(choices)) === queryText) return choices;
  }
  return null;
}

/** The choices of a kind that may write a query; what the kind does not use is as before. */
function guess(query: Query, kind: Kind, before: Choices): Choices | null {
  const conditions = readConditions(query.filter);
  const period = readDays(query);
  if (conditions === null || period === null) return null;
  const every = STEPS_OF_TIME.find((step) => step === query.granularity) ?? before.every;
  const common = { ...before, kind, conditions, every, ...period, zone: zoneOf(query) };
  const choices = { ...common, ...readOfKind(query, common, before) };
  const column = columnOf(query);
  const names = withName(before.names, aggregationOf(choices).name, firstAggregation(query)?.name);
  return { ...choices, names: withName(names, column?.dimension ?? '', column?.outputName) };
}

/** What only queries of a kind say. */
function readOfKind(query: Query, { kind, every, days }: Choices, before: Choices): Partial<Choices> {
  const column = columnOf(query)?.dimension;
  switch (kind) {
    case 'top':
      return { ...readCounted(query), by: column ?? before.by, top: readTop(query) ?? before.top };
    case 'versions':
      return { by: column ?? before.by };
    case 'trend':
      return { ...readCounted(query), split: column ?? '' };
    case 'funnel':
      return {
        steps: query.queryType === 'funnel' ? (query.steps ?? []).flatMap(({ name }) => name ?? []) : [],
      };
    case 'retention': {
      // It is over whole periods that hold the days, which may be fewer.
      const isSame = periodsOf(before.days, every) === periodsOf(days, every);
      return { zone: before.zone, days: isSame ? before.days : days };
    }
    case 'release':
      return {};
  }
}

function readTop(query: Query): number | null {
  return query.queryType === 'topN' && typeof query.threshold === 'number' ? query.threshold : null;
}

/** The names with that of an output, if the query gives it another one. */
function withName(
  names: Choices['names'],
  output: string,
  name: string | null | undefined,
): Choices['names'] {
  return name == null || name === nameOf({ names }, output) ? names : { ...names, [output]: name };
}

/** The column whose values become rows, as the query's dimension. */
function columnOf(query: Query) {
  return query.queryType === 'topN' && typeof query.dimension === 'object' ? query.dimension : null;
}

function firstAggregation(query: Query): QueryAggregation | undefined {
  return 'aggregations' in query ? query.aggregations?.[0] : undefined;
}

function readCounted(query: Query): Partial<Pick<Choices, 'counted' | 'valueColumn'>> {
  const aggregation = firstAggregation(query);
  const valueColumn = aggregation?.fieldName ?? null;
  switch (aggregation?.type) {
    case 'userCount':
      return { counted: 'users' };
    case 'eventCount':
      return { counted: 'events' };
    case 'doubleSum':
      return valueColumn === null ? {} : { counted: 'sum', valueColumn };
    case 'doubleMean':
      return valueColumn === null ? {} : { counted: 'mean', valueColumn };
    default:
      return {};
  }
}

function readDays(query: Query): Pick<Choices, 'days' | 'withToday'> | null {
  const [first] = relativeIntervalsOf(query);
  if (first === undefined) return null;
  const { beginningDate: begin, endDate: end } = first;
  if (end.offset < begin.offset) return null;
  const step = STEPS_OF_TIME.find((each) => each === begin.component) ?? 'day';
  return { days: (end.offset + 1 - begin.offset) * DAYS_OF[step], withToday: end.offset === 0 };
}

function readConditions(filter: QueryFilter | null | undefined): readonly Condition[] | null {
  if (filter == null) return [];
  const fields = filter.type === 'and' ? (filter.fields ?? []) : [filter];
  const conditions = fields.map((field) =>
    field.type === 'not' ? readCondition(field.field ?? {}, true) : readCondition(field, false),
  );
  return conditions.every((condition) => condition !== null) ? conditions : null;
}

/** `{"type": "selector", "dimension": "country", "value": "DE"}`, or a value that is missing. */
function readCondition({ type, dimension, value, column }: QueryFilter, isNot: boolean): Condition | null {
  if (type === 'null' && typeof column === 'string') return { column, value: null, isNot };
  return type === 'selector' && typeof dimension === 'string' && typeof value === 'string'
    ? { column: dimension, value, isNot }
    : null;
}
