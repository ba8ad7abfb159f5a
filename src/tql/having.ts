import * as v from 'valibot';
import { extractionFnSchema, type ExtractionFn } from './extraction-fn.ts';
import { text } from './fields.ts';
import { filterSchema, type Filter } from './filter.ts';

/** Which groups of a groupBy stay. */
export type Having =
  | { readonly type: 'equalTo' | 'greaterThan' | 'lessThan'; readonly aggregation: string; readonly value: number }
  | {
      readonly type: 'dimSelector';
      readonly dimension: string;
      readonly value: string;
      readonly extractionFn?: ExtractionFn;
    }
  | { readonly type: 'filter'; readonly filter: Filter }
  | { readonly type: 'and' | 'or'; readonly havingSpecs: readonly Having[] }
  | { readonly type: 'not'; readonly havingSpec: Having };

const havingSpecs = v.pipe(v.array(v.lazy(() => havingSchema)), v.minLength(1, 'holds no having spec'));

/** A having spec of any kind. */
export const havingSchema: v.GenericSchema<unknown, Having> = v.variant('type', [
  v.object({ type: v.picklist(['equalTo', 'greaterThan', 'lessThan']), aggregation: text, value: v.number() }),
  v.object({
    type: v.literal('dimSelector'),
    dimension: text,
    value: text,
    extractionFn: v.exactOptional(extractionFnSchema),
  }),
  v.object({
    type: v.literal('filter'),
    filter: filterSchema,
    finalize: v.exactOptional(v.literal(true, 'is not supported: sketches are always given as their number')),
  }),
  v.object({ type: v.picklist(['and', 'or']), havingSpecs }),
  v.object({ type: v.literal('not'), havingSpec: v.lazy(() => havingSchema) }),
]);
