// Who may query: reads the bearer token of a request to the API, or the write key of a post.
import type { Context } from 'hono';
import { KEY_PREFIX, TOKEN_PREFIX } from '../../text/credentials.ts';
import type { Organization } from '../store/state/organizations.ts';
import type { TokenHolder, Tokens } from '../store/state/tokens.ts';
import { HttpProblem } from './problem.ts';

/** Who sends a request: an organization, and the id of its token. */
export interface Client extends Organization {
  readonly token: string;
}

/** The client that a request's token belongs to; also noted for the log. Throws `HttpProblem` 401 or 402. */
export async function authorize(context: Context, tokens: Tokens): Promise<Client> {
  const holder = await tokens.holder(bearerToken(context.req.header('authorization') ?? null, 'token'));
  if (holder.kind === 'unknown') throw unauthorized(REASONS.unknown);
  const { id: token, organization } = holder;
  context.set('client', { organization: organization.namespace, token });
  if (holder.kind !== 'valid') throw unauthorized(REASONS[holder.kind]);
  if (organization.plan === 'paid') return { ...organization, token };
  throw new HttpProblem(
    402,
    `${organization.namespace} is on the free plan; the API is for organizations on a paid plan.`,
  );
}

/** The token or key of an Authorization header. Throws `HttpProblem` 401. */
export function bearerToken(header: string | null, secretKind: 'token' | 'write key'): string {
  if (header === null)
    throw unauthorized(
      `The request has no ${secretKind}: send the header Authorization: Bearer <${secretKind}>.`,
    );
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined)
    throw unauthorized(`The Authorization header does not have the form Bearer <${secretKind}>.`);
  return checkSecretKind(token, secretKind);
}

/** The secret itself. Throws `HttpProblem` 401 if it begins like the other kind: `ikey_…` is no token. */
export function checkSecretKind(secret: string, secretKind: 'token' | 'write key'): string {
  const { prefix, detail } = OTHERS[secretKind];
  if (secret.startsWith(prefix)) throw unauthorized(detail);
  return secret;
}

const OTHERS = {
  token: {
    prefix: KEY_PREFIX,
    detail: 'This is a write key, which only sends events; `token create` makes a token, which can query.',
  },
  'write key': {
    prefix: TOKEN_PREFIX,
    detail:
      'This is a token, which reads every event: an app must not hold it. Revoke it; `key create` makes a write key.',
  },
} as const;

const REASONS: Readonly<Record<Exclude<TokenHolder['kind'], 'valid'>, string>> = {
  unknown: 'The token is unknown.',
  expired: 'The token has expired; make a new one.',
  revoked: 'The token has been revoked; make a new one.',
};

/** The 401 of a request without a valid token or key. */
export function unauthorized(detail: string): HttpProblem {
  return new HttpProblem(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}
