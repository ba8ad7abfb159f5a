import type { Difference } from '../../support/cluster/differences.ts';
import { inOrdering } from '../orderings.ts';
import { columnKind, type Event, toNumber, toWhole } from '../values.ts';
import {
  addsToMixed,
  BELOW,
  BEYOND,
  canFail,
  comparesMixed,
  cutsOrComparesTexts,
  decidesByMixed,
  isFunctionOfText,
  isLargeSum,
  isNoNumberSelector,
  isNumberOfText,
  isOfUnknownType,
  mixesTypes,
  overflows,
  outputKindsOf,
  readsNothing,
} from './causes.ts';
import { dimensionsOf, type Found, isObject, type Json } from './cells.ts';
import { isEstimate, isGroupOfLarge, isLengthOfMixed } from './numbers.ts';
import { parts } from './reach.ts';

/** An entry of the list: what in a query causes the difference, and what the answers may then say. */
export interface Excuse {
  /** Whether a query over these events can show it at all. */
  readonly where?: (query: Json, events: readonly Event[]) => boolean;
  /** Whether a part of a query is a cause. Without it, `any` decides about each difference. */
  readonly cause?: (part: Json, query: Json, events: readonly Event[]) => boolean;
  /** Which values a concerned cell may have; `cause` is its aggregation, or null if that reads a cause. */
  readonly cell?: (
    druid: unknown,
    embedded: unknown,
    cause: Json | null,
    events: readonly Event[],
  ) => boolean;
  /** Which value a cell must have to change the choice and order of rows. */
  readonly choosesBy?: (value: unknown) => boolean;
  readonly any?: (found: Found, query: Json, events: readonly Event[]) => boolean;
  /** The one way in which texts of both answers are written before they are compared. */
  readonly written?: (text: string) => string;
  /** The message with which Druid stops such a query. */
  readonly stopsWith?: RegExp;
}

