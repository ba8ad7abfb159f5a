// Turns a post of TelemetryDeck's web SDK into an event: `{"appID": "B1…", "url": "/pricing"}` is a page
// view, with `url` in the payload and a user id made of the visitor's address and browser.
import { createHash, randomBytes } from 'node:crypto';
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import { isJsonObject } from '../../tql/json.ts';
import { HttpProblem } from '../http/problem.ts';
import { withKeys } from './read-post.ts';

/** Who loads a page, as far as the connection says: an address and a browser's name. Neither is kept. */
export interface Visitor {
  readonly address: string | null;
  readonly agent: string | null;
}

/** Gives a visitor's user id, which is the same for one UTC day. */
type IdentifyVisitor = (appID: string, visitor: Visitor) => string;

/**
 * Hashes visitors with a salt that is made again each day, by the clock `now`, and kept in memory only: once
 * the day is over, or the service has ended, nobody can find out which address an id stands for.
 */
export function identifyByDay(now: () => number): IdentifyVisitor {
  let salt = { day: NaN, bytes: randomBytes(32) };
  return (appID, { address, agent }) => {
    const day = Math.floor(now() / MS_PER_DAY);
    if (day !== salt.day) salt = { day, bytes: randomBytes(32) };
    const hash = createHash('sha256').update(salt.bytes);
    return hash.update(JSON.stringify([appID.toUpperCase(), address, agent])).digest('hex');
  };
}

/** An event's own fields; anything else in a web SDK's object is payload. */
const EVENT_KEYS: ReadonlySet<string> = new Set([
  'appID',
  'type',
  'eventID',
  'sessionID',
  'timestamp',
  'receivedAt',
  'isTestMode',
  'floatValue',
  'telemetryClientVersion',
  'clientUser',
  'payload',
]);

/**
 * The event in a post of the web SDK: one flat object, a page view unless it says its type. Its further keys
 * (`url`, `referrer`, `locale`) are the payload. Throws `HttpProblem` 400 for anything else.
 */
export function webEvent(body: unknown, visitor: Visitor, identify: IdentifyVisitor): unknown {
  if (!isJsonObject(body)) {
    const detail = 'This path takes one event, a JSON object; batches go to /v2/namespace/NAMESPACE/.';
    throw new HttpProblem(400, detail);
  }
  const { appID, payload = null } = body;
  const { fields = [], payloadFields = [] } = Object.groupBy(Object.entries(body), ([key]) =>
    EVENT_KEYS.has(key) ? 'fields' : 'payloadFields',
  );
  return {
    ...Object.fromEntries(fields),
    type: body['type'] ?? 'pageview',
    clientUser: identify(typeof appID === 'string' ? appID : '', visitor),
    payload: withKeys(payload, Object.fromEntries(payloadFields)),
  };
}
