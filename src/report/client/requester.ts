// Sends the requests of a run to the query service: at most `concurrency` at once, all before the
// `deadline`, each again if it failed temporarily. `send.ts` sends a single request, `retry.ts` says when to
// try again.
import pLimit from 'p-limit';
import { isRefusal, NetworkError, ResponseError } from '../../text/errors.ts';
import { type Attempt, sendAgain } from '../../http/send-again.ts';
import type { Log } from '../../text/log.ts';
import { failureSummary, networkError, type Operation, requestError, withRequest } from './errors.ts';
import type { Redact } from './quote.ts';
import { decideRetry, type Failure, type Retry } from './retry.ts';
import type { Answer, Send } from './send.ts';
import { connectionCode } from '../../http/connection-error.ts';

/**
 * Sends a request until it succeeds, or until another try would be useless. Throws a `NetworkError`, a
 * `RequestError` or a `ResponseError`.
 */
type Requester = <T>(request: RunRequest<T>, signal?: AbortSignal) => Promise<Answered<T>>;

/** A request to send: a POST with a body, or a GET without. */
interface RunRequest<T> {
  readonly path: string;
  readonly body: string | null;
  readonly operation: Operation;
  /** Reads what was requested from an answer. Throws a `ResponseError` if the answer does not hold it. */
  readonly read: (answer: Answer) => T;
  /**
   * The run can do without it, such as a title: a refusal of it does not end the run, and `concurrency`
   * ignores it.
   */
  readonly isOptional?: boolean;
}

/** The limits that all requests of a run share. */
export interface RunLimits {
  /** For one request, with the body of its answer. */
  readonly timeoutMs: number;
  /** How often a request is tried again. */
  readonly retries: number;
  /** For all requests together, with the waits between them, counted from the first request. */
  readonly deadlineMs: number;
  readonly concurrency: number;
}

/** The limits, and how requests are sent: `send` sends one, `sleep` waits between two tries. */
interface RequesterOptions extends RunLimits {
  readonly host: string;
  readonly log: Log;
  readonly redact: Redact;
  readonly send: Send;
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A failed try, and when to try again; `retry` is null if that is of no use. */
type FailedTry = Failed & { readonly retry: Retry | null };

/**
 * Makes a `Requester` for one run. An error that every request would get (401, 402) ends the run: nothing is
 * sent after it.
 */
export function createRequester(options: RequesterOptions): Requester {
  const queue = new RequestQueue(options);
  return (request, signal) => queue.send(request, signal);
}

/** The reason of the abort when the deadline is reached. */
const DEADLINE = new Error('deadline');
/**
 * A request may time out once: the service itself gives up (504) within the default timeout, so a timeout
 * may be a hung connection, but two are no coincidence.
 */
const MOST_TIMEOUTS = 1;

class RequestQueue {
  readonly #options: RequesterOptions;
  readonly #limit: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborted once the run ends: at the deadline, or by a refusal (401, 402). */
  readonly #end = new AbortController();
  /** The deadline in epoch milliseconds; null before the first request. */
  #endsMs: number | null = null;
  /** Until then no request is sent, since the service said so (`Retry-After`). */
  #heldUntilMs = 0;

  constructor(options: RequesterOptions) {
    this.#options = options;
    this.#limit = pLimit(options.concurrency);
  }

