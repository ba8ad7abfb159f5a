// Parses the files that `--druid-auth`, `--kafka-auth` and `--state-auth` name, with a user and password, a
// token, or a certificate: `{"user": "druid", "password": "…"}`.
import { InputError } from '../text/errors.ts';
import { parseJson } from '../text/json.ts';
import { isJsonObject, type JsonObject } from '../tql/json.ts';

/** How this process logs in to a server. Only the mechanism may be shown or logged. */
export type Login =
  | {
      readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
      readonly user: string;
      readonly password: string;
    }
  | { readonly mechanism: 'OAUTHBEARER'; readonly token: string };

/** The token or the password of a login. Drivers request it whenever they connect. */
export function secretOf({ login }: ServerAccess): string {
  if (login === null) return '';
  return 'token' in login ? login.token : login.password;
}

/** What TLS connections are made with, as PEM. */
export interface TlsFiles {
  /** The certificate authorities that are trusted. Default: those of Node. */
  readonly ca?: string;
  /** This process's own certificate, and its key. */
  readonly cert?: string;
  readonly key?: string;
}

/** How to connect to a server of the cluster. */
export interface ServerAccess {
  /** Read it for each connection: it may change, since tokens expire. */
  readonly login: Login | null;
  /** Null: a connection has TLS only if the address says so. */
  readonly tls: TlsFiles | null;
}

/** For a server that requests no login. */
export const OPEN_ACCESS: ServerAccess = { login: null, tls: null };

/** What a file of credentials says. `certificate` and `key` are the paths of PEM files. */
interface CredentialsFile {
  readonly login: Login | null;
  readonly certificate: { readonly certificate: string; readonly key: string } | null;
  /** Whether TLS is spoken, also without an authority or your own certificate. */
  readonly hasTls: boolean;
  /** Whether the file itself says that its secret may be sent unencrypted. */
  readonly allowsPlain: boolean;
}

const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;
const NAMES: ReadonlySet<string> = new Set([
  'mechanism',
  'user',
  'password',
  'token',
  'certificate',
  'key',
  'tls',
]);
const EXAMPLE = '{"user": "…", "password": "…"} or {"token": "…"}';

/**
 * Reads a file of credentials. `where` names it. Throws `InputError`, with nothing of the text in its
 * message.
 */
export function parseCredentials(text: string, where: string): CredentialsFile {
  const fields = parseJson(text);
  if (!isJsonObject(fields)) throw new InputError([`${where} is not JSON such as ${EXAMPLE}`]);
  const problem = findProblem(fields);
  if (problem !== null) throw new InputError([`${where} ${problem}`]);
  const { certificate, key } = fields;
  const isNamed = typeof certificate === 'string' && typeof key === 'string';
  return {
    login: loginOf(fields),
    certificate: isNamed ? { certificate, key } : null,
    hasTls: fields['tls'] === true,
    allowsPlain: fields['tls'] === false,
  };
}

/** What is wrong with the fields. Unknown names are not shown: they may be a secret in the wrong place. */
function findProblem({ tls, ...texts }: JsonObject): string | null {
  if (Object.keys(texts).some((name) => !NAMES.has(name)))
    return `has a field that is not known: write ${[...NAMES].join(', ')}`;
  if (tls !== undefined && typeof tls !== 'boolean') return 'has a "tls" that is not true or false';
  // A line break would end the header or the setting that holds the value.
  const badField = Object.entries(texts).find(
    ([, value]) => typeof value !== 'string' || !/^[^\p{Cc}]+$/u.test(value),
  );
  if (badField !== undefined) return `has a "${badField[0]}" that is not a text of one line`;
  for (const [one, other] of [
    ['user', 'password'],
    ['certificate', 'key'],
  ] as const) {
    if ((texts[one] === undefined) !== (texts[other] === undefined))
      return `needs both "${one}" and "${other}"`;
  }
  if (texts['token'] !== undefined && texts['user'] !== undefined)
    return 'has a token and a user: leave one of them out';
  if (texts['token'] === undefined && texts['user'] === undefined && texts['certificate'] === undefined)
    return `holds nothing to log in with: write ${EXAMPLE}`;
  return findMechanismProblem(texts['mechanism'], texts['user'] !== undefined);
}

function findMechanismProblem(mechanism: unknown, hasUser: boolean): string | null {
  if (mechanism === undefined) return null;
  const allowed: readonly unknown[] = hasUser ? MECHANISMS : ['OAUTHBEARER'];
  return allowed.includes(mechanism) ? null : `has a mechanism that is not ${allowed.join(', ')}`;
}

function loginOf({ mechanism, user, password, token }: JsonObject): Login | null {
  if (typeof token === 'string') return { mechanism: 'OAUTHBEARER', token };
  if (typeof user !== 'string' || typeof password !== 'string') return null;
  return { mechanism: MECHANISMS.find((each) => each === mechanism) ?? 'SCRAM-SHA-512', user, password };
}
