import { InputError } from '../errors.ts';
import { visible } from './visible.ts';

/** One thing that is wrong with what was asked for: where it stands, what was given, why it will not do, what would. */
export interface Problem {
  readonly at: string;
  readonly given?: string;
  readonly why?: string;
  readonly expected?: string;
}

const GIVEN_LIMIT = 80;
const PLACE_LIMIT = 160;
const PROSE_LIMIT = 500;

/** Collects every problem of a run's inputs, so that one message can name them all. */
export class Problems {
  readonly #found: Problem[] = [];

  /** Notes a problem; null, so that a parser can return it. */
  add(problem: Problem): null {
    this.#found.push(problem);
    return null;
  }

  /** Throws one InputError that names every problem; none of its words is one of `secrets`. */
  throwIfAny(secrets: readonly string[]): void {
    if (this.#found.length === 0) return;
    const lines = this.#found.map((problem) => problemLine(problem, secrets));
    throw new InputError([...new Set(lines)]);
  }
}

function problemLine(problem: Problem, secrets: readonly string[]): string {
  const clean = (text: string, limit: number): string => cut(visible(redact(text, secrets)), limit);
  const prose = (text: string): string => clean(text.replace(/\s+/g, ' ').trim(), PROSE_LIMIT);
  const parts: string[] = [];
  if (problem.given !== undefined) parts.push(`got "${clean(problem.given, GIVEN_LIMIT)}"`);
  if (problem.why !== undefined) parts.push(prose(problem.why));
  const sentence = [parts.join(', '), problem.expected === undefined ? '' : `expected ${prose(problem.expected)}`];
  const line = `${clean(problem.at, PLACE_LIMIT)}: ${sentence.filter((part) => part !== '').join('; ')}`;
  return redact(/[.…]$/.test(line) ? line : `${line}.`, secrets);
}

/** Before anything is cut: half a token must not stay behind either. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text);
}

function cut(text: string, limit: number): string {
  const characters = Array.from(text);
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
}