  /** A request keeps its slot until it has ended, so a service in trouble gets fewer requests. */
  async send<T>(request: RunRequest<T>, requestSignal?: AbortSignal): Promise<Answered<T>> {
    this.#start();
    const signal =
      requestSignal === undefined ? this.#end.signal : AbortSignal.any([this.#end.signal, requestSignal]);
    const tries = () => this.#sendUntilAnswered(request, signal);
    try {
      return await (request.isOptional === true ? tries() : this.#limit(tries));
    } catch (error) {
      if (error === DEADLINE) throw this.#deadlineError(request.operation);
      throw error;
    }
  }

  /** The deadline is counted from the first request. */
  #start(): void {
    if (this.#endsMs !== null) return;
    const { deadlineMs, nowMs } = this.#options;
    this.#endsMs = nowMs() + deadlineMs;
    abortAfter(this.#end, deadlineMs, DEADLINE).unref();
  }

  #leftMs(): number {
    return (this.#endsMs ?? Infinity) - this.#options.nowMs();
  }

  async #sendUntilAnswered<T>(request: RunRequest<T>, signal: AbortSignal): Promise<Answered<T>> {
    const { retries, nowMs: now } = this.#options;
    let timeouts = 0;
    const attempt = async (count: number): Promise<Attempt<Answered<T>, FailedTry>> => {
      const outcome = await this.#tryOnce(request, signal);
      if (outcome.kind === 'done') return { kind: 'done', value: outcome };
      if (outcome.failure.kind === 'timeout') timeouts += 1;
      const retry = timeouts > MOST_TIMEOUTS ? null : decideRetry(outcome.failure, count, this.#options);
      return { kind: 'failed', failure: { ...outcome, retry }, retryMs: retry?.waitMs ?? null };
    };
    const policy = { tries: retries + 1, longestWaitMs: Infinity, endsMs: this.#endsMs ?? Infinity };
    const sleep = (ms: number) => this.#pause(ms, signal);
    const onWait = this.#announceWait.bind(this);
    const result = await sendAgain(attempt, policy, { now, sleep, onWait });
    if (result.kind === 'done') return result.value;
    throw this.#finalError(request, result.failure, result.tries);
  }

  /**
   * Sends a request once; headers and body may take `timeoutMs`. Throws the signal's reason, a
   * `ResponseError` if the answer cannot be read, and any error that is not one of the connection.
   */
  async #tryOnce<T>(
    { path, body, operation, read }: RunRequest<T>,
    signal: AbortSignal,
  ): Promise<Answered<T> | Failed> {
    await this.#waitOutHold(signal);
    if (this.#leftMs() <= 0) this.#end.abort(DEADLINE);
    signal.throwIfAborted();
    const { send, timeoutMs, nowMs, redact } = this.#options;
    const startedMs = nowMs();
    const limit = new AbortController();
    const timer = abortAfter(limit, timeoutMs, TIMED_OUT);
    try {
      const answer = await send(path, body, AbortSignal.any([signal, limit.signal]));
      const { status, headers } = answer;
      if (status < 200 || status > 299)
        return { kind: 'failed', failure: { kind: 'status', status, headers }, answer };
      const durationMs = nowMs() - startedMs;
      return { kind: 'done', value: read(answer), durationMs };
    } catch (error) {
      signal.throwIfAborted();
      const failure: Failure = limit.signal.aborted
        ? { kind: 'timeout' }
        : connectionFailure(error, operation, redact);
      return { kind: 'failed', failure, answer: null };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Logs the wait before another try, and holds the other requests if the service wants that. */
  #announceWait({ failure, retry }: FailedTry, waitMs: number, tries: number): void {
    const { retries, log, host, redact, nowMs } = this.#options;
    if (retry?.holds === true) this.#heldUntilMs = Math.max(this.#heldUntilMs, nowMs() + waitMs);
    const again = `trying again in ${seconds(waitMs)} s (${tries} of ${retries})`;
    log.info(redact(`${host}: ${failureSummary(failure)}; ${again}`));
  }

  /** Waits until requests may be sent again. Meanwhile, another answer may have prolonged that. */
  async #waitOutHold(signal: AbortSignal): Promise<void> {
    let waitedUntilMs = 0;
    while (waitedUntilMs !== this.#heldUntilMs) {
      waitedUntilMs = this.#heldUntilMs;
      const waitMs = waitedUntilMs - this.#options.nowMs();
      if (waitMs > 0) await this.#pause(waitMs, signal);
    }
  }

  /** Sleeps; throws the signal's reason if it is aborted meanwhile, whatever `sleep` throws then. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.sleep(ms, signal);
    } finally {
      signal.throwIfAborted();
    }
  }

  /** The error of a request that is not tried again. A refusal ends the whole run. */
  #finalError(
    { operation, isOptional }: RunRequest<unknown>,
    { failure, answer, retry }: FailedTry,
    tries: number,
  ): Error {
    const { redact, retries, timeoutMs } = this.#options;
    const isTooLong = retry !== null && tries <= retries;
    const wait = `a wait of ${seconds(retry?.waitMs ?? 0)} s, and ${seconds(this.#leftMs())} s of \`deadline\``;
    const notes = [
      ...(tries > 1 ? [`Tried ${tries} times.`] : []),
      ...(isTooLong ? [`It was not tried again: that takes ${wait} are left.`] : []),
    ].join(' ');
    if (failure.kind !== 'status' || answer === null)
      return networkError(failure, operation, timeoutMs, notes, redact);
    const error = requestError(answer, operation, redact, notes);
    if (isOptional === true || !isRefusal(error)) return error;
    // If several requests are refused at the same time, the first error stands for all of them.
    this.#end.signal.throwIfAborted();
    this.#end.abort(error);
    return error;
  }

  #deadlineError(operation: Operation): NetworkError {
    const { deadlineMs, redact } = this.#options;
    const used = `the ${deadlineMs / 1000} s allowed for all requests together (\`deadline\`) are used up`;
    return new NetworkError(
      'timeout',
      redact(
        withRequest(
          `timed out, because ${used}. Raise \`deadline\`, or report fewer insights or shorter intervals.`,
          operation,
        ),
      ),
    );
  }
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.round(ms / 100) / 10));
}

/** What was read from an answer; `durationMs` is the time from its request to the end of its body. */
interface Answered<T> {
  readonly kind: 'done';
  readonly value: T;
  readonly durationMs: number;
}

/** A failed try; `answer` is null if no answer came. */
interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
  readonly answer: Answer | null;
}

/** The reason of the abort when one request takes too long. */
const TIMED_OUT = new Error('timed out');

/** Aborts with `reason` after `ms`, or after the longest time that a timer of Node's can wait: 24 days. */
function abortAfter(controller: AbortController, ms: number, reason: Error): NodeJS.Timeout {
  return setTimeout(
    () => {
      controller.abort(reason);
    },
    Math.min(ms, 2 ** 31 - 1),
  );
}

/** The failure of a connection, which may pass. Throws every other error, ours with the request named. */
function connectionFailure(error: unknown, operation: Operation, redact: Redact): Failure {
  const write = (words: string): string => redact(withRequest(words, operation));
  if (error instanceof ResponseError) throw new ResponseError(write(error.message));
  if (error instanceof NetworkError) throw new NetworkError(error.kind, write(error.message));
  const code = connectionCode(error);
  if (code === null) throw error;
  return { kind: 'connection', code };
}
