// Collects mistakes in inputs, each with its place and what to write instead, so that one message names all
// of them: `insights, entry 2, top: got "0"; expected a whole number from 1 to 1000.` Every parser of inputs
// notes them here.
import { InputError, type InputProblem, uniqueProblems } from '../../text/errors.ts';
import { redact } from '../../text/redact.ts';
import { truncate } from '../../text/truncate.ts';
import { makeVisible, toOneLine } from '../../text/visible.ts';

/**
 * A problem with an input: what was given, why that is wrong, what is expected, and what was perhaps meant.
 * What is expected may be left out if the rest says what to write.
 */
export interface Problem {
  readonly input?: string;
  readonly why?: string | null;
  readonly expected?: string | null;
  readonly hint?: string | null;
  readonly kind?: InputProblem['kind'];
}

/** How many characters of each part a message shows. */
const GIVEN_LIMIT = 80;
const PLACE_LIMIT = 160;
const PROSE_LIMIT = 500;

/** A problem with its full place (`at`), and its place before `within` made the full one of it. */
type NotedProblem = Problem & { readonly at: string; readonly innerAt: string };

/** Collects the problems of a run's inputs, each at its place, so that one message can name them all. */
export class Problems {
  readonly #problems: NotedProblem[];
  readonly #place: (at: string) => string;
  readonly #at: string;

  constructor(place: (at: string) => string = (at) => at, at = '', problems: NotedProblem[] = []) {
    this.#place = place;
    this.#at = at;
    this.#problems = problems;
  }

  /**
   * The same collection for inputs inside something else: `place` makes the full place from the place inside.
   */
  within(place: (at: string) => string): Problems {
    return new Problems(place, '', this.#problems);
  }

  /** The same collection for a part of this place: `insights, entry 2` for `entry 2` of `insights`. */
  at(part: string): Problems {
    return new Problems(this.#place, this.#at === '' ? part : `${this.#at}, ${part}`, this.#problems);
  }

  /** How many problems were noted so far. */
  get count(): number {
    return this.#problems.length;
  }

  /** Whether problems were noted here. */
  get areNoted(): boolean {
    return this.#problems.some(({ innerAt }) => `${innerAt}, `.startsWith(`${this.#at}, `));
  }

  /** Notes a problem here. Gives null, so that a parser can return it. */
  add(problem: Problem): null {
    this.#problems.push({ ...problem, at: this.#place(this.#at), innerAt: this.#at });
    return null;
  }

  /**
   * Throws one InputError that names every problem, with `secrets` redacted; does nothing if there are none.
   */
  throwIfAny(secrets: readonly string[]): void {
    if (this.#problems.length === 0) return;
    throw new InputError(
      uniqueProblems(
        this.#problems.map((problem) => ({
          kind: problem.kind ?? 'other',
          at: problem.at,
          text: formatProblem(problem, secrets),
        })),
      ),
    );
  }
}

/** Reads a text at the place of `problems`; null once a problem was noted. */
export type Parser<T> = (text: string, problems: Problems) => T | null;

/** The input that a place is in: `insights` for `insights, entry 2, top`. */
export function inputOf(at: string): string {
  return at.split(', ')[0] ?? at;
}

function formatProblem(problem: NotedProblem, secrets: readonly string[]): string {
  // Redacted before it is cut, so that no part of a token stays at the end.
  const clean = (text: string, limit: number): string => truncate(makeVisible(redact(text, secrets)), limit);
  const prose = (text: string): string => clean(toOneLine(text), PROSE_LIMIT);
  const inputText = problem.input === undefined ? null : `got "${clean(problem.input, GIVEN_LIMIT)}"`;
  const why = problem.why == null ? null : prose(problem.why);
  const fault = [inputText, why].filter((part) => part !== null).join(', ');
  const hint = problem.hint == null ? '' : ` Did you mean ${prose(problem.hint)}?`;
  const expected = problem.expected == null ? '' : `; expected ${prose(problem.expected)}`;
  return redact(`${clean(problem.at, PLACE_LIMIT)}: ${fault}${expected}.${hint}`, secrets);
}
