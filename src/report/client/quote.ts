// Text from outside in our messages: short, on one line, without secrets.
import { redact } from '../../text/redact.ts';
import { truncate } from '../../text/truncate.ts';
import { makeVisible } from '../../text/visible.ts';

/** Replaces a secret by `***` in messages and log lines. */
export type Redact = (text: string) => string;

/** A `Redact` for one secret. */
export function redactor(secret: string): Redact {
  return (text) => redact(text, [secret]);
}

const LIMIT_CHARACTERS = 300;
/** A longer text is ignored from here on. */
const READ_UNITS = 100_000;

/**
 * Quotes text from outside in a message: one line of at most 300 characters, nothing invisible, no secret.
 */
export function quote(text: string, redact: Redact): string {
  // Redacted before it is cut, so that no part of a secret stays at the end.
  return truncate(makeVisible(redact(text.slice(0, READ_UNITS)).trim()), LIMIT_CHARACTERS);
}
