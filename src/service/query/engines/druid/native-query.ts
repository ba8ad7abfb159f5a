import type { JsonObject } from '../../../../tql/json.ts';
import type { CompiledQuery } from '../../compile/compiled-query.ts';

/** A compiled query as it is sent to Druid, with some of its parts replaced. A compiled query is JSON by construction. */
export function nativeQuery(query: CompiledQuery, replaced: Readonly<Record<string, unknown>> = {}): JsonObject {
  return JSON.parse(JSON.stringify({ ...query, ...replaced })) as JsonObject;
}
