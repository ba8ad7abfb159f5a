// Parses `--state`, the address of the PostgreSQL with organizations, tokens and insights.
import { InputError } from '../../text/errors.ts';
import type { ServerAccess } from '../credentials.ts';

/** The PostgreSQL database with the state, and how to log in. */
export interface StateOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly access: ServerAccess;
}

const PORT = 5432;

/** Reads the address of a PostgreSQL database: `postgres://host:5432/name`. Throws `InputError`. */
export function parseStateUrl(text: string): Omit<StateOptions, 'access'> {
  const url = URL.parse(text);
  if (url !== null && (url.username !== '' || url.password !== '')) {
    // Everybody on this machine sees the arguments of a command.
    throw new InputError([
      '--state has a user or password in its address: put them into a file, and name it with --state-auth',
    ]);
  }
  const database = decoded(/^\/([^/]+)$/.exec(url?.pathname ?? '')?.[1]);
  const isAddress =
    url !== null &&
    ['postgres:', 'postgresql:'].includes(url.protocol) &&
    url.hostname !== '' &&
    url.search === '' &&
    url.hash === '';
  if (!isAddress || database === undefined)
    throw new InputError([
      '--state is not the address of a PostgreSQL database: write it as postgres://host:5432/name',
    ]);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORT : Number(url.port),
    database,
  };
}

/** `my%20state` → `my state`; undefined if the escapes are not valid. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
