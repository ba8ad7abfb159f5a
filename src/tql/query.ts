import type { JsonObject } from './json.ts';

/**
 * A query as it travels: a JSON object with a query type. The client sends on what it was given, unknown keys
 * included; what the service understands of it is in the schema beside this file.
 */
export type Query = JsonObject & { readonly queryType: string };
