import pLimit from 'p-limit';
import { isRefusal, NetworkError } from '../errors.ts';
import type { Log } from '../log.ts';
import { failureSummary, networkError, type Operation, requestError } from './errors.ts';
import type { Redact } from './quote.ts';
import { decideRetry, type Failure } from './retry.ts';
import type { Answer, Send } from './send.ts';
import { abortAfter, type Answered, type Failed, tryOnce } from './try-once.ts';

/**
 * Sends a request until it succeeds, or until another try would be useless. Throws a `NetworkError`, a
 * `RequestError` or a `ResponseError`.
 */
export type Requester = (request: Asked, signal?: AbortSignal) => Promise<Answered>;

/** A request to send: a POST with a body, or a GET without. */
interface Asked {
  readonly path: string;
  readonly body: string | null;
  readonly operation: Operation;
  /**
   * The run can do without it: it is sent outside of `concurrency`, and a refusal of it does not end the run.
   */
  readonly isBeside?: boolean;
}

/** The limits that all requests of a run share, and how they are sent. */
interface RequesterOptions {
  readonly host: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly log: Log;
  readonly redact: Redact;
  readonly send: Send;
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface PendingRequest extends Asked {
  /** Aborted if the run ends, or if nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  tries: number;
  timeouts: number;
}

/**
 * Makes a `Requester` for one run. An error that every request would get (401, 402) ends the run: nothing is
 * sent after it.
 */
export function createRequester(options: RequesterOptions): Requester {
  const queue = new RequestQueue(options);
  return (request, signal) => queue.send(request, signal);
}

const DEADLINE = new Error('deadline');

class RequestQueue {
  readonly #options: RequesterOptions;
  readonly #limit: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #end = new AbortController();
  #endsMs: number | null = null;
  #heldUntilMs = 0;

  constructor(options: RequesterOptions) {
    this.#options = options;
    this.#limit = pLimit(options.concurrency);
  }

  async send(asked: Asked, own?: AbortSignal): Promise<Answered> {
    this.#start();
    const signal = own === undefined ? this.#end.signal : AbortSignal.any([this.#end.signal, own]);
    const request = { ...asked, signal, tries: 0, timeouts: 0 };
    try {
      for (;;) {
        const tryNow = () => this.#tryInSlot(request);
        const outcome = await (asked.isBeside === true ? tryNow() : this.#limit(tryNow));
        if (outcome.kind === 'answered') return outcome;
        await this.#pause(outcome.waitMs, signal);
      }
    } catch (error) {
      if (error === DEADLINE) throw this.#deadlineError(asked.operation);
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

  /**
   * Tries until an answer, or until a back-off, which is waited for outside of the slot. A hold keeps the
   * slot, since no other request may be sent meanwhile either.
   */
  async #tryInSlot(request: PendingRequest): Promise<Answered | { kind: 'back-off'; waitMs: number }> {
    for (;;) {
      await this.#waitOutHold(request.signal);
      if (this.#leftMs() <= 0) this.#end.abort(DEADLINE);
      request.signal.throwIfAborted();
      const outcome = await tryOnce(request, this.#options, request.signal);
      if (outcome.kind === 'answered') return outcome;
      request.tries += 1;
      if (outcome.failure.kind === 'timeout') request.timeouts += 1;
      const retry = this.#decide(request, outcome);
      if (retry.kind === 'back-off') return { kind: 'back-off', waitMs: retry.waitMs };
      this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#options.nowMs() + retry.waitMs);
    }
  }

  async #waitOutHold(signal: AbortSignal): Promise<void> {
    let waitedForMs = 0;
    while (waitedForMs !== this.#heldUntilMs) {
      waitedForMs = this.#heldUntilMs;
      const waitMs = waitedForMs - this.#options.nowMs();
      if (waitMs > 0) await this.#pause(waitMs, signal);
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.sleep(ms, signal);
    } finally {
      signal.throwIfAborted();
    }
  }

  /** Throws the final error if the request is not to be tried again. */
  #decide(
    request: PendingRequest,
    { failure, answer }: Failed,
  ): { kind: 'hold' | 'back-off'; waitMs: number } {
    const { retries, log, host, redact } = this.#options;
    const retry = decideRetry(failure, request, retries, this.#options);
    if (retry.kind === 'give-up') throw this.#finalError(request, failure, answer, '');
    const leftMs = this.#leftMs();
    if (retry.waitMs >= leftMs) {
      const wait = `a wait of ${seconds(retry.waitMs)} s`;
      const note = `It was not tried again: that takes ${wait}, and ${seconds(leftMs)} s of \`deadline\` are left.`;
      throw this.#finalError(request, failure, answer, note);
    }
    log.info(
      redact(
        `${host}: ${failureSummary(failure)}; trying again in ${seconds(retry.waitMs)} s (${request.tries} of ${retries})`,
      ),
    );
    return retry;
  }

  #finalError(
    { operation, tries, isBeside }: PendingRequest,
    failure: Failure,
    answer: Answer | null,
    note: string,
  ): Error {
    const { redact, timeoutMs } = this.#options;
    const notes = [tries > 1 ? `Tried ${tries} times.` : '', note].filter((each) => each !== '').join(' ');
    if (failure.kind !== 'status' || answer === null)
      return networkError(failure, operation, timeoutMs, notes, redact);
    const error = requestError(answer, operation, redact, notes);
    if (isBeside === true || !isRefusal(error)) return error;
    // If several requests are refused at the same time, the first error stands for all of them.
    this.#end.signal.throwIfAborted();
    this.#end.abort(error);
    return error;
  }

  #deadlineError({ doing, host }: Operation): NetworkError {
    const { deadlineMs, redact } = this.#options;
    const used = `the ${deadlineMs / 1000} s allowed for all requests together (\`deadline\`) are used up`;
    return new NetworkError(
      'timeout',
      redact(`${doing} at ${host}: timed out, because ${used}. Raise \`deadline\`, or ask for less.`),
    );
  }
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.round(ms / 100) / 10));
}
