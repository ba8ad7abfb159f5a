// The error for a Druid answer that is an error, and what to do about a 404. Its message is for logs:
// it can have names of servers and values of the query.
import { parseJson } from '../text/json.ts';
import { ClusterAnswerError } from '../service/errors.ts';
import { objectOf } from './answer-parts.ts';

/** Druid's description of an error; a field is empty if Druid does not give it. */
interface DruidErrorDetails {
  /** Druid's name of the error: `Query timeout`, `Resource limit exceeded`, `druidException`. */
  readonly error: string;
  /** Druid's category of errors: `INVALID_INPUT`, `TIMEOUT`. */
  readonly category: string;
  /** The Java class of the error. */
  readonly errorClass: string;
  /** Druid's message. */
  readonly reason: string;
}

/** Names of errors, of categories and of Java's classes; some servers of Druid put a sentence there. */
const NAME = /^[A-Za-z_.$][\w.$ ]{0,79}$/;

/** Druid answered a request with an error. */
export class DruidError extends Error {
  override readonly name = 'DruidError';
  readonly status: number;
  readonly details: DruidErrorDetails;
  constructor(status: number, details: DruidErrorDetails, message: string) {
    super(message);
    this.status = status;
    this.details = details;
  }

  /** Druid's names of the error, which can be logged; Druid's message may have values of the query. */
  get summary(): string {
    const { error, category, errorClass } = this.details;
    const names = [error, category, errorClass].filter((name) => NAME.test(name));
    return ['Druid answered with', this.status, ...names].join(' ');
  }
}

const MESSAGE_LENGTH = 500;

/** Reads Druid's description from the body of an answer; all empty if the body is not Druid's JSON. */
export function readDruidError(body: string): DruidErrorDetails {
  const { error, category, errorClass, errorMessage } = objectOf(parseJson(body));
  return {
    error: textOf(error),
    category: textOf(category),
    errorClass: textOf(errorClass),
    reason: textOf(errorMessage ?? error).slice(0, MESSAGE_LENGTH),
  };
}

/** Makes an error handler that returns `value` for a 404, Druid's answer for a name that it does not know. */
export function ifUnknown<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof DruidError && error.status === 404) return value;
    throw error;
  };
}

/**
 * Throws the error of a request to the overlord or the coordinator, with advice for a 404: another server has
 * answered, which does not forward such requests.
 */
export function throwManagementError(error: unknown): never {
  if (!(error instanceof DruidError) || error.status !== 404) throw error;
  throw new ClusterAnswerError(
    `${error.message}, so this server is not an overlord with the coordinator, and leads to none. Give --druid the address of a router with druid.router.managementProxy.enabled=true, or add --druid-overlord with the address of the overlord`,
    { cause: error },
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
