import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = join(resolve(import.meta.dirname, '..', '..'), 'src', 'cli.ts');

/** A serving process. `cpuMs` is the processor time that it has taken so far. */
interface IngestProcess {
  readonly url: string;
  cpuMs(): number;
  stop(): Promise<void>;
}

/**
 * Starts `serve --ingest`, with more flags if there are some, in its own process, its request log
 * discarded.
 */
export async function ingestProcess(
  file: string,
  namespace: string,
  more: readonly string[] = [],
): Promise<IngestProcess> {
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
    '--ingest-rate',
    '0',
    ...more,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), closed.then(() => [''])]);
  const url = /^Listening on (\S+)/.exec(String(line))?.[1];
  if (url === undefined) throw new Error(`serve ended before it listened, with ${child.exitCode}`);
  return {
    url,
    cpuMs: () => cpuMs(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Linux counts it in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
