import { setTimeout as sleep } from 'node:timers/promises';

/** The numbers of one answer, by bucket or value, in the order of the question. */
export type Numbers = readonly number[];

/** A question that is asked over and over. */
export interface Question {
  readonly name: string;
  readonly namespace: string;
  readonly query: object;
  /** Reads the numbers of an answer. */
  readonly read: (answer: unknown) => Numbers;
  /** What each number has to be at least when the question is asked, and what it may be at most. */
  readonly truth: () => { readonly least: Numbers; readonly most: () => Numbers };
}

/** What has been seen of one question since it was reset. */
export interface Seen {
  whole: number;
  refused: number;
  /** Since when each answer has been whole and has lagged behind nothing; null while that is not so. */
  wellSinceMs: number | null;
  /** When an answer was refused last. */
  refusedMs: number | null;
}

/** Asks a question over and over, and notes each answer that is no whole one. */
export class Witness {
  readonly question: Question;
  readonly faults: string[] = [];
  seen: Seen = { whole: 0, refused: 0, wellSinceMs: null, refusedMs: null };
  #most: Numbers = [];
  readonly #ask: (question: Question) => Promise<Response | null>;
  #over = false;

  constructor(question: Question, ask: (question: Question) => Promise<Response | null>) {
    this.question = question;
    this.#ask = ask;
  }

  reset(): void {
    this.seen = { whole: 0, refused: 0, wellSinceMs: null, refusedMs: null };
  }

  async run(pauseMs: number): Promise<void> {
    while (!this.#over) {
      await this.#once();
      await sleep(pauseMs);
    }
  }

  end(): void {
    this.#over = true;
  }

  async #once(): Promise<void> {
    const { least, most } = this.question.truth();
    const before = this.#most;
    const answer = await this.#ask(this.question);
    if (answer?.status === 200) {
      this.#judge(this.question.read(await answer.json()), { before, least, most: most() });
      return;
    }
    this.seen.refused++;
    this.seen.wellSinceMs = null;
    this.seen.refusedMs = performance.now();
    // The service itself may be away.
    if (answer === null) return;
    const text = await answer.text();
    if (answer.status !== 503 || answer.headers.get('retry-after') === null)
      this.#note(`answered with ${answer.status}: ${text.slice(0, 300)}`);
  }

  #judge(
    numbers: Numbers,
    { before, least, most }: { readonly before: Numbers; readonly least: Numbers; readonly most: Numbers },
  ): void {
    const small = numbers.findIndex((number, at) => number < (before[at] ?? 0));
    if (small !== -1) this.#note(`number ${small} is ${numbers[small]}, and was ${before[small]} before`);
    const short = least.findIndex((number, at) => (numbers[at] ?? 0) < number);
    if (short !== -1) this.#note(`number ${short} is ${numbers[short]}, and the truth is ${least[short]}`);
    const large = numbers.findIndex((number, at) => number > (most[at] ?? 0));
    if (large !== -1) this.#note(`number ${large} is ${numbers[large]}, and only ${most[large]} were sent`);
    this.#most = numbers.map((number, at) => Math.max(number, this.#most[at] ?? 0));
    this.seen.whole++;
    if (small === -1 && short === -1 && large === -1) this.seen.wellSinceMs ??= performance.now();
    else this.seen.wellSinceMs = null;
  }

  #note(what: string): void {
    this.faults.push(`${new Date().toISOString()} ${this.question.name}: ${what}`);
  }
}
