import { createInterface } from 'node:readline/promises';
import { InputError } from '../errors.ts';
import type { Io } from './io.ts';

/** What a task that cannot be undone is asked about. */
interface Question {
  /** Whether the answer was given with the command. */
  readonly yes: boolean;
  readonly question: string;
  /** What is said after a no. */
  readonly declined: string;
}

/** Runs a task after a yes. Throws `InputError` if there is no terminal to ask on. */
export async function ifConfirmed(
  io: Io,
  { yes, question, declined }: Question,
  task: () => Promise<void>,
): Promise<void> {
  if (yes || (await confirm(io, question))) await task();
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
