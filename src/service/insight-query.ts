import { isJsonObject, type JsonObject } from '../tql/json.ts';
import { parseInsightRequest } from '../tql/insight-request.ts';
import { HttpProblem } from './problem.ts';
import { type Insights, type StoredInsight } from './store/insights.ts';
import { type Organization } from './store/organizations.ts';

/** An organization's insight by its id. Throws `HttpProblem` 404; another organization's insight is no different from none. */
export async function findInsight(insights: Insights, organization: Organization, id: string): Promise<StoredInsight> {
  const insight = await insights.find(organization.id, id);
  if (insight === null) throw new HttpProblem(404, `${organization.namespace} has no insight with this id.`);
  return insight;
}

/** The complete query of an insight for the interval that a request's body gives. Throws `HttpProblem` 400. */
export function queryOfInsight(insight: StoredInsight, body: unknown): JsonObject {
  const parsed = parseInsightRequest(body);
  if (!parsed.ok) {
    const [{ path, message }] = parsed.problems;
    throw new HttpProblem(400, `${path ?? 'The body'} ${message}.`, { path });
  }
  const given = isJsonObject(body) ? (body['relativeInterval'] ?? null) : null;
  const kept = Object.entries(insight.query).filter(([key]) => !REPLACED.has(key));
  return { ...Object.fromEntries(kept), relativeIntervals: [given] };
}

/** A resolved query names no data source, and the interval given is its only one. */
const REPLACED: ReadonlySet<string> = new Set(['dataSource', 'intervals', 'relativeIntervals']);
