import { type AddressInfo, createServer } from 'node:net';
import { openPostgres } from '../../../src/cluster/state/postgres.ts';
import { StateAwayError } from '../../../src/service/errors.ts';

const LOGIN = { mechanism: 'SCRAM-SHA-256', user: 'insight', password: 'geheim-7' } as const;

/** A PostgreSQL that answers the first message with a request for the password; what it was sent. */
async function startAsking(request: Buffer) {
  const parts: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (part) => parts.push(part));
    socket.once('data', () => {
      socket.write(request);
      socket.once('data', () => socket.destroy());
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received: () => Buffer.concat(parts).toString('latin1'),
    close: () => new Promise((closed) => server.close(closed)),
  };
}

const authentication = (...fields: readonly number[]) =>
  Buffer.from([82, 0, 0, 0, 4 + fields.length, ...fields]);

test.each([
  ['in the clear', authentication(0, 0, 0, 3)],
  ['as MD5', authentication(0, 0, 0, 5, 1, 2, 3, 4)],
])('a PostgreSQL that asks for the password %s gets none', async (_, request) => {
  const asking = await startAsking(request);
  const access = { login: LOGIN, tls: null };
  const sql = await openPostgres({ host: '127.0.0.1', port: asking.port, database: 'state', access });
  const error = await sql.rows('SELECT 1').catch((each: unknown) => each);
  expect(error).toBeInstanceOf(StateAwayError);
  expect((error as StateAwayError).problem).toContain('set scram-sha-256 for the user');
  await sql.close();
  await asking.close();
  expect(asking.received()).toContain('insight');
  // After the first message nothing is sent: a password is a message of the type "p".
  expect(asking.received()).not.toMatch(/geheim-7|p\0\0\0|md5/);
});
