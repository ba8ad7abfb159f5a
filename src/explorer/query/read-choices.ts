import { isJsonObject, type Json } from '../../tql/json.ts';
import {
  type Choices,
  type Condition,
  DAYS_OF,
  type Kind,
  retentionStep,
  STEPS_OF_TIME,
  type StepOfTime,
  writeQuery,
} from './choices.ts';
import { fieldOf, itemsOf, numberAt, textAt } from './json-fields.ts';

/**
 * The choices that a query is written from; null if choosing cannot express it. `before` says what the query does not: what its
 * kind does not use, and whether a ranking is one of versions.
 */
export function readChoices(query: Json, before: Choices): Choices | null {
  if (!isJsonObject(query)) return null;
  const kinds: readonly Kind[] = [before.kind, ...(KINDS_OF[textAt(query, 'queryType') ?? ''] ?? [])];
  const written = sortedKey(query);
  for (const kind of kinds) {
    const choices = guess(query, kind, before);
    // What was guessed counts only if it writes the same query again.
    if (choices !== null && sortedKey(writeQuery(choices)) === written) return choices;
  }
  return null;
}

const KINDS_OF: Readonly<Record<string, readonly Kind[]>> = {
  topN: ['top', 'versions'],
  timeseries: ['trend'],
  funnel: ['funnel'],
  retention: ['retention'],
};

type JsonFields = Readonly<Record<string, Json | undefined>>;

function guess(query: JsonFields, kind: Kind, before: Choices): Choices | null {
  const conditions = readConditions(query['filter']);
  const days = readDays(query['relativeIntervals']);
  if (conditions === null || days === null) return null;
  const threshold = query['threshold'];
  const every = STEPS_OF_TIME.find((step) => step === query['granularity']);
  const counts = kind === 'top' || kind === 'trend' ? readCounted(query['aggregations']) : {};
  return {
    ...before,
    ...counts,
    ...days,
    kind,
    conditions,
    by: textAt(query['dimension'], 'dimension') ?? before.by,
    top: kind === 'top' && typeof threshold === 'number' ? threshold : before.top,
    every: every ?? fallbackStep(before.every, kind),
    steps: kind === 'funnel' ? readSteps(query['steps']) : before.steps,
  };
}

function fallbackStep(every: StepOfTime, kind: Kind): StepOfTime {
  return kind === 'retention' ? retentionStep(every) : every;
}

function readCounted(aggregations: Json | undefined): Partial<Pick<Choices, 'counted' | 'valueColumn'>> {
  const [first] = itemsOf(aggregations);
  const column = textAt(first, 'fieldName');
  switch (textAt(first, 'type')) {
    case 'userCount':
      return { counted: 'users' };
    case 'eventCount':
      return { counted: 'events' };
    case 'doubleSum':
      return column === null ? {} : { counted: 'sum', valueColumn: column };
    case 'doubleMean':
      return column === null ? {} : { counted: 'mean', valueColumn: column };
    default:
      return {};
  }
}

function readDays(intervals: Json | undefined): Pick<Choices, 'days' | 'withToday'> | null {
  const [first] = itemsOf(intervals);
  const begin = numberAt(fieldOf(first, 'beginningDate'), 'offset');
  const end = numberAt(fieldOf(first, 'endDate'), 'offset');
  if (begin === null || end === null || end < begin) return null;
  const component = textAt(fieldOf(first, 'beginningDate'), 'component');
  const step = STEPS_OF_TIME.find((each) => each === component) ?? 'day';
  return { days: (end + 1 - begin) * DAYS_OF[step], withToday: end === 0 };
}

function readSteps(steps: Json | undefined): readonly string[] {
  return itemsOf(steps).flatMap((step) => textAt(step, 'name') ?? []);
}

function readConditions(filter: Json | undefined): readonly Condition[] | null {
  if (filter === undefined) return [];
  const fields = textAt(filter, 'type') === 'and' ? itemsOf(fieldOf(filter, 'fields')) : [filter];
  const conditions = fields.map((field) => readCondition(field, false));
  return conditions.every((condition) => condition !== null) ? conditions : null;
}

function readCondition(field: Json | undefined, isNot: boolean): Condition | null {
  if (!isJsonObject(field)) return null;
  const { type, dimension, value, column, field: inner } = field;
  if (type === 'not' && !isNot) return readCondition(inner, true);
  if (type === 'null') return typeof column === 'string' ? { column, value: null, isNot } : null;
  if (type !== 'selector' || typeof dimension !== 'string' || typeof value !== 'string') return null;
  return { column: dimension, value, isNot };
}

/** What distinguishes queries, in whatever order their keys were typed. */
function sortedKey(value: Json): string {
  return JSON.stringify(value, (_, given: unknown) =>
    isJsonObject(given) ? Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))) : given,
  );
}
