import { isJsonObject } from '../tql/json.ts';

/** Whether a query's granularity makes one bucket of its whole period. */
export function isOneBucket(granularity: unknown): boolean {
  const name = isJsonObject(granularity) ? granularity['type'] : granularity;
  return name === undefined || name === null || (typeof name === 'string' && name.toLowerCase() === 'all');
}
