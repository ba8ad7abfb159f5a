import { PassThrough, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

export const KEYS = {
  down: '\u001B[B',
  up: '\u001B[A',
  enter: '\r',
  space: ' ',
  interrupt: '\u0003',
} as const;

/** A terminal that a test reads and types on. */
export function fakeTerminal() {
  const input = new PassThrough();
  let shown = '';
  let seen = 0;
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      shown += stripVTControlCharacters(chunk.toString());
      done();
    },
  });
  // As a terminal, it stays open after each question.
  output.end = () => output;
  return {
    terminal: { input, output },
    /** All that was shown so far. */
    shown: () => shown,
    /** Waits until a question is shown that was not answered yet, and types keys. */
    async answer(question: string, ...keys: readonly string[]): Promise<void> {
      for (let tries = 0; !shown.slice(seen).includes(question); tries += 1) {
        if (tries === 1000) throw new Error(`${question} was not asked; shown: ${shown.slice(seen)}`);
        await wait(10);
      }
      seen = shown.length;
      for (const key of keys) {
        input.write(key);
        await wait(10);
      }
    },
  };
}
