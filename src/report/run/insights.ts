// Step 1 of a report (`reports.ts`): each insight of the request becomes a compared insight, or a failed one.
import type { QueryService, ResolvedInsight } from '../client/client.ts';
import { withoutTestEvents } from '../client/app-filters.ts';
import { explainRefusedSource, withDataSource } from '../client/data-source.ts';
import { type FindTitle, titlesOf } from '../client/insight-titles.ts';
import type { ComparedInsight } from '../compare/rows.ts';
import type { InsightRequest, ReportRequest } from '../inputs/request.ts';
import type { FailedInsight } from '../results/results.ts';
import { wholeUnits } from '../../tql/time/interval.ts';
import { reportInsight } from './insight.ts';
import { toFailedInsight } from './not-run.ts';
import { whyNotListed } from './titled.ts';

/** What each insight of a report is queried with. */
type Settings = Pick<ReportRequest, 'timezone' | 'minGroupSize'> & {
  readonly service: Pick<ReportRequest['service'], 'dataSource'>;
};

/**
 * Requests all insights side by side, within the client's concurrency. One that fails becomes a failed
 * insight and does not affect the others.
 */
export async function askInsights(
  entries: readonly InsightRequest[],
  settings: Settings,
  service: QueryService,
  nowMs: number,
): Promise<readonly (ComparedInsight | FailedInsight)[]> {
  const findTitle = titlesOf(
    entries.filter(isUnnamed).map(({ name }) => name),
    service.catalog,
  );
  return Promise.all(entries.map((entry) => reportOrFail(entry, settings, service, findTitle, nowMs)));
}

async function reportOrFail(
  entry: InsightRequest,
  settings: Settings,
  service: QueryService,
  findTitle: FindTitle,
  nowMs: number,
): Promise<ComparedInsight | FailedInsight> {
  const id = entry.source.kind === 'insight' ? entry.source.id : null;
  let title: Promise<string | null> | null = null;
  try {
    const { query, name } = await resolveQuery(entry, settings.service, service);
    // The title is requested at the same time as the queries, so that none of them waits for it.
    if (name === null && id !== null && isUnnamed(entry)) title = findTitle(id);
    const sourced = await withDataSource(query, settings.service.dataSource, service.catalog);
    const insight = await reportInsight(
      name !== null && isUnnamed(entry) ? { ...entry, title: name } : entry,
      sourced,
      settings,
      service,
      nowMs,
    );
    return { ...insight, title: (await title) ?? insight.title };
  } catch (error) {
    const insight = toFailedInsight({ ...entry, id }, await explainRefusedSource(error, service.catalog));
    return { ...insight, title: (await title) ?? insight.title };
  }
}

/**
 * The query of an entry: the one in its file, or the one behind its saved insight. Rejects with the client's
 * errors, or with `InputError` for a title that could not be looked up.
 */
async function resolveQuery(
  { source, interval }: InsightRequest,
  { dataSource }: Settings['service'],
  service: QueryService,
): Promise<ResolvedInsight> {
  if (source.kind === 'query') return { query: source.query, name: null };
  if (source.kind === 'title') throw await whyNotListed(service);
  // Saved queries mostly have no data source. What is listed here is used once the insight is resolved.
  if (dataSource === null) service.catalog?.organizations().catch(() => undefined);
  const relative = interval?.kind === 'relative' ? interval.interval : LAST_30_DAYS;
  const { query, name } = await service.resolveInsight(source.id, relative);
  return { query: withoutTestEvents(query), name };
}

/** Whether an entry has neither a name nor a title, only an id. */
function isUnnamed({ source, name, title }: InsightRequest): boolean {
  return source.kind === 'insight' && name === source.id && title === null;
}

/**
 * The service resolves insights over relative intervals only. An absolute one takes this one's place
 * afterwards.
 */
const LAST_30_DAYS = wholeUnits('day', -30, 0);
