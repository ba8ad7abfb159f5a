import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describeWith } from '../support/needs.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const describeWithProgram = (program: string, flag: string) =>
  describeWith(program, spawnSync(program, [flag], { stdio: 'ignore' }).status === 0);

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');

describeWithProgram('caddy', 'version')('behind deploy/Caddyfile, run by Caddy,', () => {
  let service: Server;
  let stopCaddy: () => Promise<unknown>;
  let site: string;
  let home: string;
  let asked: string[];

  beforeAll(async () => {
    // Answers everything with 200, so that a refusal is Caddy's own.
    service = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('from the service');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    site = `http://127.0.0.1:${await freePort()}`;
    home = emptyFolder();
    const caddy = spawn('caddy', ['run', '--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        INSIGHT_REPORT_SITE: site,
        INSIGHT_REPORT_UPSTREAM: `127.0.0.1:${(service.address() as AddressInfo).port}`,
      },
      stdio: 'ignore',
    });
    const ended = once(caddy, 'exit');
    stopCaddy = () => {
      caddy.kill('SIGTERM');
      return ended;
    };
    asked = [];
    await answered(site);
  });

  afterAll(async () => {
    await stopCaddy();
    service.close();
  });

  test.each(['/', '/health', '/openapi.json', '/api/v3/insights/1/query', '/api/v4/query/tql'])(
    '%s is reached',
    async (path) => {
      expect(await get(path)).toEqual({ status: 200, text: 'from the service' });
    },
  );

  test.each([
    '/metrics',
    '/metrics/',
    '/METRICS',
    '//metrics',
    '/%6detrics',
    '/./metrics',
    '/x/../metrics',
    '/metrics?a=1',
  ])('%s stays private', async (path) => {
    asked = [];
    expect(await get(path)).toEqual({ status: 404, text: '' });
    expect(asked).toEqual([]);
  });

  test.each(['/v2/', '/v2', '/v2/namespace/com.example.app/', '//v2/', '/%762/', '/V2/'])(
    'nobody can send events to %s',
    async (path) => {
      expect(await get(path, 'POST')).toEqual({ status: 404, text: '' });
    },
  );

  async function get(path: string, method = 'GET') {
    const { hostname, port } = new URL(site);
    // Not through fetch, which would tidy the path.
    const { request } = await import('node:http');
    const sent = request({ hostname, port, path, method }).end();
    const [response] = (await once(sent, 'response')) as [
      AsyncIterable<Buffer> & { readonly statusCode: number },
    ];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part);
    return { status: response.statusCode, text: Buffer.concat(parts).toString() };
  }
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answered(site: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(site);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

describeWithProgram('systemd-analyze', '--version')('deploy/insight-report.service', () => {
  const unit = readFileSync(join(DEPLOY, 'insight-report.service'), 'utf8');
  let root: string;

  beforeAll(() => {
    // A file system in which the command exists; its units are the machine's own.
    root = emptyFolder();
    const program = /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? '';
    const command = join(root, program);
    mkdirSync(dirname(command), { recursive: true });
    writeFileSync(command, '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(root, 'insight-report.service'), unit.replace(program, command));
  });

  test('the unit for systemd has no mistake that systemd-analyze verify finds', () => {
    const { status, stdout, stderr } = analyze('verify', '--man=no');
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  test('the unit for systemd leaves little exposed: at most 1.5 of 10 by systemd-analyze security', () => {
    const { stdout } = analyze('security', '--offline=true', '--threshold=15');
    expect(
      Number(/exposure level for insight-report.service: ([\d.]+)/.exec(stdout)?.[1]),
    ).toBeLessThanOrEqual(1.5);
  });

  function analyze(...args: readonly string[]) {
    return spawnSync('systemd-analyze', [...args, join(root, 'insight-report.service')], {
      encoding: 'utf8',
    });
  }
});
