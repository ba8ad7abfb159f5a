import type * as v from 'valibot';
import { aggregationSchema } from '../../src/tql/schema/aggregation.ts';
import { filterSchema } from '../../src/tql/schema/filter.ts';
import { havingSchema } from '../../src/tql/schema/having.ts';
import { metricSchema } from '../../src/tql/schema/metric.ts';
import { postAggregationSchema } from '../../src/tql/schema/post-aggregation.ts';
import { runQuerySchema } from '../../src/tql/schema/run-query.ts';

/** The types of each part of a query, read from the schemas that the service checks queries with. */
export const TYPES = {
  query: typesOf(runQuerySchema),
  filter: typesOf(filterSchema),
  aggregation: typesOf(aggregationSchema),
  post: typesOf(postAggregationSchema),
  having: typesOf(havingSchema),
  metric: typesOf(metricSchema),
} as const;

interface Variant {
  readonly key: string;
  readonly options: readonly (Variant | Member)[];
}

/** The type of a member is a literal or one of a list. */
interface Member {
  readonly entries: Readonly<Record<string, { readonly literal?: string; readonly options?: string[] }>>;
}

function typesOf(schema: v.GenericSchema): readonly string[] {
  const read = (part: Variant | Member, key: string): readonly string[] => {
    if ('options' in part) return part.options.flatMap((option) => read(option, part.key));
    const { literal, options = [] } = part.entries[key] ?? {};
    return literal === undefined ? options : [literal];
  };
  return read(schema as unknown as Variant, 'type');
}
