import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundled } from '../bundled.ts';

/** The result of a command in a separate process. */
interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], stdin: 'ignore' | 'pipe'): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundled('command'), ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
  });
}

/** Runs a command in a separate process to its end. */
export async function command(args: readonly string[], stdin: string | null = null): Promise<Finished> {
  const child = start(args, stdin === null ? 'ignore' : 'pipe');
  // A command may end before it has read everything.
  child.stdin?.on('error', () => undefined).end(stdin ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

/** A running command whose stdin stays open. */
export function commandUnderWay(args: readonly string[]): ChildProcess {
  return start(args, 'pipe');
}

/** Writes lines to a command under way until it says that it has begun to read them. */
export async function feedUntilRead(child: ChildProcess, lines: () => string): Promise<void> {
  child.stdin?.on('error', () => undefined);
  const feeding = setInterval(() => child.stdin?.write(lines()), 200);
  await once(child.stderr ?? process.stderr, 'data');
  clearInterval(feeding);
}

/** A serving process, from its first line of output on. */
export interface Serving {
  readonly firstLine: string;
  readonly url: string;
  readonly pid: number;
  /** What it has written to stderr so far. */
  said(): string;
  /** Sends the signal and waits for the end. Returns the exit code, null if the signal killed it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `serve` in a separate process, without `--port` on any. Throws its output if it ends before it
 * listens.
 */
export async function serve(args: readonly string[]): Promise<Serving> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = start(['serve', ...port, ...args], 'ignore');
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  if (child.stdout === null) throw new Error('no stdout');
  const closed = once(child, 'close');
  const line = once(createInterface(child.stdout), 'line').then(([first]) => String(first));
  const firstLine = await Promise.race([line, closed.then(() => null)]);
  if (firstLine === null) throw new Error(`serve ended: ${stderr}`);
  return {
    firstLine,
    url: firstLine.replace('Listening on ', ''),
    pid: child.pid ?? 0,
    said: () => stderr,
    stop: async (signal) => {
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}
