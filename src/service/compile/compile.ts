import { type RunQuery } from '../../tql/run-query.ts';
import { withBaseFilter } from './base-filter.ts';
import { checkNames } from './check-names.ts';
import { checkPoints } from './check-points.ts';
import { checkVirtualColumns } from './check-virtual-columns.ts';
import { type CompiledQuery } from './compiled.ts';
import { withSentContext } from './context.ts';
import { expandConvenience } from './convenience.ts';
import { withDataSource } from './data-source.ts';
import { withDefaultInterval } from './default-interval.ts';
import { expandDerived } from './derived.ts';
import { withGranularityZone } from './granularity-zone.ts';
import { resolveIntervals } from './relative-intervals.ts';

/** What the passes know of the request: whose events are asked, and one "now" for the whole query. */
export interface CompileContext {
  readonly namespace: string;
  readonly nowMs: number;
}

/**
 * Turns a query as written into one that an engine can run: the passes in their order. Throws `QueryError` where the
 * query cannot mean anything.
 */
export function compile(written: RunQuery, { namespace, nowMs }: CompileContext): CompiledQuery {
  const dated = withDefaultInterval(withDataSource(written, namespace));
  const plain = expandDerived(withGranularityZone(dated), nowMs);
  checkVirtualColumns(plain);
  const absolute = resolveIntervals(withSentContext(withBaseFilter(plain, written.filter)), nowMs);
  const compiled = expandConvenience(absolute, namespace);
  checkNames(compiled);
  checkPoints(compiled);
  return compiled;
}
