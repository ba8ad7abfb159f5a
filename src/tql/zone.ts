import { isJsonObject, type JsonObject } from './json.ts';
import { isTimeZone } from './literals.ts';

/** The zone in which a query's days begin: its `context.timezone` if that is an IANA zone, else UTC. */
export function zoneOf(query: JsonObject): string {
  const context = query['context'];
  const zone = isJsonObject(context) ? context['timezone'] : undefined;
  return typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC';
}
