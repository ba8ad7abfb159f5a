// Druid's errors, in words that show no names of servers to clients.
import { parseJson } from '../text/json.ts';
import { ClusterAnswerError } from '../service/errors.ts';
import { objectOf } from './answer-parts.ts';

/** What Druid says about an error; each part is empty if it says nothing about it. */
interface DruidReason {
  /** Druid's name of the error: `Query timeout`, `Resource limit exceeded`, `druidException`. */
  readonly error: string;
  /** Druid's category of errors: `INVALID_INPUT`, `TIMEOUT`. */
  readonly category: string;
  /** The Java class of the error. */
  readonly errorClass: string;
  /** Druid's own words. */
  readonly reason: string;
}

/** Names of errors, of categories and of Java's classes; some servers of Druid put a sentence there. */
const NAME = /^[A-Za-z_.$][\w.$ ]{0,79}$/;

/**
 * Druid answered a request with an error. The message can hold names of servers, and what Druid says can hold
 * values of the query.
 */
export class DruidError extends Error {
  override readonly name = 'DruidError';
  readonly status: number;
  readonly said: DruidReason;
  constructor(status: number, said: DruidReason, message: string) {
    super(message);
    this.status = status;
    this.said = said;
  }

  /** What can be logged: how Druid names the error, without the words that may hold values. */
  get summary(): string {
    const { error, category, errorClass } = this.said;
    const names = [error, category, errorClass].filter((name) => NAME.test(name));
    return ['Druid answered with', this.status, ...names].join(' ');
  }
}

const MESSAGE_LENGTH = 500;

/**
 * Reads what Druid says about an error from the body of its answer. Of a body that is not Druid's JSON all
 * parts are empty.
 */
export function readDruidError(body: string): DruidReason {
  const { error, category, errorClass, errorMessage } = objectOf(parseJson(body));
  return {
    error: textOf(error),
    category: textOf(category),
    errorClass: textOf(errorClass),
    reason: textOf(errorMessage ?? error).slice(0, MESSAGE_LENGTH),
  };
}

/** Catches a 404, by which Druid says that it has nothing of a name: gives `value` in its place. */
export function ifUnknown<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof DruidError && error.status === 404) return value;
    throw error;
  };
}

/**
 * Throws the error of a request to the overlord or the coordinator: a server that is neither, and leads to
 * neither, answers with 404.
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
