import { NetworkError } from '../errors.ts';
import type { Log } from '../log.ts';
import { failureSummary, networkError, type Operation, requestError } from './errors.ts';
import type { Redact } from './quote.ts';
import { decideRetry, type Failure } from './retry.ts';
import type { Answer, Send } from './send.ts';
import { abortAfter, type Answered, type Failed, tryOnce } from './try-once.ts';

/** Asks until there is an answer or no sense in asking on; `durationMs` is the time of the request that succeeded. */
type Requester = (path: string, body: string, asked: Operation) => Promise<Answered>;

/** The limits that all requests of a run share, and what they are made with. */
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

interface PendingRequest {
  readonly path: string;
  readonly body: string;
  readonly asked: Operation;
  tries: number;
  timeouts: number;
}

/** Makes an `Ask` for one run. A refusal that every request would meet (401, 402) stops the run: nothing is sent after it. */
export function createRequester(options: RequesterOptions): Requester {
  const run = new RequestQueue(options);
  return (path, body, asked) => run.ask({ path, body, asked, tries: 0, timeouts: 0 });
}

const DEADLINE = new Error('deadline');

class RequestQueue {
  readonly #options: RequesterOptions;
  readonly #semaphore: Semaphore;
  readonly #halt = new AbortController();
  #endsMs: number | null = null;
  #heldUntilMs = 0;

  constructor(options: RequesterOptions) {
    this.#options = options;
    this.#semaphore = new Semaphore(options.concurrency);
  }

  async ask(request: PendingRequest): Promise<Answered> {
    this.#start();
    try {
      for (;;) {
        const outcome = await this.#inSlot(() => this.#tryWhileHeld(request));
        if (outcome.kind === 'answered') return outcome;
        await this.#pause(outcome.waitMs);
      }
    } catch (error) {
      if (error === DEADLINE) throw this.#deadlineError(request.asked);
      throw error;
    }
  }

  /** The deadline counts from the first request. */
  #start(): void {
    if (this.#endsMs !== null) return;
    const { deadlineMs, nowMs } = this.#options;
    this.#endsMs = nowMs() + deadlineMs;
    abortAfter(this.#halt, deadlineMs, DEADLINE).unref();
  }

  #leftMs(): number {
    return (this.#endsMs ?? Infinity) - this.#options.nowMs();
  }

  async #inSlot<T>(work: () => Promise<T>): Promise<T> {
    await this.#semaphore.acquire(this.#halt.signal);
    try {
      return await work();
    } finally {
      this.#semaphore.release();
    }
  }

  /** Tries until an answer, or a back-off to be waited for outside the slot. A hold keeps the slot: nobody else may send. */
  async #tryWhileHeld(request: PendingRequest): Promise<Answered | { kind: 'back-off'; waitMs: number }> {
    for (;;) {
      await this.#waitOutHold();
      if (this.#leftMs() <= 0) this.#halt.abort(DEADLINE);
      this.#halt.signal.throwIfAborted();
      const outcome = await tryOnce(request, this.#options, this.#halt.signal);
      if (outcome.kind === 'answered') return outcome;
      request.tries += 1;
      if (outcome.failure.kind === 'timeout') request.timeouts += 1;
      const retry = this.#decide(request, outcome);
      if (retry.kind === 'back-off') return { kind: 'back-off', waitMs: retry.waitMs };
      this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#options.nowMs() + retry.waitMs);
    }
  }

  async #waitOutHold(): Promise<void> {
    let waitedForMs = 0;
    while (waitedForMs !== this.#heldUntilMs) {
      waitedForMs = this.#heldUntilMs;
      const waitMs = waitedForMs - this.#options.nowMs();
      if (waitMs > 0) await this.#pause(waitMs);
    }
  }

  async #pause(ms: number): Promise<void> {
    try {
      await this.#options.sleep(ms, this.#halt.signal);
    } finally {
      this.#halt.signal.throwIfAborted();
    }
  }

  /** Throws the final error where the request is not to be tried again. */
  #decide(request: PendingRequest, { failure, answer }: Failed): { kind: 'hold' | 'back-off'; waitMs: number } {
    const { retries, log, host, redact } = this.#options;
    const retry = decideRetry(failure, request, retries, this.#options);
    if (retry.kind === 'give-up') throw this.#finalError(request, failure, answer, '');
    const leftMs = this.#leftMs();
    if (retry.waitMs >= leftMs) {
      const wait = `a wait of ${seconds(retry.waitMs)} s`;
      const note = `It was not tried again: that takes ${wait}, and of \`deadline\` ${seconds(leftMs)} s are left.`;
      throw this.#finalError(request, failure, answer, note);
    }
    log.info(
      redact(
        `${host}: ${failureSummary(failure)}; trying again in ${seconds(retry.waitMs)} s (${request.tries} of ${retries})`,
      ),
    );
    return retry;
  }

  #finalError({ asked, tries }: PendingRequest, failure: Failure, answer: Answer | null, note: string): Error {
    const { redact, timeoutMs } = this.#options;
    const notes = [tries > 1 ? `Tried ${tries} times.` : '', note].filter((each) => each !== '').join(' ');
    if (failure.kind !== 'status' || answer === null) return networkError(failure, asked, timeoutMs, notes, redact);
    const error = requestError(answer, asked, redact, notes);
    if (error.kind !== 'unauthorized' && error.kind !== 'plan') return error;
    // Of several refused at once, the first speaks for all.
    this.#halt.signal.throwIfAborted();
    this.#halt.abort(error);
    return error;
  }

  #deadlineError({ doing, host }: Operation): NetworkError {
    const { deadlineMs, redact } = this.#options;
    const used = `the ${deadlineMs / 1000} s allowed for all requests together (\`deadline\`) are used up`;
    return new NetworkError(
      'timeout',
      redact(`${doing} at ${host}: timed out, since ${used}. Raise \`deadline\`, or ask for less.`),
    );
  }
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.round(ms / 100) / 10));
}

/** Lets at most `slots` callers in at once, in the order they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Waits for a slot; rejects with the signal's reason where that is aborted before. */
  async acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives a slot back, or on to whoever waits longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
