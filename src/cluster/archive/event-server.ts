// Serves one file over HTTP for a Druid task: this process and Druid may share no disk.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ClusterAwayError } from '../../service/errors.ts';

/** A file that Druid can read over HTTP while it is open. */
export interface EventServer {
  /** The address with an unguessable path. */
  readonly url: string;
  /** Whether anyone has requested the file. */
  wasRequested(): boolean;
  close(): Promise<void>;
}

/**
 * Lets a file be read over HTTP, on any free port of the address from which this machine connects to `peer`,
 * a server of the cluster. The path is a secret that only Druid gets.
 */
export async function openEventServer(path: string, peer: string): Promise<EventServer> {
  const host = await addressTowards(new URL(peer));
  const secret = `/${randomBytes(24).toString('hex')}/events.json.gz`;
  let hasBeenRequested = false;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== secret) {
      response.writeHead(404).end();
      return;
    }
    hasBeenRequested = true;
    response.writeHead(200, { 'content-type': 'application/gzip' });
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${secret}`,
    wasRequested: () => hasBeenRequested,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const TIMEOUT_MS = 10_000;

/** The address of this machine that a connection to another one comes from. */
function addressTowards({ hostname, port, protocol }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: TIMEOUT_MS,
    });
    const fail = (reason: string) => {
      socket.destroy();
      reject(new ClusterAwayError(`${host} cannot be reached: ${reason}`));
    };
    socket.once('connect', () => {
      const { localAddress = '127.0.0.1' } = socket;
      socket.destroy();
      resolve(localAddress);
    });
    socket.once('timeout', () => {
      fail('no answer');
    });
    socket.once('error', (error) => {
      fail(error.message);
    });
  });
}
