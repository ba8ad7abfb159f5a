import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = join(resolve(import.meta.dirname, '..', '..'), 'src', 'cli.ts');

/** Starts `serve --ingest` in a process of its own, its request log discarded. */
export async function ingestProcess(
  file: string,
  namespace: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    CLI,
    'serve',
    '--db',
    file,
    '--port',
    '0',
    '--ingest',
    namespace,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), closed.then(() => [''])]);
  const url = /^Listening on (\S+)/.exec(String(line))?.[1];
  if (url === undefined) throw new Error(`serve ended before it listened, with ${child.exitCode}`);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
