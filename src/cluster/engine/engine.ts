// The engine on Druid: sends a compiled query, which is nearly a native one, and makes the service's answer
// from Druid's. It shares `results.ts` and `buckets.ts` with the engine on DuckDB.
import type { Census } from '../census/census.ts';
import type { DruidServer } from '../druid-server.ts';
import type { JsonObject } from '../../tql/json.ts';
import type { CompiledQuery } from '../../service/query/compile/compiled-query.ts';
import type { Engine } from '../../service/query/engines/engine.ts';
import { listColumns } from './columns.ts';
import { createDriver } from './driver.ts';
import { planGroupBy } from './group-by.ts';
import type { Plan } from './plan.ts';
import { isOfAllColumns, planScan } from './scan.ts';
import { planSegmentMetadata } from './segment-metadata.ts';
import { planTimeBoundary } from './time-boundary.ts';
import { planTimeseries } from './timeseries.ts';
import { planTopN } from './top-n.ts';

/**
 * Makes the engine of a cluster, over a Druid router or broker. An organization's events are the data source
 * of its namespace. `check` throws `QueryError` for queries that must not be sent. With a census, each answer
 * is proven to be complete.
 */
export function createDruidEngine(
  broker: DruidServer,
  check: (query: CompiledQuery) => void,
  census: Pick<Census, 'begin'> | null = null,
): Engine {
  const driver = createDriver(broker, census);
  return {
    close: () => driver.close(),
    async run(query, { namespace }, signal) {
      check(query);
      // Whatever a query says, it is about the organization's own data source.
      const run = (native: JsonObject) => driver.run({ ...native, dataSource: namespace }, signal);
      const columns = query.queryType === 'scan' && isOfAllColumns(query) ? await listColumns(run) : [];
      const { query: native, toResult } = planQuery(query, columns);
      return toResult(await run(native), run);
    },
    async explain(query, { namespace }) {
      check(query);
      const native = { ...planQuery(query, []).query, dataSource: namespace };
      return {
        language: 'Native query',
        statement: JSON.stringify(native, null, 2),
        parameters: [],
        plan: '',
      };
    },
  };
}

function planQuery(query: CompiledQuery, columns: readonly string[]): Plan {
  switch (query.queryType) {
    case 'timeseries':
      return planTimeseries(query);
    case 'topN':
      return planTopN(query);
    case 'groupBy':
      return planGroupBy(query);
    case 'scan':
      return planScan(query, columns);
    case 'timeBoundary':
      return planTimeBoundary(query);
    case 'segmentMetadata':
      return planSegmentMetadata(query);
  }
}
