import { type JsonObject } from '../../tql/json.ts';

/** A query that an engine can run: nothing relative, no convenience, no derived query type. Placeholder until the passes stand. */
export type CompiledQuery = JsonObject & { readonly queryType: string };
