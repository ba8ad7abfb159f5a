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

/** The way to a value: its input, then a key or entry for each level: `insights`, `entry 2`, `top`. */
export type Path = readonly string[];

/** How messages write a path: `insights, entry 2, top`. */
export function writePath(path: Path): string {
  return path.join(', ');
}

/** Writes a path with what it is in: `.github/insight-report.yml:12, reports.weekly.interval`. */
type WritePlace = (path: Path) => string;

type NotedProblem = Problem & { readonly path: Path; readonly placeOf: WritePlace };

/** Collects the problems of a run's inputs, each at its path, so that one message can name them all. */
export class Problems {
  readonly #problems: NotedProblem[];
  readonly #placeOf: WritePlace;
  readonly #path: Path;

  constructor(placeOf: WritePlace = writePath, path: Path = [], problems: NotedProblem[] = []) {
    this.#placeOf = placeOf;
    this.#path = path;
    this.#problems = problems;
  }

  /** The same collection for inputs inside something else, such as a report of a config file. */
  within(placeOf: WritePlace): Problems {
    return new Problems(placeOf, [], this.#problems);
  }

  /** The same collection for a part of this place: `entry 2` of `insights`. */
  at(part: string): Problems {
    return new Problems(this.#placeOf, [...this.#path, part], this.#problems);
  }

  /** Whether problems were noted here, or further down. */
  get areNoted(): boolean {
    const isHere = (path: Path): boolean => this.#path.every((part, i) => path[i] === part);
    return this.#problems.some(({ path, placeOf }) => placeOf === this.#placeOf && isHere(path));
  }

  /** Notes a problem here. */
  add(problem: Problem): void {
    this.#problems.push({ ...problem, path: this.#path, placeOf: this.#placeOf });
  }

  /** Notes a problem here, and gives the null that a parser returns in place of a value. */
  refuse(problem: Problem): null {
    this.add(problem);
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
          at: problem.placeOf(problem.path),
          text: formatProblem(problem, secrets),
        })),
      ),
    );
  }
}

/** Reads a text; null once a problem was noted at the place of `problems`. */
export type Parser<T> = (text: string, problems: Problems) => T | null;

function formatProblem(problem: NotedProblem, secrets: readonly string[]): string {
  // Redacted before it is cut, so that no part of a token stays at the end.
  const clean = (text: string, limit: number): string => truncate(makeVisible(redact(text, secrets)), limit);
  const prose = (text: string): string => clean(toOneLine(text), PROSE_LIMIT);
  const inputText = problem.input === undefined ? null : `got "${clean(problem.input, GIVEN_LIMIT)}"`;
  const why = problem.why == null ? null : prose(problem.why);
  const fault = [inputText, why].filter((part) => part !== null).join(', ');
  const hint = problem.hint == null ? '' : ` Did you mean ${prose(problem.hint)}?`;
  const expected = problem.expected == null ? '' : `; expected ${prose(problem.expected)}`;
  return redact(`${clean(problem.placeOf(problem.path), PLACE_LIMIT)}: ${fault}${expected}.${hint}`, secrets);
}
