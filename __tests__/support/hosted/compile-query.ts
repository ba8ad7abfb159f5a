import { isJsonObject, type Json, type JsonObject } from '../../../src/tql/json.ts';
import { parseRunQuery } from '../../../src/tql/schema/run-query.ts';
import { noAccess, Refusal, REFUSALS, undecodable } from './refusals.ts';

/** What can be asked of the service in one query: a data source, and what to compute over its events. */
export interface CompiledQuery {
  readonly dataSource: string;
  readonly query: JsonObject;
}

/**
 * Checks a query as strictly as the hosted service, and adds what it adds. `readable` are the token's
 * namespaces. Throws a `Refusal`.
 */
export function compileQuery(body: unknown, readable: readonly string[]): CompiledQuery {
  const query = decode(body);
  const dataSource = dataSourceOf(query);
  if (dataSource === null) throw new Refusal(REFUSALS.noDataSource);
  const isExample = query['baseFilters'] === 'exampleData';
  if (!isExample && !readable.includes(dataSource)) throw noAccess(dataSource);
  checkKeys(query);
  return { dataSource: isExample ? EXAMPLE_NAMESPACE : dataSource, query: withNames(withFilters(query)) };
}

/** Whose events `exampleData` reads (grade A). */
export const EXAMPLE_NAMESPACE = 'space.ooo';

/**
 * Reads a body, as the vendor's decoder does (grade B). Keys that it does not know, and `limitSpec`, do
 * nothing (grade A).
 */
function decode(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw undecodable('the body is not an object');
  const { limitSpec: _ignored, ...query } = body;
  // Our own service reads a dimension that is a text, and date-times without a zone; the vendor's decoder
  // reads neither (grades B, D).
  for (const [i, dimension] of [query['dimension'], ...listOf(query['dimensions'])].entries())
    if (typeof dimension === 'string') throw undecodable(`dimension ${i} is a text instead of an object`);
  for (const interval of listOf(query['intervals']))
    if (typeof interval === 'string' && /T[\d:.]+(?:\/|$)/.test(interval))
      throw undecodable(`${interval} has no zone`);
  if (query['queryType'] === 'funnel' && query['steps'] === undefined) throw new Refusal(REFUSALS.noSteps);
  const parsed = parseRunQuery(query);
  if (!parsed.ok)
    throw undecodable(parsed.problems.map(({ path, message }) => `${path ?? 'it'} ${message}`).join(', '));
  return query;
}

/** A namespace, as text or as a table (grade A). */
function dataSourceOf({ dataSource }: JsonObject): string | null {
  const name = isJsonObject(dataSource) ? dataSource['name'] : dataSource;
  return typeof name === 'string' ? name : null;
}

/** Types that are compiled before an absent interval gets its default (grade A). */
const WITHOUT_DEFAULT_INTERVAL: ReadonlySet<Json | undefined> = new Set(['funnel', 'experiment']);

function checkKeys(query: JsonObject): void {
  const { queryType, baseFilters, appID, intervals, relativeIntervals } = query;
  if (baseFilters === 'thisApp' && appID === undefined) throw new Refusal(REFUSALS.noAppID);
  const isDated = (intervals ?? null) !== null || (relativeIntervals ?? null) !== null;
  if (WITHOUT_DEFAULT_INTERVAL.has(queryType) && !isDated) throw new Refusal(REFUSALS.noIntervals);
  if (queryType !== 'retention') return;
  if (!isDated) throw new Refusal(REFUSALS.noRetentionIntervals);
  const context = query['context'];
  const granularity = query['granularity'];
  const isPeriod = isJsonObject(granularity);
  // A zone turns the granularity into a period, which retentions do not read; quarters stay as they are.
  const becomesPeriod =
    isJsonObject(context) &&
    'timezone' in context &&
    /^"(?:day|week|month|year)"$/i.test(JSON.stringify(granularity ?? null));
  if (isPeriod || becomesPeriod) throw new Refusal(REFUSALS.retentionGranularity);
}

/**
 * `thisApp` compares upper-case UUIDs; nothing else adds a filter, and `testMode` is decoded and ignored
 * (grade A).
 */
function withFilters(query: JsonObject): JsonObject {
  const { baseFilters, appID, testMode: _ignored, dataSource: _known, filter, ...rest } = query;
  const own = (filter ?? null) === null ? [] : [filter as Json];
  const isApp = baseFilters === 'thisApp' && typeof appID === 'string';
  const app = isApp ? [{ type: 'selector', dimension: 'appID', value: appID.toUpperCase() }] : [];
  const [first, ...others] = [...own, ...app];
  if (first === undefined) return rest;
  return { ...rest, filter: others.length === 0 ? first : { type: 'and', fields: [first, ...others] } };
}

const NAMES = new Map<Json | undefined, string>([
  ['eventCount', 'Events'],
  ['userCount', 'Users'],
]);

/** Unnamed counts become the columns `Events` and `Users` whatever a topN is ordered by (grade A). */
function withNames(query: JsonObject): JsonObject {
  if (!Array.isArray(query['aggregations'])) return query;
  const aggregations = listOf(query['aggregations']).map((each) => {
    const name = isJsonObject(each) && each['name'] === undefined ? NAMES.get(each['type']) : undefined;
    return name === undefined || !isJsonObject(each) ? each : { ...each, name };
  });
  return { ...query, aggregations };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
