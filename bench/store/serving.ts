import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Client } from 'undici';

/** A `serve` process under way, asked over one connection. */
export interface Serving {
  /** When the process was started, as `performance.now()`. */
  readonly startedMs: number;
  readonly pid: number;
  readonly url: string;
  /** The answer's text. Throws if the status is not 200. */
  ask(query: object): Promise<string>;
  stop(): Promise<void>;
}

const CLI = join(resolve(import.meta.dirname, '..', '..'), 'dist', 'cli', 'index.js');

/**
 * Starts `serve` on a store in its own process. `cli` is the program to start; default: the built one.
 * `flags` are more of its own.
 */
export async function startServing(
  file: string,
  token: string,
  cli: string = CLI,
  flags: readonly string[] = [],
): Promise<Serving> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [cli, 'serve', '--db', file, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) =>
    child.on('close', () => {
      done();
    }),
  );
  // It must not outlive a benchmark that fails.
  process.once('exit', () => child.kill());
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
  const url = await new Promise<string>((done, fail) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Listening on (\S+)/.exec(output)?.[1];
      if (found !== undefined) done(found);
    });
    child.on('close', (code) => {
      fail(new Error(`serve ended with ${code}: ${errors}`));
    });
  });
  const client = new Client(url, { headersTimeout: 0, bodyTimeout: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    startedMs,
    pid: child.pid ?? 0,
    url,
    ask: async (query) => {
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: '/api/v4/query/tql',
        headers,
        body: JSON.stringify(query),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`serve answered ${statusCode}: ${text}`);
      return text;
    },
    stop: async () => {
      await client.close();
      child.kill('SIGTERM');
      await ended;
    },
  };
}
