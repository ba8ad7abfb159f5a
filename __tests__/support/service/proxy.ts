import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../../../scripts/cluster/java-server.ts';
import { emptyFolder } from '../temporary-files.ts';

/** Whether Caddy is installed. */
export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** A proxy that divides requests among several services. */
export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a Caddy before services on these ports, configured as `docs/operate/cluster/several.md` says. */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const folder = emptyFolder();
  const [port = 0] = await findFreePorts(1);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, configOf(port, ports));
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/health`).then(
      ({ status }) => status < 500,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('caddy has not started');
    await sleep(100);
  }
  return {
    url,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function configOf(port: number, ports: readonly number[]): string {
  return `{
  admin off
}
http://127.0.0.1:${port} {
  reverse_proxy ${ports.map((each) => `127.0.0.1:${each}`).join(' ')} {
    health_uri /health
    health_interval 1s
    lb_try_duration 5s
  }
}
`;
}