const BY_NAME: Readonly<Partial<Record<Difference, Excuse>>> = {
  'estimated counts': {
    cause: ({ type }) => type === 'cardinality',
    cell: (druid, embedded, cause, events) =>
      typeof druid === 'number' &&
      typeof embedded === 'number' &&
      (cause === null || isEstimate(druid, embedded, cause, events)),
    choosesBy: (value) => typeof value === 'number' && !Number.isInteger(value),
  },
  'any value': {
    cause: ({ type }) => type === 'stringAny',
    cell: (druid, _embedded, cause, events) => cause === null || isValueOf(druid, cause, events),
    choosesBy: (value) => value !== undefined,
  },
  'no bytes': {
    cause: ({ maxStringBytes }) => maxStringBytes === 0,
    cell: (druid, embedded) => druid === null && embedded === '',
    choosesBy: (value) => value === null || value === '',
    stopsWith:
      /maxStringBytes|max string bytes|Index \d+ out of bounds|IndexOutOfBoundsException|Bad null-marker byte/i,
  },
  'same time': {
    cause: ({ type, timeColumn }) =>
      isAggregation(type) && timeColumn !== undefined && timeColumn !== '__time',
    cell: (druid, _embedded, cause, events) => cause === null || isValueOf(druid, cause, events),
    choosesBy: (value) => value !== undefined,
  },
  'mean of nothing': {
    cause: ({ type }) => type === 'doubleMean',
    cell: (druid, embedded) => druid === 0 && embedded === null,
    choosesBy: (value) => value === null || value === 0,
  },
  'order of a scan': {
    where: ({ queryType }) => queryType === 'scan',
    stopsWith: /orders events by __time alone|by which the events are ordered/,
  },
  'type of a column': {
    cause: (part, query) =>
      (part['type'] === 'expression' && isOfUnknownType(part['name'], query)) ||
      (part['type'] === 'interval' && readsNothing(part['dimension'], query)),
    any: (found) => found.is === 'cell' && found.column.startsWith('type of ') && found.druid === 'FLOAT',
  },
  'large whole numbers': {
    cause: (part, query, events) => overflows(part, query, events) || isLargeSum(part, events),
    cell: (_druid, embedded, cause) =>
      cause?.['expression'] !== undefined || cause === null || Math.abs(Number(embedded)) >= 2 ** 62,
    choosesBy: (value) => Math.abs(Number(value)) >= 2 ** 62,
    any: (found, query, events) => found.is === 'row' && isGroupOfLarge(found.row, query, events),
  },
  'clock changes': {
    where: ({ granularity }) => losesTheClock(granularity),
    any: (found, { queryType }) => queryType === 'groupBy' && hasOtherBuckets(found),
    stopsWith: /buckets that begin elsewhere in Druid after a change of the clock/,
  },
  'numbers in text': {
    cause: (part, query) => isNumberOfText(part, query),
    cell: (druid, embedded, cause) =>
      cause === null ||
      (String(cause['type']).startsWith('quantiles') && Number(druid) > Number(embedded)) ||
      (/(First|Last)$/.test(String(cause['type'])) && druid === 0) ||
      ((embedded === null || isNotNumber(embedded)) && isOfNothing(druid)),
    choosesBy: (value) => value === null || isOfNothing(value),
  },
  'mixed types': {
    cause: mixesTypes,
    any: (found, query) => isTypeOf(found, query, mixesTypes) || isLengthOfMixed(found, query),
    cell: (druid, embedded) => withPlainNumbers(String(druid)) === withPlainNumbers(String(embedded)),
    written: withPlainNumbers,
  },
  failures: {
    cause: canFail,
    cell: () => false,
    stopsWith:
      /first argument should be|by zero|Function\[\w+\] encountered|sample size|success count|For input string|does not accept a part|ends early|cannot be cast to class \S*HyperLogLogCollector/,
  },
  'functions of text': {
    cause: isFunctionOfText,
    any: (found, query) => isTypeOf(found, query, isFunctionOfText),
    stopsWith: /Function\[|(not supported on|unsupported) type STRING|ends early|does not accept a part/,
  },
  'characters beyond U+FFFF': {
    cause: cutsOrComparesTexts,
    // Half of a character cannot be sent.
    stopsWith: /ends early/,
    any: (found, query) => found.is !== 'cell' && query['queryType'] !== 'scan' && isByUnits(found, query),
  },
  'text on a column of numbers': {
    cause: isNoNumberSelector,
    stopsWith: /"\d{9}-\S+ where a time was expected/,
  },
  'equal versions': {
    where: ({ queryType }) => queryType === 'topN',
    any: (found, query) => found.is !== 'cell' && isTie(found, query),
  },
};

/** Whether what differs is the type of a virtual column that is a cause. */
function isTypeOf(found: Found, query: Json, isCause: (part: Json, query: Json) => boolean): boolean {
  if (found.is !== 'cell') return false;
  const column = parts(query['virtualColumns']).find(
    ({ name }) => found.column === `type of ${String(name)}`,
  );
  return column !== undefined && isCause(column, query);
}

/** The entries that random queries can show, by name. */
export const EXCUSES: readonly (readonly [Difference, Excuse])[] = [
  ...(Object.entries(BY_NAME) as [Difference, Excuse][]),
  [
    'any value',
    {
      cause: ({ type, fieldName }, query) =>
        type === 'stringAny' && parts(query['virtualColumns']).some(({ name }) => name === fieldName),
    },
  ],
  ['mixed types', { cause: decidesByMixedTypes }],
  [
    'mixed types',
    {
      cause: addsToMixed,
      cell: (druid, embedded) => typeof embedded === 'string' && typeof druid !== 'string',
    },
  ],
  [
    'failures',
    {
      cause: ({ type }) => type === 'hyperUniqueCardinality',
      cell: (druid, embedded) => druid === 0 && embedded === null,
    },
  ],
  [
    'failures',
    {
      where: (query, events) => /"expression"|:5e-324[,}]/.test(JSON.stringify([query, events])),
      cause: ({ type }) => type === 'quantilesDoublesSketchToHistogram',
      stopsWith: /Values must be unique, monotonically increasing and not NaN|ends early/,
      cell: () => false,
    },
  ],
];

/** Whether a part decides by values whose type Druid keeps; the decision may be any other. */
function decidesByMixedTypes(part: Json, query: Json): boolean {
  const { expression } = part;
  if (typeof expression === 'string') return decidesByMixed(expression, outputKindsOf(query));
  return comparesMixed(part, query);
}

const AGGREGATION = /^(long|double|float|string)(Sum|Min|Max|Mean|First|Last|Any)$/;

