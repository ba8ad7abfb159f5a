import { relativeIntervalsOf, zoneOf } from '../../tql/absolute-intervals.ts';
import { canonical } from '../../tql/json.ts';
import type { Query, QueryAggregation, QueryFilter } from '../../tql/query.ts';
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
 * The choices that a query is written from; null if choosing cannot express it. `before` says what the query
 * does not: what its kind does not use, and whether it is of a special kind.
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

function guess(query: Query, kind: Kind, before: Choices): Choices | null {
  const conditions = readConditions(query.filter);
  const days = readDays(query);
  if (conditions === null || days === null) return null;
  const every = STEPS_OF_TIME.find((step) => step === query.granularity) ?? before.every;
  const [counted] = ('aggregations' in query && query.aggregations) || [];
  const counts = kind === 'top' || kind === 'trend' ? readCounted(counted) : {};
  const dimension = rowsOf(query)?.dimension;
  const isSplit = kind === 'trend';
  const by = isSplit ? before.by : (dimension ?? before.by);
  const split = isSplit ? (dimension ?? '') : before.split;
  const top =
    kind === 'top' && query.queryType === 'topN' && typeof query.threshold === 'number'
      ? query.threshold
      : before.top;
  const steps =
    query.queryType === 'funnel' ? (query.steps ?? []).flatMap(({ name }) => name ?? []) : before.steps;
  const zone = kind === 'retention' ? before.zone : zoneOf(query);
  // A retention is over whole periods that hold the days, which may be fewer.
  const isSame = kind === 'retention' && periodsOf(before.days, every) === periodsOf(days.days, every);
  const kept = isSame ? { ...days, days: before.days } : days;
  const read = { ...before, ...counts, ...kept, kind, conditions, by, split, top, every, steps, zone };
  const named = withName(before, aggregationOf(read).name, counted?.name);
  return { ...read, ...withName(named, dimension ?? by, rowsOf(query)?.outputName) };
}

/** The names, and that of an output if the query says it. */
function withName(
  { names }: Pick<Choices, 'names'>,
  output: string,
  name: string | null | undefined,
): Pick<Choices, 'names'> {
  if (name == null || name === nameOf({ names }, output)) return { names };
  return { names: { ...names, [output]: name } };
}

/** The column that becomes rows. */
function rowsOf(query: Query) {
  return query.queryType === 'topN' && typeof query.dimension === 'object' ? query.dimension : null;
}

function readCounted(
  counted: QueryAggregation | undefined,
): Partial<Pick<Choices, 'counted' | 'valueColumn'>> {
  const valueColumn = counted?.fieldName ?? null;
  switch (counted?.type) {
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
  const conditions = fields.map((field) => readCondition(field, false));
  return conditions.every((condition) => condition !== null) ? conditions : null;
}

function readCondition(
  { type, dimension, value, column, field }: QueryFilter,
  isNot: boolean,
): Condition | null {
  if (type === 'not' && !isNot) return field == null ? null : readCondition(field, true);
  if (type === 'null') return typeof column === 'string' ? { column, value: null, isNot } : null;
  if (type !== 'selector' || typeof dimension !== 'string' || typeof value !== 'string') return null;
  return { column: dimension, value, isNot };
}
