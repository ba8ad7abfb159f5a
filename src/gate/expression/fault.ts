/** What is wrong with a part of an expression, whose positions are those of the resolved text. */
export interface Fault {
  readonly node: { readonly start: number };
  readonly why: string;
  /** What was probably meant. */
  readonly hint?: string | null;
  /** What the hint stands for in the assertion; absent if that is not known. */
  readonly replaces?: string;
}

/** What is wrong with an assertion, at which character (from 1), and what was probably meant. */
export interface ExpressionError {
  readonly why: string;
  readonly at: number;
  readonly hint: string | null;
  readonly replaces?: string;
}

/** A fault as an error in the assertion as it was written. */
export function errorOf(
  { node, hint = null, ...fault }: Fault,
  resolved: { readonly written: (place: number) => number },
): ExpressionError {
  return { ...fault, hint, at: resolved.written(node.start) + 1 };
}
