// Refuses a query that names the data source of another organization.
import { isJsonObject } from '../../tql/json.ts';
import type { Organization } from '../store/state/organizations.ts';
import { HttpProblem } from './problem.ts';

/**
 * Throws `HttpProblem` 403 if a query names another data source than its organization's own, anywhere in its
 * `dataSource`.
 */
export function checkDataSource(query: unknown, organization: Organization): void {
  if (!isJsonObject(query)) return;
  const name = namesIn(query['dataSource'], 0).find((each) => each !== organization.namespace);
  if (name === undefined) return;
  const detail = `dataSource is ${JSON.stringify(name.slice(0, 100))}, and this token belongs to ${organization.namespace}. Leave dataSource out, or give that name.`;
  throw new HttpProblem(403, detail, { path: 'dataSource' });
}

/** Where Druid's unions, joins and nested queries name data sources. The validator refuses all of these. */
const PLACES = ['name', 'dataSource', 'dataSources', 'left', 'right', 'base', 'query'];
const MAX_DEPTH = 20;

function namesIn(dataSource: unknown, depth: number): readonly string[] {
  if (typeof dataSource === 'string') return [dataSource];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(dataSource)) return dataSource.flatMap((each: unknown) => namesIn(each, depth + 1));
  return isJsonObject(dataSource) ? PLACES.flatMap((place) => namesIn(dataSource[place], depth + 1)) : [];
}
