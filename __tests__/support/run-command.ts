import { PassThrough } from 'node:stream';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';

/** Runs a command in this process: its exit code and what it wrote. */
export function run(...args: readonly string[]) {
  return runWith({}, ...args);
}

/** How far an import is, which is shown if it takes two seconds: on a busy machine, that is any. */
const PROGRESS = /^.*: (?:reading|storing).* s so far.*\n/gm;

/** Runs a command with its own stdin, stdout, stderr and environment. */
export async function runWith(io: Partial<Io>, ...args: readonly string[]) {
  let stdout = '';
  let stderr = '';
  const code = await main(args, {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
    columns: null,
    ...io,
  });
  return { code, stdout, stderr: stderr.replaceAll(PROGRESS, '') };
}

/** The stdin of someone on a terminal who types one line. */
export function answering(line: string): PassThrough {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(`${line}\n`);
  return stdin;
}
