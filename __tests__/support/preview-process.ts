import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from './bundled.ts';

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

/**
 * Starts `insight-report preview` on any free port. Throws its exit code and stderr if it ends before it
 * listens.
 */
export async function startPreview(
  args: readonly string[],
  token = '',
  more: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Previewing> {
  const env = { ...process.env, INSIGHT_REPORT_API_TOKEN: token, ...more };
  const child = spawn(process.execPath, [bundled('cli'), 'preview', ...args, '--port', '0'], { env, cwd });
  let written = '';
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const ended = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const first = await Promise.race([once(child.stdout, 'data').then(([chunk]) => String(chunk)), ended]);
  const [, address] = typeof first === 'string' ? (/^Previewing on (http:\/\/\S+)\n$/.exec(first) ?? []) : [];
  if (address === undefined) {
    child.kill();
    throw new Error(`${String(first)}: ${written}`);
  }
  return {
    url: new URL(address).origin,
    address,
    written: () => written,
    stop: () => {
      child.kill('SIGINT');
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
