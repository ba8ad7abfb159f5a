import * as v from 'valibot';
import { text } from './fields.ts';

/** How the values of a dimension are compared. */
export const ORDERINGS = ['lexicographic', 'alphanumeric', 'numeric', 'strlen', 'version'] as const;
export type Ordering = (typeof ORDERINGS)[number];

/** What a topN is ordered by. */
export type Metric =
  | { readonly type: 'numeric'; readonly metric: string }
  | { readonly type: 'dimension'; readonly ordering?: Ordering; readonly previousStop?: string }
  | { readonly type: 'inverted'; readonly metric: Metric };

/** A metric spec of any kind. */
export const metricSchema: v.GenericSchema<unknown, Metric> = v.variant('type', [
  v.object({ type: v.literal('numeric'), metric: text }),
  v.object({
    type: v.literal('dimension'),
    ordering: v.exactOptional(v.picklist(ORDERINGS)),
    previousStop: v.exactOptional(text),
  }),
  v.object({ type: v.literal('inverted'), metric: v.lazy(() => metricSchema) }),
]);
