// The question before something is destroyed: `Delete 12 events from com.example.app? [y/N]`. `events
// delete`, `insight remove` and `columns drop` ask it, unless `--yes` is given.
import { createInterface } from 'node:readline/promises';
import { InputError } from '../text/errors.ts';
import type { Io } from './io.ts';

/** What is asked before something is destroyed. */
interface Question {
  readonly text: string;
  /** Whether the answer is known to be yes: nothing is asked then. */
  readonly isAgreed: boolean;
  /** What is said after a no. */
  readonly declined: string;
}

/**
 * Runs a task that destroys something, if a question on the terminal is answered with yes. Throws
 * `InputError` if there is no terminal to ask on.
 */
export async function ifConfirmed(
  io: Io,
  { text, isAgreed, declined }: Question,
  task: () => Promise<void>,
): Promise<void> {
  if (isAgreed || (await confirm(io, text))) await task();
  else io.stdout.write(`${declined}\n`);
}

async function confirm(io: Io, question: string): Promise<boolean> {
  const stdin = io.stdin ?? process.stdin;
  if (!('isTTY' in stdin && stdin.isTTY)) {
    throw new InputError([`${question} There is no terminal to answer on; give --yes if you mean it`]);
  }
  const readline = createInterface({ input: stdin });
  try {
    io.stderr.write(`${question} [y/N] `);
    return /^y(es)?$/i.test((await readline.question('')).trim());
  } finally {
    readline.close();
  }
}
