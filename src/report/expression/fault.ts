// A mistake in an assertion: what is wrong, at which character, and what was probably meant.

/** What is wrong with an assertion, at which character (from 1), and what was probably meant. */
export interface ExpressionError {
  readonly why: string;
  readonly at: number;
  readonly hint: string | null;
}

/** What is wrong, and what was probably meant. */
export type Wrong = readonly [why: string, hint?: string | null];

/** What is wrong at a place, which counts from 0, without a guess at what was meant. */
export function errorAt(place: number, why: string): ExpressionError {
  return { why, at: place + 1, hint: null };
}

/** A part of an expression is wrong. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly error: ExpressionError;

  /** `place` counts from 0. */
  constructor(place: number, why: string, hint: string | null = null) {
    super(why);
    this.error = { why, at: place + 1, hint };
  }
}

/** What `read` gives, or the fault that it throws. */
export function orFault<T>(read: () => T): T | ExpressionError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FaultError) return error.error;
    throw error;
  }
}
