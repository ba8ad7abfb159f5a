import { isJsonObject } from '../tql/json.ts';
import { HttpProblem } from './problem.ts';
import { type Organization } from './store/organizations.ts';

/** Sees that a query asks for its organization's own data; a query that names none does. Throws `HttpProblem` 403. */
export function checkDataSource(query: unknown, organization: Organization): void {
  if (!isJsonObject(query)) return;
  const written = query['dataSource'];
  const name = isJsonObject(written) ? written['name'] : written;
  // What is no text is the validator's business.
  if (typeof name !== 'string' || name === organization.namespace) return;
  const detail = `dataSource is ${JSON.stringify(name.slice(0, 100))}, and this token belongs to ${organization.namespace}. Leave dataSource out, or name that.`;
  throw new HttpProblem(403, detail, { path: 'dataSource' });
}
