import { type RunQuery } from '../../tql/run-query.ts';
import { type PlainQuery } from './compiled.ts';
import { expandExperiment } from './experiment.ts';
import { expandFunnel } from './funnel.ts';
import { expandRetention } from './retention.ts';

/** Turns the query types that TQL derives from groupBy into groupBy. */
export function expandDerived(query: RunQuery, nowMs: number): PlainQuery {
  switch (query.queryType) {
    case 'funnel':
      return expandFunnel(query);
    case 'retention':
      return expandRetention(query, nowMs);
    case 'experiment':
      return expandExperiment(query);
    default:
      return query;
  }
}
