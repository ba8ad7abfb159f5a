import { intervalTexts, zoneOf } from '../../../tql/absolute-intervals.ts';
import { bucketEndMs } from '../../../tql/buckets.ts';
import { parseGranularity } from '../../../tql/granularity.ts';
import { parseAbsoluteInterval, startOfUnit } from '../../../tql/interval.ts';
import { canonical, isJsonObject, type Json, without } from '../../../tql/json.ts';
import type { Query, QueryDimension, QueryFilter } from '../../../tql/query.ts';
import type { ResultRow } from '../../../tql/result.ts';
import {
  ALL_USERS,
  aggregationBehind,
  innermostAggregation,
  postAggregationBehind,
  queryOutputs,
  unitOf,
} from '../aggregations.ts';
import { missingFilter, plainColumn, ruleOf } from '../row-filter.ts';
import { dimensionName, dimensionParts, dimensionsOf } from '../rows.ts';
import { filtersOf, hasValue, isAddedSize } from './sizes.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

/**
 * Says what an output of a row counts: the same text for the same events, in whatever query, row or bucket
 * they are counted.
 */
type CountedBy = (output: string, row: ResultRow, timestampMs: number) => string;

/** What the counts in the answers to a query are of. */
export function countedBy(query: Query): CountedBy {
  const source = canonical(SOURCE_KEYS.map((key) => query[key] ?? null));
  const own = filtersIn(query.filter);
  const dimensions = dimensionsOf(query);
  const definitions = memoized((output: string) => definitionOf(query, output));
  const times = memoized((startMs: number) => canonical(timeOf(query, startMs)));
  const outputs = queryOutputs(query).flatMap(({ name }) => (isAddedSize(name) ? [] : [name]));
  /** The same count of all, if all have the value which an output is of: it is drawn once. */
  const allOfThem = (output: string, row: ResultRow): Definition | undefined => {
    const { counts, filters, isOfValues } = definitions(output);
    const equal = isOfValues ? outputs.filter((name) => name !== output && row[name] === row[output]) : [];
    return equal.map(definitions).find((all) => all.counts === counts && implies(filters, all.filters));
  };
  return (output, row, timestampMs) => {
    const { counts, filters, time } = allOfThem(output, row) ?? definitions(output);
    const parts = dimensions.map((each) => partFilter(each, row));
    const what = `${allOf([...own, ...parts, ...filters])},${counts}`;
    return `[${source},${time ?? times(timestampMs)},${what},${virtualColumnsIn(query, what)}]`;
  };
}

/** The virtual columns, which may name each other, if what is counted names one; else they do not matter. */
function virtualColumnsIn({ virtualColumns }: Query, what: string): string {
  if (!Array.isArray(virtualColumns)) return '';
  // What is counted holds texts within texts, whose quotes are escaped.
  const bare = (text: string): string => text.replaceAll('\\', '');
  const text = bare(`${what}"clientUser""count"`);
  const names = virtualColumns.map((each: Json) => (isJsonObject(each) ? (each['name'] ?? null) : null));
  return names.some((name) => text.includes(bare(canonical(name)))) ? canonical(virtualColumns) : '';
}

/** What says of which events a query is, beside its filter and its dates. */
const SOURCE_KEYS = ['dataSource', 'baseFilters', 'appID', 'testMode'] as const;

function memoized<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => getOrAdd(known, key, () => compute(key));
}

/** What counts the members of one sketch. */
const ESTIMATES: ReadonlySet<string> = new Set(['thetaSketchEstimate', 'hyperUniqueCardinality']);

/** What an output counts, by which filters of its own, and when, if its bucket does not say it. */
interface Definition {
  readonly counts: string;
  readonly filters: readonly Condition[];
  readonly time?: string;
  /** Whether it counts only those who have a value, which this or another output is of. */
  readonly isOfValues?: boolean;
}

