import { createInterface } from 'node:readline/promises';
import { InputError } from '../errors.ts';
import type { Io } from './io.ts';

/**
 * Asks a question on the terminal that is answered with yes or no. Throws `InputError` if there is no
 * terminal to ask on.
 */
export async function confirm(io: Io, question: string): Promise<boolean> {
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
