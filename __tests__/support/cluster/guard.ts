import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { certificate } from '../tls/certificates.ts';
import type { ClusterAddresses } from './cluster.ts';

/** Proxies with TLS and a password before the servers of a Druid, as companies have them. */
export interface Guard {
  readonly url: string;
  readonly overlordUrl: string;
  readonly caFile: string;
  close(): Promise<void>;
}

/** Starts them. Whoever comes without the user and password gets 401. */
export async function startGuard(
  { druidUrl, overlordUrl }: Pick<ClusterAddresses, 'druidUrl' | 'overlordUrl'>,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<Guard> {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const servers = await Promise.all([druidUrl, overlordUrl].map((target) => listen(target, expected)));
  const [broker = '', overlord = ''] = servers.map(
    (server) => `https://localhost:${(server.address() as AddressInfo).port}`,
  );
  return {
    url: broker,
    overlordUrl: overlord,
    caFile: fileURLToPath(new URL('../tls/ca.pem', import.meta.url)),
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

async function listen(target: string, expected: string): Promise<Server> {
  const server = createServer(
    { key: certificate('leaf'), cert: certificate('good') },
    (incoming, response) => {
      const { method, url, headers } = incoming;
      if (headers.authorization !== expected) {
        response.writeHead(401, { 'www-authenticate': 'Basic' }).end('<html>who is there?</html>');
        return;
      }
      const forwarded = request(`${target}${url ?? ''}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.on('error', () => response.destroy());
      incoming.pipe(forwarded);
    },
  );
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}