/** A post-aggregation is what it is computed from. */
function definitionOf(query: Query, output: string): Definition {
  if (query.queryType === 'retention') return cohortBehind(query, output);
  const steps = stepsBehind(query, output);
  if (steps !== null) return usersOfEach(steps);
  const aggregation = aggregationBehind(query, output);
  if (aggregation === null) {
    const post = postAggregationBehind(query, output) ?? null;
    const sketch = ESTIMATES.has(post?.type ?? '') ? (post?.fieldName ?? post?.field?.fieldName) : null;
    if (typeof sketch === 'string' && aggregationBehind(query, sketch) !== null)
      return definitionOf(query, sketch);
    return { counts: canonical(post === null ? output : withDefinitions(query, post)), filters: [] };
  }
  const inner = innermostAggregation(aggregation);
  const { type, fields, byRow } = inner;
  // A sketch of values and its bins count the events that have one.
  const isSketch = type === 'quantilesDoublesSketch';
  const isOfUsers = type === 'cardinality' && byRow !== true && canonical(fields ?? []) === '["clientUser"]';
  const unit = isSketch ? 'events' : isOfUsers ? 'users' : unitOf(inner);
  return {
    counts: unit === 'other' ? canonical(without(inner, 'name')) : unit,
    filters: [...filtersOf(aggregation), ...(isSketch ? hasValue(inner) : [])].flatMap(filtersIn),
    isOfValues: isSketch || isAddedSize(output) || output === ALL_USERS,
  };
}

/** The users of a period, or of two, whose first and last days in UTC a retention's output is named by. */
function cohortBehind(query: Query, output: string): Definition {
  const days = (output.match(/\d{4}-\d\d-\d\d/g) ?? []).map((day) => Date.parse(day));
  const periods = [days.slice(0, 2), days.slice(2)].map(([first = 0, last = 0]) =>
    canonical(timeWithin(query, first, startOfUnit('day', 1, last, 'UTC'))),
  );
  const [cohort, later] = [...new Set(periods)];
  const counts = later === undefined ? 'users' : `users who came back in ${later}`;
  return { counts, filters: [], ...(cohort === undefined ? {} : { time: cohort }) };
}

const EVERYTHING: QueryFilter = { type: 'and', fields: [] };

/** The filters that each user of a funnel's or experiment's output has an event for; else null. */
function stepsBehind(query: Query, output: string): readonly QueryFilter[] | null {
  if (query.queryType === 'funnel') {
    const steps = query.steps ?? [];
    const fields = steps.flatMap(({ filter }) => filter ?? []);
    // A step without a filter has the events of all others.
    const any: QueryFilter = fields.length === 0 ? EVERYTHING : { type: 'or', fields };
    return steps.slice(0, Number.parseInt(output, 10) + 1).map(({ filter }) => filter ?? any);
  }
  if (query.queryType !== 'experiment') return null;
  const { sample1, sample2, successCriterion } = query;
  const filters = [sample1, sample2].map((sample) => sample?.filter ?? EVERYTHING);
  const cohort =
    output === 'users'
      ? { type: 'or' as const, fields: filters }
      : filters[Number(/^cohort_(\d)/.exec(output)?.[1]) - 1];
  const success = output.endsWith('success') ? [successCriterion?.filter ?? EVERYTHING] : [];
  return [...(cohort === undefined ? [] : [cohort]), ...success];
}

/** The users who have an event for each filter. A filter that another one is a part of excludes nobody. */
function usersOfEach(steps: readonly QueryFilter[]): Definition {
  const sets = [...new Map(steps.map(filtersIn).map((set) => [allOf(set), set])).values()];
  const [only = [], ...others] = sets.filter(
    (set) => !sets.some((other) => other !== set && implies(other, set)),
  );
  if (others.length === 0) return { counts: 'users', filters: only };
  return { counts: `users of each of ${canonical([only, ...others].map(allOf).sort())}`, filters: [] };
}

/** A post-aggregation with the aggregations that it reads in place of their names. */
function withDefinitions(query: Query, post: Json): Json {
  if (Array.isArray(post)) return post.map((each: Json) => withDefinitions(query, each));
  if (!isJsonObject(post)) return post;
  const { name: _name, fieldName, ...rest } = post;
  const read = typeof fieldName === 'string' ? aggregationBehind(query, fieldName) : null;
  if (read !== null)
    return {
      counts: definitionOf(query, fieldName as string).counts,
      of: allOf(filtersOf(read).flatMap(filtersIn)),
    };
  return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, withDefinitions(query, each)]));
}

