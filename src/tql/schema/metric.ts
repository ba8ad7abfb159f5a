// What a topN is ordered by, its `metric`: `{"type": "numeric", "metric": "Users"}` is `ORDER BY Users DESC`.
import * as v from 'valibot';
import { ORDERINGS } from '../ordering.ts';
import type { ChildNode, WithChildren } from '../tree.ts';
import { text, unsupportedKeys } from './shared-schemas.ts';

const nested: v.GenericSchema<unknown, ChildNode> = v.lazy(() => metric);
const metric = v.variant('type', [
  v.object({ type: v.literal('numeric'), metric: text }),
  v.object({
    type: v.literal('dimension'),
    ordering: v.exactOptional(v.picklist(ORDERINGS)),
    ...unsupportedKeys('previousStop'),
  }),
  v.object({ type: v.literal('inverted'), metric: nested }),
]);

/**
 * What a topN is ordered by: `numeric` is `ORDER BY output DESC`, `dimension` is `ORDER BY dimension ASC`,
 * and `inverted` reverses another one.
 */
export type Metric = WithChildren<v.InferOutput<typeof metric>, { readonly child: Metric }>;

/** A metric without the `inverted` ones around it; an odd number of them inverts it. */
export type FlatMetric = { readonly isInverted: boolean } & Exclude<Metric, { readonly type: 'inverted' }>;

export function flattenMetric(metric: Metric, isInverted = false): FlatMetric {
  return metric.type === 'inverted' ? flattenMetric(metric.metric, !isInverted) : { ...metric, isInverted };
}

/** The output that a metric orders by; null if it orders by the dimension. */
export function outputOfMetric(metric: Metric): string | null {
  const flat = flattenMetric(metric);
  return flat.type === 'numeric' ? flat.metric : null;
}

/** A metric spec of any kind. What is nested has passed the same schema. */
export const metricSchema = metric as v.GenericSchema<unknown, Metric>;
