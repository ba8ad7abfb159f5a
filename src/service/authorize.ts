import { HttpProblem } from './problem.ts';
import { type Organization } from './store/organizations.ts';
import { type TokenHolder, type Tokens } from './store/tokens.ts';

/** The organization that a request's token belongs to. Throws `HttpProblem` 401 or 402. */
export async function authorize(request: Request, tokens: Tokens): Promise<Organization> {
  const written = request.headers.get('authorization');
  if (written === null) throw unauthorized('The request has no token: send the header Authorization: Bearer <token>.');
  const token = /^Bearer +(\S+) *$/i.exec(written)?.[1];
  if (token === undefined) throw unauthorized('The Authorization header is not of the form Bearer <token>.');
  const holder = await tokens.holder(token);
  if (holder.kind !== 'valid') throw unauthorized(REASONS[holder.kind]);
  const { organization } = holder;
  if (organization.plan === 'paid') return organization;
  throw new HttpProblem(
    402,
    `${organization.namespace} is on the free plan; the API is for organizations on a paid plan.`,
  );
}

const REASONS: Readonly<Record<Exclude<TokenHolder['kind'], 'valid'>, string>> = {
  unknown: 'The token is unknown.',
  expired: 'The token has expired; make a new one.',
  revoked: 'The token has been revoked; make a new one.',
};

function unauthorized(detail: string): HttpProblem {
  return new HttpProblem(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}
