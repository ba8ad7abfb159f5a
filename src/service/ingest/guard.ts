import { isIPv6 } from 'node:net';
import { bearerToken, checkForm, unauthorized } from '../http/authorize.ts';
import { type Connected, readAddress } from '../http/client-address.ts';
import { HttpProblem } from '../http/problem.ts';
import type { LoggedClient } from '../http/request-log.ts';
import { limitRate, type Rate, type RateLimit } from '../http/rate-limit.ts';
import type { WriteKeys } from '../store/secrets.ts';

/** How a post came: what it says about itself. */
export interface Sender extends Connected {
  /** The key in its path; null if there is none. */
  readonly key: string | null;
  readonly authorization: string | null;
}

/**
 * Lets a post for a namespace in, or throws `HttpProblem` 401, 403 or 429. Gives the address (IPv6: the
 * network) that it came from; null if it is not known. `identify` takes whose key it is, even if refused.
 */
export type Guard = (
  namespace: string,
  sender: Sender,
  identify?: (client: LoggedClient) => void,
) => Promise<string | null>;

/** Who may post, and how often. */
export interface GuardOptions {
  /** Whether only posts with a write key are taken. */
  readonly needsKey: boolean;
  /**
   * Posts of one address; null if there is no limit. A key may send ten times as many, since many addresses
   * have the same.
   */
  readonly rate: Rate | null;
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies, which say whom a post came from. Those of this machine
   * are always among them.
   */
  readonly proxies: readonly string[];
}

/**
 * How many posts one address may send each second by default: fewer where keys say that the service is open
 * to the world.
 */
const POSTS_PER_SECOND = { withKeys: 100, withoutKeys: 500 };
const BURST_SECONDS = 10;

/** So many posts each second, and ten seconds' worth at once; no limit for 0. */
export function postRate(perSecond: number): Rate | null {
  return perSecond === 0 ? null : { perSecond, burst: perSecond * BURST_SECONDS };
}

/** Makes the guard of the ingest. */
export function guardIngest(keys: Pick<WriteKeys, 'holder'>, options: Partial<GuardOptions>): Guard {
  const { needsKey = false, proxies = [] } = options;
  const { rate = postRate(needsKey ? POSTS_PER_SECOND.withKeys : POSTS_PER_SECOND.withoutKeys) } = options;
  const addressOf = readAddress(proxies);
  const ofAddress = rate === null ? unlimited : limitRate(rate);
  const ofKey =
    rate === null
      ? unlimited
      : limitRate({ perSecond: rate.perSecond * KEY_FACTOR, burst: rate.burst * KEY_FACTOR });
  return async (namespace, sender, identify) => {
    const origin = addressOf(sender);
    const address = origin === null ? null : networkOf(origin);
    if (address !== null) admit(ofAddress, address, 'this address');
    if (!needsKey && sender.key === null) return address;
    const { key, authorization } = sender;
    const writeKey = key === null ? bearerToken(authorization, 'write key') : checkForm(key, 'write key');
    const holder = await keys.holder(writeKey);
    if (holder.kind === 'unknown') throw unauthorized('The write key is unknown.');
    identify?.({ organization: holder.namespace, key: holder.id });
    if (holder.kind === 'revoked')
      throw unauthorized('The write key has been revoked; `key create` makes a new one.');
    if (holder.namespace !== namespace)
      throw new HttpProblem(403, 'This write key belongs to another organization.');
    admit(ofKey, holder.id, 'this write key');
    return address;
  };
}

const KEY_FACTOR = 10;
const unlimited: RateLimit = () => 0;

function admit(limit: RateLimit, who: string, what: string): void {
  const seconds = limit(who);
  if (seconds === 0) return;
  // The rest of a body that was not read must not be taken for the next request.
  const headers = { 'retry-after': String(seconds), connection: 'close' };
  throw new HttpProblem(429, `Too many posts came from ${what}; send this one again in ${seconds} s.`, {
    headers,
  });
}

/** Who has one IPv6 address has all of its /64. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address.slice(0, LIMIT_ADDRESS);
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(8 - groups.length - rest.length, 0)).fill('0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

const LIMIT_ADDRESS = 45;
