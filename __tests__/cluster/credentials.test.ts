import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCluster, readState } from '../../src/cli/cluster-flags.ts';
import { parseCredentials } from '../../src/cluster/credentials.ts';
import { connectDruid } from '../../src/cluster/druid.ts';
import { clusterHealth, findFault } from '../../src/cluster/health.ts';
import { supervisorSpec, NEW_SUPERVISOR } from '../../src/cluster/supervisors/spec.ts';
import { messageOf } from '../../src/text/errors.ts';
import { startGuard } from '../support/cluster/guard.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const tls = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
const USER = { user: 'ann', password: 'geheim' };

describe('a file of credentials', () => {
  test('a file of credentials has a user and password, a token, or a certificate', () => {
    expect(parseCredentials(JSON.stringify(USER), 'F').login).toEqual({
      mechanism: 'SCRAM-SHA-512',
      ...USER,
    });
    expect(parseCredentials('{"mechanism":"PLAIN","user":"a","password":"b","tls":true}', 'F')).toEqual({
      login: { mechanism: 'PLAIN', user: 'a', password: 'b' },
      certificate: null,
      hasTls: true,
      allowsPlain: false,
    });
    expect(parseCredentials('{"token":"t"}', 'F').login).toEqual({ mechanism: 'OAUTHBEARER', token: 't' });
    const files = { certificate: 'c.pem', key: 'k.pem' };
    expect(parseCredentials(JSON.stringify(files), 'F')).toMatchObject({ login: null, certificate: files });
  });

  test.each([
    ['geheim', 'F is not JSON such as {"user": "…", "password": "…"} or {"token": "…"}'],
    ['{}', 'F holds nothing to log in with'],
    ['{"user":"geheim"}', 'F needs both "user" and "password"'],
    ['{"certificate":"geheim"}', 'F needs both "certificate" and "key"'],
    ['{"geheim":"geheim"}', 'F has a field that is not known'],
    ['{"token":"geheim\\n"}', 'F has a "token" that is not a text of one line'],
    ['{"token":"geheim","user":"a","password":"b"}', 'F has a token and a user'],
    [
      '{"user":"a","password":"geheim","mechanism":"GSSAPI"}',
      'F has a mechanism that is not PLAIN, SCRAM-SHA-256',
    ],
    ['{"token":"geheim","tls":"yes"}', 'F has a "tls" that is not true or false'],
  ])('%j is refused, and not shown', (text, problem) => {
    const parse = () => parseCredentials(text, 'F');
    expect(parse).toThrow(problem);
    expect(parse).not.toThrow('geheim');
  });

  const DRUID = 'http://druid.example:8888';
  test.each([
    [{ druid: DRUID }, USER, 'druid', true],
    [{ druid: DRUID }, { ...USER, tls: false }, 'druid', false],
    [{ druid: 'https://druid.example', 'druid-overlord': DRUID }, USER, 'druid', true],
    [{ druid: 'http://127.0.0.1:8888' }, USER, 'druid', false],
    [{ druid: 'https://druid.example', kafka: 'kafka:9092' }, USER, 'kafka', false],
    [{ druid: 'https://druid.example', kafka: 'kafka:9092' }, { ...USER, mechanism: 'PLAIN' }, 'kafka', true],
    [{ druid: 'https://druid.example', kafka: '127.0.0.1:1,kafka:2' }, { token: 'geheim' }, 'kafka', true],
    [{ state: 'postgres://db/reports' }, USER, 'state', true],
    [{ state: 'postgres://db/reports' }, { ...USER, tls: true }, 'state', false],
  ])(
    'a secret goes over TLS, to this machine, or where its file allows: %j %j',
    async (flags, secret, server, isRefused) => {
      const file = join(emptyFolder(), 'auth.json');
      await writeFile(file, JSON.stringify(secret), { mode: 0o600 });
      const given = { ...flags, [`${server}-auth`]: file };
      const read = server === 'state' ? readState : readCluster;
      const outcome = await read(given, () => undefined).then(() => 'sent', messageOf);
      expect(outcome).toMatch(isRefused ? /unencrypted: use TLS, or write "tls": false/ : /^sent$/);
      expect(outcome).not.toContain('geheim');
    },
  );

  test('a file of credentials that is written again changes the login, unless it is not valid', async () => {
    const folder = emptyFolder();
    const auth = join(folder, 'auth.json');
    const write = async (text: string) => {
      await writeFile(auth, text);
      await chmod(auth, 0o600);
    };
    await write('{"token":"one"}');
    const options = await readCluster({ druid: 'https://d', 'druid-auth': auth }, () => undefined);
    const tokenNow = () => options?.druidAccess?.login;
    expect(tokenNow()).toMatchObject({ token: 'one' });
    await write('{"token":"tw');
    expect(tokenNow()).toMatchObject({ token: 'one' });
    await write('{"token":"two"}');
    expect(tokenNow()).toMatchObject({ token: 'two' });
  });

  test('a file of credentials that others can open is warned of, and one that is missing or not PEM is named', async () => {
    const folder = emptyFolder();
    const auth = join(folder, 'auth.json');
    await writeFile(auth, JSON.stringify({ ...USER, certificate: 'good.pem', key: 'leaf.key' }));
    for (const name of ['good.pem', 'leaf.key']) await copyFile(tls(name), join(folder, name));
    for (const path of [auth, join(folder, 'leaf.key')]) await chmod(path, 0o644);
    const warnings: string[] = [];
    const flags = { druid: 'https://h', 'druid-auth': auth, 'druid-ca': tls('ca.pem') };
    const read = (more: object) => readCluster({ ...flags, ...more }, (each) => warnings.push(each));
    const options = await read({});
    expect(options?.druidAccess?.tls?.key).toContain('PRIVATE KEY');
    expect(warnings).toEqual(
      [auth, join(folder, 'leaf.key')].map((path) =>
        expect.stringContaining(`can open ${path}, which holds a password, a token or a key`),
      ),
    );
    await expect(read({ 'druid-ca': tls('README.md') })).rejects.toThrow(
      'README.md of --druid-ca is not a certificate',
    );
    await expect(read({ 'druid-ca': '/none' })).rejects.toThrow('/none of --druid-ca cannot be read');
    await expect(read({ druid: 'http://h' })).rejects.toThrow('an address of Druid begins with http://');
    await expect(read({ 'kafka-auth': auth })).rejects.toThrow(
      '--kafka-auth is for Kafka: add --kafka BROKERS',
    );
    await writeFile(join(folder, 'leaf.key'), 'geheim');
    await expect(read({})).rejects.toThrow("leaf.key of --druid-auth is not the certificate's key");
  });
});

