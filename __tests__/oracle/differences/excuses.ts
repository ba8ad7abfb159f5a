import type { Difference } from '../../support/cluster/differences.ts';
import { inOrdering } from '../orderings.ts';
import type { Event } from '../values.ts';
import {
  BELOW,
  BEYOND,
  canFail,
  cutsOrComparesTexts,
  isFunctionOfText,
  isLargeSum,
  isNoNumberSelector,
  isNumberOfText,
  isObject,
  type Json,
  mixesTypes,
  overflows,
  parts,
  readsNothing,
} from './causes.ts';

/** An entry of the list of differences, and what in a query or in its answers causes it. */
export interface Excuse {
  readonly name: Difference;
  /** Whether a query, with both answers as JSON, can show it at all. */
  readonly where?: (query: Json, answers: string) => boolean;
  /** Whether a part of a query is a cause. Without it, `where` decides. */
  readonly cause?: (part: Json, query: Json, events: readonly Event[]) => boolean;
  /** The message with which Druid stops such a query. */
  readonly stopsWith?: RegExp;
  /** Whether Druid answers such a query as the embedded engine does, if it does not stop it. */
  readonly isOnlyStopped?: boolean;
}

/** The entries that random queries can show. */
export const EXCUSES: readonly Excuse[] = [
  { name: 'estimated counts', cause: ({ type }) => type === 'cardinality' },
  { name: 'any value', cause: ({ type }) => type === 'stringAny' },
  { name: 'same time', cause: ({ timeColumn }) => timeColumn !== undefined && timeColumn !== '__time' },
  { name: 'mean of nothing', cause: ({ type }) => type === 'doubleMean' },
  {
    name: 'type of a column',
    cause: ({ type, name, dimension, outputType }, query) =>
      (type === 'expression' && outputType === undefined && readsNothing(name, query)) ||
      (type === 'interval' && readsNothing(dimension, query)),
  },
  {
    name: 'type of a column',
    where: ({ queryType }, answers) => queryType === 'scan' && answers.includes('"type":"FLOAT"'),
  },
  {
    name: 'large whole numbers',
    cause: (part, query, events) => overflows(part, query, events) || isLargeSum(part, events),
  },
  // The largest double of 64 bits: as a text, it is not Java's largest whole number.
  { name: 'large whole numbers', where: (_, answers) => answers.includes('"9223372036854774784"') },
  {
    name: 'clock changes',
    where: ({ granularity }) => losesTheClock(granularity),
    stopsWith: /buckets that begin elsewhere in Druid after a change of the clock/,
  },
  { name: 'numbers in text', cause: isNumberOfText },
  { name: 'mixed types', cause: mixesTypes },
  {
    name: 'failures',
    cause: canFail,
    stopsWith:
      /first argument should be|by zero|Function\[\w+\] encountered|sample size|success count|For input string|does not accept a part|ends early|cannot be cast to class \S*HyperLogLogCollector/,
    isOnlyStopped: true,
  },
  { name: 'failures', cause: ({ type }) => type === 'hyperUniqueCardinality' },
  {
    name: 'failures',
    cause: ({ type }) => type === 'quantilesDoublesSketchToHistogram',
    stopsWith: /Values must be unique, monotonically increasing and not NaN|ends early/,
    isOnlyStopped: true,
  },
  {
    name: 'functions of text',
    cause: isFunctionOfText,
    stopsWith: /Function\[|(not supported on|unsupported) type STRING|ends early|does not accept a part/,
  },
  {
    name: 'characters beyond U+FFFF',
    cause: cutsOrComparesTexts,
    // Half of a character cannot be sent.
    stopsWith: /ends early/,
  },
  {
    name: 'characters beyond U+FFFF',
    where: ({ queryType, metric }, answers) => {
      const texts = answers + JSON.stringify(metric);
      const isInOrder = queryType === 'groupBy' || parts(metric).some(({ type }) => type === 'dimension');
      return isInOrder && BEYOND.test(texts) && BELOW.test(texts);
    },
  },
  {
    name: 'text on a column of numbers',
    cause: isNoNumberSelector,
    stopsWith: /"\d{9}-\S+ where a time was expected/,
  },
  { name: 'equal versions', where: hasTie },
  // A pattern that can match no characters, or leave its group out.
  {
    name: 'empty groups',
    cause: ({ expr, expression }) =>
      /\*|\)\|\(/.test(String(expr)) || /regexp_extract/.test(String(expression)),
  },
  { name: 'empty replacements', cause: ({ expression }) => /replace\(/.test(String(expression)) },
];

/** Whether buckets are hours where the clock changes by half of one, or begin at 2, which it skips. */
function losesTheClock(granularity: unknown): boolean {
  if (!isObject(granularity)) return false;
  const { period, timeZone, origin } = granularity;
  if (timeZone === 'Australia/Lord_Howe' && /^PT\d+H$/.test(String(period))) return true;
  if (typeof origin !== 'string' || typeof timeZone !== 'string') return false;
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(format.format(new Date(origin))) === 2;
}

/**
 * Whether values of a topN's answers are equal in its ordering. Of a part of a version behind a dash, Druid
 * looks at no more than a first zero.
 */
function hasTie({ queryType, metric }: Json, answers: string): boolean {
  const by = parts(metric).find(({ ordering }) => ordering !== undefined);
  const ordering = String(by?.['ordering']);
  if (queryType !== 'topN' || !/^(numeric|alphanumeric|version)$/.test(ordering)) return false;
  const inAnswers = [...answers.matchAll(/:("(?:[^"\\]|\\.)*"|-?[0-9.]+)/g)].map(([, text = '']) =>
    String(JSON.parse(text)),
  );
  const texts = [...new Set(inAnswers)].map((text) =>
    ordering === 'version' ? text.replace(/-0+[.-].*$/, '') : text,
  );
  return texts.some((one, at) => texts.slice(at + 1).some((other) => inOrdering(ordering, one, other) === 0));
}