/** The stretches of time that a bucket of the query's granularity covers, in epoch milliseconds. */
function timeOf(query: Query, startMs: number): Json {
  const parsed = parseGranularity(query.granularity);
  const bucketEnd = parsed === null ? null : bucketEndMs(parsed, zoneOf(query), startMs);
  return timeWithin(query, startMs, bucketEnd);
}

/** The stretches of a query's time from one moment to another; all of it if that is null. */
function timeWithin(query: Query, startMs: number, bucketEnd: number | null): Json {
  const { intervals = null } = query;
  const ranges = intervalTexts(query).map(parseAbsoluteInterval);
  // A query over relative dates, which no report asks, is another question at any other time.
  if (ranges.length === 0 || ranges.includes(null))
    return [intervals, query.relativeIntervals ?? null, startMs];
  return ranges.flatMap((range) => {
    const from = Math.max(range?.startMs ?? 0, bucketEnd === null ? -Infinity : startMs);
    // A period that is still running ends at now: all day it is one question, or the mean of many answers
    // would reveal the count.
    const endMs = startOfUnit('day', 1, (range?.endMs ?? 0) - 1, zoneOf(query));
    const until = Math.min(endMs, bucketEnd ?? Infinity);
    return from < until ? [[from, until]] : [];
  });
}

/** The filter that the events of a row pass, by one of its dimensions. */
function partFilter(dimension: QueryDimension, row: ResultRow): Condition {
  const name = dimensionName(dimension);
  const [part = null] = name === null ? [] : dimensionParts(row, [name]);
  const column = plainColumn(dimension);
  if (column === null) {
    const computed = typeof dimension === 'string' ? dimension : { ...dimension, outputName: null };
    return anyOf([canonical([computed, part])]);
  }
  return conditionOf(
    part === null ? missingFilter(column) : { type: 'selector', dimension: column, value: part },
  );
}

/** A filter in one form: what is to be true of an event, one of several things. */
interface Condition {
  readonly text: string;
  readonly choices: ReadonlySet<string>;
}

function anyOf(choices: readonly string[]): Condition {
  return { text: listOf(choices), choices: new Set(choices) };
}

/** Texts of which none is the beginning of another, in one order. */
function listOf(texts: readonly string[]): string {
  return `[${[...new Set(texts)].sort().join()}]`;
}

/** Whether each event that passes some filters passes others too: a value is one of a choice. */
function implies(filters: readonly Condition[], others: readonly Condition[]): boolean {
  return others.every(({ choices }) => filters.some((each) => each.choices.isSubsetOf(choices)));
}

/** The filters that a filter joins by `and`. */
function filtersIn(filter: QueryFilter | null | undefined): readonly Condition[] {
  if (filter == null) return [];
  return filter.type === 'and' && filter.fields != null
    ? filter.fields.flatMap(filtersIn)
    : [conditionOf(filter)];
}

/** Those filters that keep something out. */
function allOf(filters: readonly Condition[]): string {
  const needed = filters.filter(
    (filter) =>
      !filters.some(({ text, choices }) => text !== filter.text && choices.isSubsetOf(filter.choices)),
  );
  return listOf(needed.map(({ text }) => text));
}

/** `equals` of a text is a selector of it. */
function asSelector(filter: QueryFilter): QueryFilter {
  const { type, column, matchValue, matchValueType } = filter;
  const isText = type === 'equals' && matchValueType === 'STRING' && column != null;
  return isText ? { type: 'selector', dimension: column, value: matchValue ?? null } : filter;
}

function conditionOf(filter: QueryFilter): Condition {
  return anyOf(choicesIn(filter));
}

/** What a filter joins by `or`, and the values that it chooses. */
function choicesIn(filter: QueryFilter): readonly string[] {
  const { type, dimension = null, value = null, values, fields, field, extractionFn } = asSelector(filter);
  const rule = ruleOf(filter);
  if (rule !== null) return [rule];
  if (type === 'or' && fields != null) return fields.flatMap(choicesIn);
  if (type === 'and' && fields != null) return [allOf(filtersIn(filter))];
  if (type === 'not' && field != null) return [`not${conditionOf(field).text}`];
  const chosen = type === 'selector' ? [value] : type === 'in' && Array.isArray(values) ? values : null;
  if (chosen === null || extractionFn != null) return [canonical(filter)];
  return chosen.map((each) => canonical([dimension, String(each)]));
}
