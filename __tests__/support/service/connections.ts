import type { DuckDBInstance } from '@duckdb/node-api';
import type { Connections } from '../../../src/service/query/engines/duckdb/driver.ts';

/** The connections of an engine that stays open. */
export function connectionsOf(instance: DuckDBInstance): Connections {
  return {
    connect: () => instance.connect(),
    using: (_, task) => task(),
    isCurrent: () => true,
    opened: () => Promise.resolve(),
  };
}
