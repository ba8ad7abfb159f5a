import type { Query } from './query.ts';

/** What tells queries apart: two with the same key have the same answer. */
export function queryKey(query: Query): string {
  return JSON.stringify(query);
}
