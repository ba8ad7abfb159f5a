import * as v from 'valibot';
import { relativeInterval } from './fields.ts';
import { type RelativeInterval } from './interval.ts';
import { parseBy, type Parsed } from './validation.ts';

const schema = v.object({ relativeInterval });

/** Parses the body of the insight operation: `{"relativeInterval": {beginningDate, endDate}}`. */
export function parseInsightRequest(value: unknown): Parsed<{ readonly relativeInterval: RelativeInterval }> {
  return parseBy(schema, value);
}
