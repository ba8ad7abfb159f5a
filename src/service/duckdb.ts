import { createRequire } from 'node:module';
import type * as duckdb from '@duckdb/node-api';

/**
 * DuckDB's binding, the one package that is not bundled. It is required, not imported: the bundler moves an
 * import to the front of the command line, where every command would wait for the native library.
 */
export const { BIGINT, DOUBLE, DuckDBInstance, DuckDBListValue, LIST, listValue, VARCHAR } = createRequire(
  import.meta.url,
)('@duckdb/node-api') as typeof duckdb;
