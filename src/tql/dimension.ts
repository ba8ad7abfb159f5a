import * as v from 'valibot';
import { extractionFnSchema } from './extraction-fn.ts';
import { text } from './fields.ts';
import { refusedKeys } from './validation.ts';

const common = {
  dimension: text,
  outputName: text,
  outputType: v.exactOptional(v.picklist(['STRING', 'LONG', 'FLOAT'])),
};

/** A column to group by and the name it has in the rows. */
export const dimensionSchema = v.variant('type', [
  v.object({ type: v.literal('default'), ...common, ...refusedKeys('extractionFn') }),
  v.object({ type: v.literal('extraction'), ...common, extractionFn: extractionFnSchema }),
]);

/** A dimension spec. */
export type Dimension = Readonly<v.InferOutput<typeof dimensionSchema>>;
