import type { Difference } from '../../support/cluster/differences.ts';
import { difference } from '../agreement.ts';
import { inOrdering } from '../orderings.ts';
import { columnKind, type Event, toNumber, toWhole } from '../values.ts';
import {
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
  usesAsNumber,
} from './causes.ts';
import { dimensionsOf, type Found, isObject, type Json } from './cells.ts';
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
    cell: (druid, embedded, cause) =>
      typeof druid === 'number' &&
      typeof embedded === 'number' &&
      (cause === null || isEstimate(druid, embedded, cause)),
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
    stopsWith: /maxStringBytes|max string bytes|Index \d+ out of bounds/i,
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
  'fractions as text': {
    where: (query, events) => hasTinyText(query, events),
    written: shortFractions,
    any: isOfTinyText,
  },
  'notation of numbers': {
    where: (_query, events) => events.some((event) => Object.values(event).some(isOnlyJavaNumber)),
    cause: (part) => usesAsNumber(part),
    any: (found) => found.is === 'cell' && isNotNumber(found.druid) && found.embedded === null,
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
      // The value of a sketch of quantiles is how many numbers it has.
      (String(cause['type']).startsWith('quantiles') && embedded === 0 && Number.isInteger(druid)) ||
      ((embedded === null || isNotNumber(embedded)) && isOfNothing(druid)),
    choosesBy: (value) => value === null || isOfNothing(value),
  },
  'mixed types': {
    cause: ({ expression }, query) =>
      typeof expression === 'string' && mixesTypes(expression, outputKindsOf(query)),
    any: (found, query) =>
      found.is === 'cell' &&
      parts(query['virtualColumns']).some(
        ({ name, expression }) =>
          found.column === `type of ${String(name)}` && mixesTypes(String(expression), outputKindsOf(query)),
      ),
    cell: (druid, embedded) => withoutPoint(String(druid)) === withoutPoint(String(embedded)),
    written: withoutPoint,
  },
  failures: {
    cause: canFail,
    cell: () => false,
    stopsWith:
      /first argument should be|by zero|Function\[(replace|cast|concat)\]|sample size|success count|For input string|does not accept a part|ends early|cannot be cast to class \S*HyperLogLogCollector/,
  },
  'functions of text': {
    cause: ({ expression }, query) => typeof expression === 'string' && isFunctionOfText(expression, query),
    stopsWith: /Function\[|(not supported on|unsupported) type STRING/,
  },
  'characters beyond U+FFFF': {
    cause: cutsOrComparesTexts,
    any: (found, query) =>
      found.is === 'order' &&
      query['queryType'] !== 'scan' &&
      found.pairs.some(([{ key }]) => /[\u{10000}-\u{10FFFF}]/u.test(key)) &&
      found.pairs.some(([{ key }]) => /[\uE000-\uFFFF]/.test(key)),
  },
  'text on a column of numbers': { cause: isNoNumberSelector },
  'equal versions': {
    where: ({ queryType }) => queryType === 'topN',
    any: (found, query) => found.is !== 'cell' && isTie(found, query),
  },
};

/** Whether a Druid estimate is that of so many different values: linear counting, less a few collisions. */
function isEstimate(druid: number, exact: number, { round }: Json): boolean {
  return [0, 1, 2, 3, 4].some((collisions) => {
    const estimate = -2048 * Math.log(1 - (exact - collisions) / 2048);
    return Math.abs(druid - (round === true ? Math.round(estimate) : estimate)) <= 1e-3;
  });
}

/** The entries that random queries can show, by name. */
export const EXCUSES: readonly (readonly [Difference, Excuse])[] = [
  ...(Object.entries(BY_NAME) as [Difference, Excuse][]),
  ['mixed types', { cause: decidesByMixedTypes }],
  [
    'failures',
    {
      cause: ({ type }) => type === 'hyperUniqueCardinality',
      cell: (druid, embedded) => druid === 0 && embedded === null,
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

/** What Java's `Double.valueOf` reads, and our decimal notation does not. */
const JAVA_NUMBER =
  /^[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?|0[xX][\da-fA-F.]+[pP][+-]?\d+[fFdD]?)$/;

function isOnlyJavaNumber(value: unknown): boolean {
  return typeof value === 'string' && toNumber(value) === null && JAVA_NUMBER.test(value);
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

/** Whether a query may write the smallest fraction as text. */
function hasTinyText(query: Json, events: readonly Event[]): boolean {
  return (
    events.some((event) => Object.values(event).includes(5e-324)) || JSON.stringify(query).includes('E-3')
  );
}

/** Whether values or rows are others, or elsewhere, because the smallest fraction begins with a 4 or a 5. */
function isOfTinyText(found: Found): boolean {
  const begins = (text: string, value: unknown) => String(value) !== '' && text.startsWith(String(value));
  const isTiny = (druid: unknown, embedded: unknown) =>
    begins('4.9E-324', druid) && begins('5.0E-324', embedded);
  if (found.is === 'cell') return isTiny(found.druid, found.embedded);
  if (found.is === 'order') return found.pairs.some((pair) => pair.some(({ key }) => /E-32\d/.test(key)));
  return found.alone.some((other) => {
    const [druid, embedded] = found.of === 'druid' ? [found.row, other] : [other, found.row];
    const differing = [...druid.cells].filter(
      ([name, value]) => difference(value, embedded.cells.get(name)) !== null,
    );
    return (
      differing.length > 0 && differing.every(([name, value]) => isTiny(value, embedded.cells.get(name)))
    );
  });
}

function withoutPoint(text: string): string {
  return text.replace(/(\d)\.0(?!\d)/g, '$1');
}

function shortFractions(text: string): string {
  return text.replace(/\d(\.\d+)?E-3\d\d/g, (one) => Number(one).toExponential().replace('e', 'E'));
}

/** Whether rows differ in values of the dimension that the query's ordering takes for equal. */
function isTie(found: Exclude<Found, { is: 'cell' }>, query: Json): boolean {
  const ordering = parts(query['metric']).find((one) => one['ordering'] !== undefined)?.['ordering'];
  if (typeof ordering !== 'string' || ordering === 'lexicographic' || ordering === 'strlen') return false;
  const [name = ''] = dimensionsOf(query);
  const rows = found.pairs.map(([row]) => row);
  const [one, others] =
    found.is === 'order' ? [rows[0], rows.slice(1)] : [found.row, [...found.alone, ...rows]];
  const text = one?.cells.get(name);
  return others.some(({ cells }) => {
    const other = cells.get(name);
    if (typeof text !== 'string' || typeof other !== 'string') return false;
    return text !== other && inOrdering(ordering, text, other) === 0;
  });
}
