// How signals.ts and minimums.ts query the service, besides the report's own insights.
import type { QueryService } from '../report/client/client.ts';
import { withDataSource } from '../report/client/data-source.ts';
import { atMoment } from '../report/run/planning/prepare-query.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import { createService } from '../report/run/service.ts';
import type { Log } from '../text/log.ts';
import type { Query } from '../tql/query.ts';

/**
 * Makes a function that runs queries for the report's data source, and as of the moment at which the report
 * ran, so that their periods are the same. `catalog` lists the insights that the service has.
 */
export function askLikeReport({ request, results }: FinishedReport, log: Log) {
  const service: QueryService = createService(request, { log });
  const { catalog } = service;
  const nowMs = Date.parse(results.generatedAt);
  const ask = async (query: Query) => {
    const sourced = await withDataSource(query, request.service.dataSource, catalog);
    return (await service.runQuery(atMoment(sourced, nowMs))).result;
  };
  return { ask, catalog };
}