function isAggregation(type: unknown): boolean {
  return typeof type === 'string' && AGGREGATION.test(type);
}

/** Whether a value is nothing, or that of an event, as the aggregation reads it. */
function isValueOf(
  value: unknown,
  { type, fieldName, maxStringBytes }: Json,
  events: readonly Event[],
): boolean {
  if (value === null || typeof fieldName !== 'string' || columnKind(fieldName) === 'none') return true;
  return events.some((event) => {
    const own = event[fieldName] ?? null;
    if (String(type).startsWith('string'))
      return (
        typeof value === 'string' &&
        (typeof own === 'number' ||
          String(own).slice(0, typeof maxStringBytes === 'number' ? maxStringBytes : undefined) === value)
      );
    const number = toNumber(own) ?? 0;
    const read = String(type).startsWith('long') ? (toWhole(own) ?? 0) : number;
    return Math.abs(Number(value) - read) <= 1e-6 * Math.abs(read);
  });
}

function isNotNumber(value: unknown): boolean {
  return typeof value === 'string' && /^-?(NaN|Infinity)$/.test(value);
}

/** Whether buckets are hours where the clock changes by half of one, or begin at 2, which it skips. */
function losesTheClock(granularity: unknown): boolean {
  if (!isObject(granularity)) return false;
  const { period, timeZone, origin } = granularity;
  if (timeZone === 'Australia/Lord_Howe' && /^PT\d+H$/.test(String(period))) return true;
  if (typeof origin !== 'string' || typeof timeZone !== 'string') return false;
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(format.format(new Date(origin))) === 2;
}

/** Whether the rows that only one answer has are of different buckets in both. */
function hasOtherBuckets({ alone }: Found): boolean {
  return new Set(alone.map(({ cells }) => cells.get('timestamp'))).size > 1;
}

/** Whether a value is what Druid answers where no number was added or compared. */
function isOfNothing(value: unknown): boolean {
  if (value === 0 || isNotNumber(value)) return true;
  return typeof value === 'number' && Math.abs(value) >= 2 ** 63;
}

/** A text whose numbers are written in one way, with or without a point or an exponent. */
function withPlainNumbers(text: string): string {
  return text.replace(/\d+(\.\d+)?(E-?\d+)?/g, (number) => String(Number(number)));
}

/** Whether rows stand before or after others, or where the query begins, as their UTF-16 units do. */
function isByUnits(found: Exclude<Found, { is: 'cell' }>, query: Json): boolean {
  const keys = found.pairs.map(([{ key }]) => key);
  if (found.is === 'order')
    return keys.some((key) => BEYOND.test(key)) && keys.some((key) => BELOW.test(key));
  const metric = parts(query['metric']).find(({ type }) => type === 'dimension');
  if (metric === undefined) return false;
  const others = [String(metric['previousStop']), ...found.alone.map(({ key }) => key), ...keys];
  return [BEYOND, BELOW].some(
    (one, at, both) => one.test(found.row.key) && others.some((key) => both[1 - at]?.test(key)),
  );
}

/**
 * Whether rows differ in values of the dimension that Druid's ordering takes for equal, or for equal to where
 * the query begins. Of a part of a version behind a dash, it looks at no more than a first zero.
 */
function isTie(found: Exclude<Found, { is: 'cell' }>, query: Json): boolean {
  const metric = parts(query['metric']).find((one) => one['ordering'] !== undefined);
  const [ordering, stop] = [metric?.['ordering'], metric?.['previousStop']];
  if (typeof ordering !== 'string' || ordering === 'lexicographic' || ordering === 'strlen') return false;
  const [name = ''] = dimensionsOf(query);
  const rows = found.pairs.map(([row]) => row);
  const [one, others] =
    found.is === 'order' ? [rows[0], rows.slice(1)] : [found.row, [...found.alone, ...rows]];
  const text = one?.cells.get(name);
  const read = (version: string): string =>
    ordering === 'version' ? version.replace(/-0+[.-].*$/, '') : version;
  return [stop, ...others.map(({ cells }) => cells.get(name))].some((other) => {
    if (typeof text !== 'string' || typeof other !== 'string') return false;
    return text !== other && inOrdering(ordering, read(text), read(other)) === 0;
  });
}
