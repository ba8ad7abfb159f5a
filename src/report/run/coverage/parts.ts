// Which events an insight counts apart from others. `ask.ts` counts each of these parts by day, because a
// part whose event was renamed has days without events of its own. Pure.
import { defaultMetric } from '../../tables/query/default-metric.ts';
import { aggregationBehind, filtersOf, queryOutputs } from '../../tables/query/outputs.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryFilter } from '../../../tql/query-parts.ts';
import { joined, selector } from '../../../tql/write.ts';
import type { InsightPlan } from '../planning/plan.ts';

/** Events that an insight counts apart: of a funnel's step, an experiment's sample, an output or a row. */
export interface Part {
  /** Null for all events that the query's filter lets through. */
  readonly name: string | null;
  readonly filter: QueryFilter;
  /** Whether the insight's metric is computed from them. */
  readonly isOfMetric: boolean;
}

/** The parts of an insight; none if it counts all events together. */
export function partsOf({ entry, rows: query, eventNames = [] }: InsightPlan): readonly Part[] {
  const samples = samplesOf(query);
  const parts = samples.length > 0 ? samples : outputsOf(query, entry.metric ?? defaultMetric(query));
  const ofRows = eventNames.map((name) => ({ name, filters: [selector('type', name)], isOfMetric: false }));
  return [...parts, ...ofRows].flatMap(({ filters, ...part }) => {
    const filter = joined('and', [query.filter, ...filters]);
    return filter === null ? [] : [{ ...part, filter }];
  });
}

/** A part before the query's own filter is added. */
interface OwnFilters extends Omit<Part, 'filter'> {
  readonly filters: readonly (QueryFilter | null | undefined)[];
}

/** The steps of a funnel, or the samples of an experiment and its criterion. */
function samplesOf(query: Query): readonly OwnFilters[] {
  const samples =
    query.queryType === 'experiment'
      ? [query.sample1, query.sample2, query.successCriterion]
      : (query.queryType === 'funnel' && query.steps) || [];
  return samples.flatMap((each) =>
    each == null ? [] : { name: each.name ?? '', filters: [each.filter], isOfMetric: true },
  );
}

/** Each output that has a filter, and all others together. */
function outputsOf(query: Query, metric: string | null): readonly OwnFilters[] {
  // A rate may be computed from any of them.
  const isRate = metric !== null && aggregationBehind(query, metric) === null;
  const outputs = queryOutputs(query).flatMap(({ name, aggregation }) =>
    aggregation === null
      ? []
      : { name, filters: filtersOf(aggregation), isOfMetric: isRate || name === metric },
  );
  const filtered = outputs.filter(({ filters }) => filters.length > 0);
  const hasOthers = outputs.length === 0 || filtered.length < outputs.length;
  return hasOthers ? [{ name: null, filters: [], isOfMetric: true }, ...filtered] : filtered;
}
