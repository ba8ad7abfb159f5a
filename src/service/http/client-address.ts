// Finds the address that a request came from, behind the proxies that `serve --trusted-proxy` names: the rate
// limit of posts and the request log need it.
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import * as v from 'valibot';

/** Where a request came from, as its connection and the proxies say. */
export interface Origin {
  /** The other end of its connection; null if it is not known. */
  readonly address: string | null;
  /** What proxies say where it came from. */
  readonly forwardedFor: string | null;
}

/**
 * Makes a function that gives the address of a request's client. Each proxy adds the address that it was
 * called from to the end of `X-Forwarded-For`, so the client's is the last one that is not a trusted proxy's:
 * with `10.0.0.0/8` trusted, `1.2.3.4, 5.6.7.8, 10.0.0.2` gives 5.6.7.8. What is before it may be invented.
 * Throws `TypeError` for a proxy that is not an address or a network.
 */
export function readAddress(proxies: readonly string[]): (request: Origin) => string | null {
  const trusted = listProxies(proxies);
  return ({ address, forwardedFor }) => {
    if (address === null) return null;
    const hops = [...(forwardedFor?.split(',') ?? []), address].map((hop) => plainAddress(hop.trim()));
    return hops.findLast((hop) => !isTrusted(hop, trusted)) ?? hops.at(-1) ?? null;
  };
}

/** Where a request came from; a request without a connection, as tests send one, came from nowhere. */
export function originOf({ req, env }: Context): Origin {
  const parsed = v.safeParse(CONNECTED, env);
  return {
    address: parsed.success ? parsed.output.incoming.socket.remoteAddress : null,
    forwardedFor: req.header('x-forwarded-for') ?? null,
  };
}

const CONNECTED = v.object({ incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }) });

/** These networks and this machine itself. Throws `TypeError` for one that is not valid. */
function listProxies(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of ['127.0.0.0/8', '::1', ...proxies]) {
    const network = parseNetwork(proxy);
    if (network === null) throw new TypeError(`${proxy} is not an address or a network`);
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}

/** An address (`10.0.0.7`) or a network (`10.0.0.0/8`); null if the text is neither. */
export function parseNetwork(
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', digits] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? longest : Number(digits);
  return version === 0 || prefix > longest
    ? null
    : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** `::ffff:1.2.3.4` → `1.2.3.4`. */
const plainAddress = (text: string): string => text.replace(/^::ffff:(?=\d+\.)/i, '');

function isTrusted(hop: string, trusted: BlockList): boolean {
  return isIP(hop) !== 0 && trusted.check(hop, isIPv6(hop) ? 'ipv6' : 'ipv4');
}

/**
 * An IPv6 address's network of 64 bits, since anyone who has one address of it has all:
 * `2001:db8::1` → `2001:db8:0:0`. Any other address stays.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.slice(0, LONGEST_ADDRESS);
  const groupsOf = (text: string) => text.split(':').filter((group) => group !== '');
  const [head = [], tail = []] = address.split('::').map(groupsOf);
  // A zone, as in `fe80::1%eth0`, may have any number of colons.
  const zeros = Array<string>(Math.max(8 - head.length - tail.length, 0)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** The longest IPv6 address in characters. A proxy may forward any text, which is cut off to limit memory. */
const LONGEST_ADDRESS = 45;
