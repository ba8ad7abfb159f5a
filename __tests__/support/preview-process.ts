import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from './bundled.ts';
import { runWith } from './run-command.ts';

/**
 * A running preview: its origin, the address that it printed, what it wrote to stderr, and a function that
 * stops it.
 */
export interface Previewing {
  readonly url: string;
  readonly address: string;
  readonly written: () => string;
  /** Returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** What a way to start a preview takes: what it writes is passed on, and its end is its exit code. */
interface Started {
  readonly ended: Promise<number | null>;
  readonly stop: () => unknown;
}

/**
 * Starts `insight-report preview` in this process, on any free port. Throws its exit code and stderr if it
 * ends before it listens.
 */
export async function startPreview(args: readonly string[]): Promise<Previewing> {
  return untilListening((stdout, stderr) => {
    const stopped = Promise.withResolvers<null>();
    const io = { stdout, stderr, untilStopped: async () => void (await stopped.promise) };
    const ended = runWith(io, 'preview', ...args, '--port', '0').then(({ code }) => code);
    return {
      ended,
      stop: () => {
        stopped.resolve(null);
      },
    };
  });
}

/** Starts it in a process, which ends by SIGINT. */
export async function startPreviewProcess(
  args: readonly string[],
  more: NodeJS.ProcessEnv,
  cwd: string,
): Promise<Previewing> {
  return untilListening((stdout, stderr) => {
    const env = { ...process.env, ...more };
    const child = spawn(process.execPath, [bundled('cli'), 'preview', ...args, '--port', '0'], { env, cwd });
    child.stdout.on('data', (chunk: Buffer) => stdout.write(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => stderr.write(chunk.toString()));
    const ended = once(child, 'close').then(() => child.exitCode);
    return { ended, stop: () => child.kill('SIGINT') };
  });
}

interface Output {
  readonly write: (text: string) => unknown;
}

async function untilListening(start: (stdout: Output, stderr: Output) => Started): Promise<Previewing> {
  const first = Promise.withResolvers<string>();
  let written = '';
  const { ended, stop } = start({ write: first.resolve }, { write: (text) => (written += text) });
  const line = await Promise.race([first.promise, ended]);
  const [, address] = /^Previewing on (http:\/\/\S+)\n$/.exec(String(line)) ?? [];
  if (address === undefined) {
    stop();
    throw new Error(`${line}: ${written}`);
  }
  return {
    url: new URL(address).origin,
    address,
    written: () => written,
    stop: () => {
      stop();
      return ended;
    },
  };
}

/** A preview's state, as its page reads it. */
export async function stateOf(preview: Previewing): Promise<string> {
  return (await fetch(requestTo(preview, '/state'))).text();
}

/** Where the page of a preview sends a request, with the secret of its address. */
export function requestTo({ address }: Previewing, path: string): string {
  return address.replace('/?', `${path}?`);
}
