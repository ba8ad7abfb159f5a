// Decides whether a post may come in: by its write key (`--ingest-keys`) and by how many came before it
// (`--ingest-rate`).
import { bearerToken, checkSecretKind, unauthorized } from '../http/authorize.ts';
import { networkOf, type Origin, readAddress } from '../http/client-address.ts';
import { HttpProblem } from '../http/problem.ts';
import type { LoggedClient } from '../http/request-log.ts';
import { limitRate, type Rate, type RateLimit } from '../http/rate-limit.ts';
import type { WriteKeys } from '../store/state/write-keys.ts';

/** Who sends a post, as its connection, its headers and its path say. */
export interface Sender extends Origin {
  /** The write key in its path or query; null if there is none. */
  readonly key: string | null;
  readonly authorization: string | null;
}

/**
 * Decides before a post's body is read whether it may come in. Throws `HttpProblem` 401, 403 or 429. Returns
 * the address (IPv6: the network) that the post came from; null if it is not known. `identify` is called with
 * the owner of the post's key, even if the key is refused, for the log.
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
  /** How many posts one address may send; null: any number. A key may send `KEY_FACTOR` times as many. */
  readonly rate: Rate | null;
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies, which say whom a post came from. Those of this machine
   * are always among them.
   */
  readonly proxies: readonly string[];
}

/**
 * How many posts one address may send each second by default: fewer with keys, as anyone may then connect.
 */
const POSTS_PER_SECOND = { withKeys: 100, withoutKeys: 500 };
const BURST_SECONDS = 10;

/** The rate of `--ingest-rate`: so many posts each second, and ten seconds' worth at once; 0 is no limit. */
export function postRate(perSecond: number): Rate | null {
  return perSecond === 0 ? null : { perSecond, burst: perSecond * BURST_SECONDS };
}

export function guardIngest(keys: Pick<WriteKeys, 'holder'>, options: Partial<GuardOptions>): Guard {
  const { needsKey = false, proxies = [] } = options;
  const postsPerSecond = needsKey ? POSTS_PER_SECOND.withKeys : POSTS_PER_SECOND.withoutKeys;
  const { rate = postRate(postsPerSecond) } = options;
  const addressOf = readAddress(proxies);
  const limitTo = (factor: number): RateLimit => {
    if (rate === null) return () => 0;
    return limitRate({ perSecond: rate.perSecond * factor, burst: rate.burst * factor });
  };
  const limitOfAddress = limitTo(1);
  const limitOfKey = limitTo(KEY_FACTOR);
  return async (namespace, sender, identify) => {
    const origin = addressOf(sender);
    const address = origin === null ? null : networkOf(origin);
    if (address !== null) admit(limitOfAddress, address, 'this address');
    // Where posts need no key, only one in the path or query is checked: an Authorization header is not read.
    if (!needsKey && sender.key === null) return address;
    const { key, authorization } = sender;
    const writeKey =
      key === null ? bearerToken(authorization, 'write key') : checkSecretKind(key, 'write key');
    const holder = await keys.holder(writeKey);
    if (holder.kind === 'unknown') throw unauthorized('The write key is unknown.');
    identify?.({ organization: holder.namespace, key: holder.id });
    if (holder.kind === 'revoked')
      throw unauthorized('The write key has been revoked; `key create` makes a new one.');
    if (holder.namespace !== namespace)
      throw new HttpProblem(403, 'This write key belongs to another organization.');
    admit(limitOfKey, holder.id, 'this write key');
    return address;
  };
}

/** Many devices send with the same key, so a key may send ten times as often as an address. */
const KEY_FACTOR = 10;

function admit(limit: RateLimit, sender: string, description: string): void {
  const seconds = limit(sender);
  if (seconds === 0) return;
  const detail = `Too many posts came from ${description}; send this one again in ${seconds} s.`;
  // The rest of a body that was not read must not be taken for the next request.
  const headers = { 'retry-after': String(seconds), connection: 'close' };
  throw new HttpProblem(429, detail, { headers });
}