describe('through a proxy with TLS and a password', () => {
  const withGuard = async (run: (url: string) => Promise<void>) => {
    const druid: Server = createServer((_, response) => response.end('[]'));
    await new Promise<void>((resolve) => druid.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(druid.address() as AddressInfo).port}`;
    const guard = await startGuard({ druidUrl: url, overlordUrl: url }, USER);
    try {
      await run(guard.url);
    } finally {
      await guard.close();
      druid.closeAllConnections();
      druid.close();
    }
  };

  test.each<[string, object, string | null]>([
    ['Druid is reached with both', { druidAccess: doorOf(USER.password) }, null],
    [
      'a wrong password is said',
      { druidAccess: doorOf('wrong') },
      'Druid refuses the user and password, or the token, of --druid-auth.',
    ],
    [
      'a missing one is said',
      { druidAccess: { login: null, tls: { ca: '' } } },
      'Druid needs a login: give --druid-auth FILE, with a user and password or a token.',
    ],
    [
      'an unknown authority is said',
      { druidAccess: { ...doorOf(USER.password), tls: { ca: 'another' } } },
      'No safe connection to Druid can be made; the log says why.',
    ],
  ])('through a proxy with TLS and a password, %s', async (_, access, problem) => {
    const { readFile } = await import('node:fs/promises');
    const [ca, another] = await Promise.all(
      [tls('ca.pem'), tls('self-signed.pem')].map((path) => readFile(path, 'utf8')),
    );
    const { druidAccess } = JSON.parse(JSON.stringify(access), (key, value: unknown) =>
      key === 'ca' ? (value === 'another' ? another : ca) : value,
    ) as { druidAccess: ReturnType<typeof doorOf> };
    await withGuard(async (url) => {
      const druid = connectDruid({ druidUrl: url, overlordUrl: null, druidAccess });
      expect(await findFault(druid)).toBe(problem);
      const health = await clusterHealth({ druid, feed: null, namespaces: async () => [] })();
      expect(health).toEqual(
        problem === null ? { status: 'ok', problems: [] } : { status: 'cluster-away', problems: [problem] },
      );
      await druid.close();
    });
  });
});

function doorOf(password: string) {
  return { login: { mechanism: 'PLAIN' as const, user: 'ann', password }, tls: { ca: '' } };
}

test('a supervisor enters Kafka with what is in the environment of Druid, and holds no secret itself', () => {
  const access = {
    login: { mechanism: 'SCRAM-SHA-256' as const, ...USER },
    tls: { ca: 'authority', cert: 'certificate', key: 'secret key' },
  };
  const spec = JSON.stringify(supervisorSpec('a', { brokers: ['k:1'], access }, NEW_SUPERVISOR));
  expect(spec).not.toMatch(/geheim|secret key|ann/);
  expect(JSON.parse(spec)).toMatchObject({
    spec: {
      ioConfig: {
        consumerProperties: {
          'bootstrap.servers': 'k:1',
          'security.protocol': 'SASL_SSL',
          'sasl.mechanism': 'SCRAM-SHA-256',
          'ssl.truststore.certificates': 'authority',
          'druid.dynamic.config.provider': {
            type: 'environment',
            variables: { 'sasl.jaas.config': 'KAFKA_JAAS_CONFIG', 'ssl.keystore.key': 'KAFKA_CLIENT_KEY' },
          },
        },
      },
    },
  });
});
