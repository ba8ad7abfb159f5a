// The plan of a query: a native query, and how Druid's answer becomes that of the service. Other files of
// this folder make a plan for each type of query.
import type { Json, JsonObject } from '../../tql/json.ts';

/** Runs one more query. */
export type RunMore = (query: JsonObject) => Promise<readonly unknown[]>;

export interface Plan {
  readonly query: JsonObject;
  readonly toResult: (
    answer: readonly unknown[],
    runMore: RunMore,
  ) => readonly Json[] | Promise<readonly Json[]>;
}
