// An insight can be requested by its title. Before a run, this looks up the ids of all titles.
import type { QueryService } from '../client/client.ts';
import { adviceWithoutListing, findNamed, listNamed } from '../client/named-insights.ts';
import { allOrProblems, InputError } from '../../text/errors.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';

/** Lists the insights that titles stand for. */
type Listed = Pick<QueryService, 'catalog'>;

/**
 * The same requests with ids in the place of titles. Without titles, nothing is requested. A title stays
 * if the list could not be had: `whyNotListed` says why. Rejects with one `InputError` for all titles that no
 * insight has, or several have.
 */
export async function withInsightIds(
  requests: readonly ReportRequest[],
  serviceOf: (request: ReportRequest) => Listed,
): Promise<readonly ReportRequest[]> {
  const resolved = requests.map((request) => withIds(request, serviceOf));
  return allOrProblems(await Promise.allSettled(resolved));
}

async function withIds(
  request: ReportRequest,
  serviceOf: (request: ReportRequest) => Listed,
): Promise<ReportRequest> {
  if (!request.insights.some(({ source }) => source.kind === 'title')) return request;
  const { catalog } = serviceOf(request);
  const listed = catalog && (await listNamed(catalog));
  const problems: string[] = [];
  const insights = request.insights.map((entry): InsightRequest => {
    if (entry.source.kind !== 'title' || listed === undefined) return entry;
    const { title } = entry.source;
    if (listed instanceof Error) {
      const advice = adviceWithoutListing(listed);
      if (advice !== null) problems.push(`insights: ${JSON.stringify(title)} is not an id, and ${advice}`);
      return entry;
    }
    const match = findNamed(title, listed);
    if ('problem' in match) {
      problems.push(`insights: ${match.problem}`);
      return entry;
    }
    const { id, name } = match.insight;
    return { ...entry, title: entry.title ?? name, source: { kind: 'insight', id } };
  });
  if (problems.length > 0) throw new InputError(problems);
  return { ...request, insights };
}

/** Why titles could not be resolved. */
export async function whyNotListed({ catalog }: Listed): Promise<Error> {
  const listed = catalog && (await listNamed(catalog));
  return listed instanceof Error ? listed : new InputError(['insights: titles are not known here; give ids']);
}
