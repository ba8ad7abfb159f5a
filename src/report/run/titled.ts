// An insight can be requested by its title. Before a run, this looks up the ids of all titles.
import type { QueryService } from '../client/client.ts';
import { adviceWithoutListing, findNamed, listNamed } from '../client/saved-insights.ts';
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
  const resolved = requests.map(async (request) => {
    if (!request.insights.some(({ source }) => source.kind === 'title')) return request;
    const find = await finderOf(serviceOf(request));
    const resolvedEntries = request.insights.map((entry) =>
      entry.source.kind === 'title' ? find(entry, entry.source.title) : entry,
    );
    const problems = resolvedEntries.filter((each) => typeof each === 'string');
    if (problems.length > 0) throw new InputError(problems.map((each) => `insights: ${each}`));
    return { ...request, insights: resolvedEntries.filter((each) => typeof each !== 'string') };
  });
  return allOrProblems(await Promise.allSettled(resolved));
}

/**
 * Gives the entry with the id of its title, the entry itself if that cannot be known, or what is wrong, as a
 * text.
 */
type Find = (entry: InsightRequest, title: string) => InsightRequest | string;

async function finderOf({ catalog }: Listed): Promise<Find> {
  if (catalog === undefined) return (entry) => entry;
  const listed = await listNamed(catalog);
  if (listed instanceof Error) {
    const advice = adviceWithoutListing(listed);
    return (entry, title) =>
      advice === null ? entry : `${JSON.stringify(title)} is not an id, and ${advice}`;
  }
  return (entry, title) => {
    const insight = findNamed(title, listed);
    if (typeof insight === 'string') return insight;
    return { ...entry, title: entry.title ?? insight.name, source: { kind: 'insight', id: insight.id } };
  };
}

/** Why titles could not be resolved. */
export async function whyNotListed({ catalog }: Listed): Promise<Error> {
  const listed = catalog && (await listNamed(catalog));
  return listed instanceof Error ? listed : new InputError(['insights: titles are not known here; give ids']);
}
