import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that can be killed and started again, on the same ports and with the same data. */
export interface JavaServer {
  /** Resolves once it answers. Throws with the end of its log if it does not. */
  start(): Promise<void>;
  /** Ends it as `kill -9` does, so at once. */
  kill(): Promise<void>;
}

/** What is started. */
interface JavaCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** What is added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the process writes its log. */
  readonly log: string;
  /** Is done before each start. */
  readonly prepare?: () => Promise<void>;
  /** Whether the server answers already. */
  readonly isReady: (output: string) => Promise<boolean>;
}

const LIMIT_START_MS = 180_000;
const LOG_LINES = 30;

/** Makes a server of a command; nothing runs until it is started. */
export function javaServer(command: JavaCommand): JavaServer {
  let child: ChildProcess | null = null;
  return {
    start: async () => {
      await command.prepare?.();
      const log = openSync(command.log, 'a');
      // The server ends once its standard input does: so it never outlives this process, however that ends.
      child = spawn('java', [...command.args], {
        stdio: ['pipe', 'pipe', log],
        // Its own group, with the tasks of a middle manager: they are killed with it.
        detached: true,
        env: { ...process.env, ...command.env },
      });
      closeSync(log);
      await waitUntilReady(command, child);
    },
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await closed;
    },
  };
}

async function waitUntilReady(command: JavaCommand, child: ChildProcess): Promise<void> {
  let output = '';
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const deadline = performance.now() + LIMIT_START_MS;
  while (!(await command.isReady(output))) {
    if (child.exitCode === null && child.signalCode === null && performance.now() < deadline) await sleep(50);
    else throw new Error(`${command.name} has not started. The end of its log:\n${endOf(command.log)}`);
  }
}

function endOf(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LOG_LINES).join('\n');
}

const given = new Set<number>();

/**
 * Ports of 127.0.0.1 in a row that are free, below those that the system gives to clients: so they stay free
 * while a server is away.
 */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  for (let tries = 0; tries < 100; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (!free.every(Boolean)) continue;
    for (const port of ports) given.add(port);
    return ports;
  }
  throw new Error(`There are no ${count} free ports in a row between 20000 and 32000 on 127.0.0.1.`);
}

async function isFree(port: number): Promise<boolean> {
  if (given.has(port)) return false;
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
