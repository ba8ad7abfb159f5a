// Turns PostgreSQL's errors into those of the service: it is away for a moment, it keeps us out until someone
// changes something, or a statement failed.
import { connectionCode, describeConnection, isLasting } from '../../http/connection-error.ts';
import { StateAwayError } from '../../service/errors.ts';
import type { StateOptions } from './options.ts';

const ASKS = 'PostgreSQL needs a login: give --state-auth FILE, with a user and password.';
const REFUSES = 'PostgreSQL refuses the user and password of --state-auth.';
const WANTS_PASSWORD =
  'PostgreSQL wants the password without SCRAM, so it is not sent: set scram-sha-256 for the user in pg_hba.conf.';
const UNSAFE = 'No safe connection to PostgreSQL can be made; the log says why.';

/** The errors that do not pass by themselves, by PostgreSQL's code (SQLSTATE), as sentences for everybody. */
const LASTING: ReadonlyMap<string, string> = new Map([
  ['28P01', REFUSES],
  ['28000', REFUSES],
  ['3D000', 'PostgreSQL has no database of the name in --state.'],
  ['42501', 'PostgreSQL does not let the user of --state-auth make or use its tables.'],
  ['25006', 'PostgreSQL takes no changes: it is a replica, or read-only.'],
]);
/**
 * The codes of errors that may pass: it starts or ends, has no connection, memory or disk left, a statement
 * took too long, or two waited for each other.
 */
const PASSING = /^(?:08|53|57|58|40|55P03)/;

/** The server requested the password itself or an MD5 of it, rather than a proof that we know it (SCRAM). */
export class PasswordAsked extends Error {
  constructor() {
    super('it wants the password without SCRAM');
  }
}

/** The error of a PostgreSQL that does not answer, or not to us; else the driver's own. */
export function awayError(error: unknown, { host, port, access }: StateOptions): unknown {
  const where = `PostgreSQL at ${host}:${port}`;
  // Not `instanceof Error`: errors of sockets may come from another realm.
  const { message = '', severity } = error as { message?: string; severity?: string };
  const code = connectionCode(error);
  const lasting = lastingProblem(error, message, code);
  if (lasting !== undefined) {
    const problem = lasting === REFUSES && access.login === null ? ASKS : lasting;
    return new StateAwayError(`${where}: ${message}. ${problem.slice(0, -1)}`, { cause: error, problem });
  }
  const isFromServer = severity !== undefined;
  if (isFromServer && !PASSING.test(code ?? '')) return error;
  if (isFromServer || code === null) return new StateAwayError(`${where}: ${message}`, { cause: error });
  const { reason, advice } = describeConnection(code, '--state', '--state-ca');
  const sentences = [reason, advice?.slice(0, -1)].filter(Boolean).join('. ');
  const options = isLasting(code) ? { cause: error, problem: UNSAFE } : { cause: error };
  return new StateAwayError(`${where}: ${sentences}`, options);
}

/** What keeps this process out until somebody changes something, as a sentence. */
function lastingProblem(error: unknown, message: string, code: string | null): string | undefined {
  if (error instanceof PasswordAsked) return WANTS_PASSWORD;
  return NO_PASSWORD.test(message) ? ASKS : LASTING.get(code ?? '');
}

/** The driver's message if the server requests a password and there is none. */
const NO_PASSWORD = /password must be a (?:non-empty )?string/;
