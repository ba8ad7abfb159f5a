// Turns errors of the Kafka client into those of the service: Kafka is away for a moment, or keeps us out
// until someone changes something.
import { connectionCode, describeConnection, isLasting } from '../../http/connection-error.ts';
import { ClusterAwayError } from '../../service/errors.ts';
import type { ServerAccess } from '../credentials.ts';
import { hasKafkaCode } from './client.ts';

/** The error of a Kafka that does not answer, or not to us. */
export function awayError(
  error: unknown,
  brokers: readonly string[],
  access: ServerAccess,
): ClusterAwayError {
  const reason = `Kafka at ${brokers.join(', ')}: ${reasonOf(error)}`;
  const refusal = access.login === null ? ASKS : REFUSES;
  if (LOGIN_CODES.some((code) => hasKafkaCode(error, code)))
    return new ClusterAwayError(`${reason}. ${refusal.slice(0, -1)}`, { cause: error, problem: refusal });
  const code = connectionCode(error) ?? '';
  if (!isLasting(code)) return new ClusterAwayError(reason, { cause: error });
  const { advice } = describeConnection(code, '--kafka', '--kafka-ca');
  const message = advice === null ? reason : `${reason}. ${advice.slice(0, -1)}`;
  return new ClusterAwayError(message, { cause: error, problem: UNSAFE });
}

/** The codes of a broker's errors for a wrong login. */
const LOGIN_CODES: readonly string[] = [
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
];
const ASKS = 'Kafka needs a login: give --kafka-auth FILE, with a user and password or a token.';
const REFUSES = 'Kafka refuses the user and password, or the token, of --kafka-auth.';
const UNSAFE = 'No safe connection to Kafka can be made; the log says why.';

/** The message of an error's innermost cause, which has the reason. */
export function reasonOf(error: unknown): string {
  // Not `instanceof Error`: errors of sockets may come from another realm.
  if (typeof error !== 'object' || error === null) return String(error);
  const { errors, cause, message } = error as { errors?: unknown; cause?: unknown; message?: unknown };
  const inner: unknown = Array.isArray(errors) ? errors.at(-1) : cause;
  return inner === undefined ? String(message).replace(/\.$/, '') : reasonOf(inner);
}
