import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from '../../scripts/cluster/java-server.ts';
import { KAFKA_LOGIN } from '../../scripts/cluster/kafka.ts';
import { readCluster } from '../../src/cli/cluster-flags.ts';
import { connectDruid } from '../../src/cluster/druid.ts';
import { findFault } from '../../src/cluster/health.ts';
import { openTopics } from '../../src/cluster/kafka/topics.ts';
import { type ClusterAddresses, describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';
import { run } from '../support/run-command.ts';
import { hasCaddy } from '../support/service/proxy.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { testWith } from '../support/needs.ts';

const tlsFile = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));

describeOnCluster('a cluster behind other doors', (cluster) => {
  const plain = { mechanism: 'PLAIN', user: KAFKA_LOGIN.user };
  const certificate = { certificate: tlsFile('good.pem'), key: 'leaf.key' };
  const expired = { token: tokenUntil(-3600) };
  const refused = 'Kafka refuses the user and password, or the token, of --kafka-auth.';

  test.each<[string, 'brokers' | 'certified', object | null, string]>([
    ['takes messages with SASL PLAIN', 'brokers', { ...plain, password: KAFKA_LOGIN.password }, 'written'],
    ['refuses a wrong password', 'brokers', { ...plain, password: 'wrong' }, refused],
    ['takes messages with an OAuth token', 'brokers', { token: tokenUntil(3600) }, 'written'],
    ['refuses a token that has expired', 'brokers', expired, refused],
    ['takes messages with a client certificate', 'certified', certificate, 'written'],
    ['refuses who has no certificate', 'certified', null, 'not written'],
  ])('Kafka with TLS %s', async (_, door, login, expected) => {
    const folder = emptyFolder();
    const { [door]: brokers, caFile } = cluster.guardedKafka;
    await copyFile(tlsFile('leaf.key'), join(folder, 'leaf.key'));
    await chmod(join(folder, 'leaf.key'), 0o600);
    const auth = login === null ? {} : { 'kafka-auth': await secret(folder, login) };
    const flags = { druid: cluster.druidUrl, kafka: brokers, 'kafka-ca': caFile, ...auth };
    const options = await readCluster(flags, () => undefined);
    const topics = openTopics([brokers], { access: options?.kafkaAccess });
    const name = uniqueName('entered');
    const written = topics
      .make(name)
      .then(() => topics.write(name, [Buffer.from('{}')]))
      .then(
        () => 'written',
        () => topics.trouble()?.problem ?? 'not written',
      );
    expect(await written).toBe(expected);
    await topics.close();
  });

  test('Kafka takes a renewed token without a restart', async () => {
    const folder = emptyFolder();
    const { brokers, caFile } = cluster.guardedKafka;
    const auth = await secret(folder, expired);
    const flags = { druid: cluster.druidUrl, kafka: brokers, 'kafka-auth': auth, 'kafka-ca': caFile };
    const options = await readCluster(flags, () => undefined);
    const topics = openTopics([brokers], { access: options?.kafkaAccess, pauseMs: 0 });
    const name = uniqueName('renewed');
    await expect(topics.make(name)).rejects.toThrow('Kafka refuses');
    await secret(folder, { token: tokenUntil(3600) });
    await topics.make(name);
    await topics.close();
  });

  testWith('caddy', hasCaddy)(
    'Caddy before Druid lets in who has a certificate, and nobody else',
    async () => {
      const folder = emptyFolder();
      const door = await startDoor(folder, cluster);
      try {
        await copyFile(tlsFile('leaf.key'), join(folder, 'leaf.key'));
        await chmod(join(folder, 'leaf.key'), 0o600);
        const auth = await secret(folder, { certificate: tlsFile('good.pem'), key: 'leaf.key' });
        const open = { druid: door.url, 'druid-overlord': door.overlordUrl, 'druid-ca': tlsFile('ca.pem') };
        for (const [flags, fault] of [
          [{ ...open, 'druid-auth': auth }, null],
          [open, expect.stringContaining('Druid')],
        ] as const) {
          const options = await readCluster(flags, () => undefined);
          if (options === null) throw new Error('no cluster');
          const druid = connectDruid(options);
          expect(await findFault(druid)).toEqual(fault);
          await druid.close();
        }
        const [file, db] = [join(folder, 'one.ndjson'), join(folder, 'a.db')];
        await writeFile(file, '{"timestamp":"2026-10-05T08:12:33Z","appID":"a","type":"t"}\n');
        const org = uniqueName('door');
        await run('org', 'create', org, '--db', db);
        const place = ['--org', org, '--db', db, '--druid', door.url, '--druid-overlord', door.overlordUrl];
        const tls = ['--druid-auth', auth, '--druid-ca', tlsFile('ca.pem')];
        expect((await run('import', file, ...place, ...tls)).code).toBe(0);
        expect(
          (await run('columns', 'type', '--interval', '2026-10-01/2026-11-01', ...place, ...tls)).stdout,
        ).toMatch(/t +1/);
      } finally {
        await door.close();
      }
    },
  );
});

/** A token without a signature that expires in some seconds, and was made two hours ago. */
function tokenUntil(seconds: number): string {
  const nowS = Math.floor(Date.now() / 1000);
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: 'reports', iat: nowS - 7200, exp: nowS + seconds })}.`;
}

async function secret(folder: string, content: object) {
  const file = join(folder, 'auth.json');
  await writeFile(file, JSON.stringify(content));
  await chmod(file, 0o600);
  return file;
}

/** Caddy with TLS before Druid's servers, which requests a client certificate of the tests' authority. */
async function startDoor(folder: string, { druidUrl, overlordUrl }: ClusterAddresses) {
  const ports = await findFreePorts(2);
  const site = (port: number, target: string) => `https://localhost:${port} {
  bind 127.0.0.1
  tls ${tlsFile('good.pem')} ${tlsFile('leaf.key')} {
    client_auth {
      mode require_and_verify
      trusted_ca_cert_file ${tlsFile('ca.pem')}
    }
  }
  reverse_proxy ${target}
}
`;
  const targets = [druidUrl, overlordUrl];
  const file = join(folder, 'Caddyfile');
  const sites = ports.map((port, at) => site(port, targets[at] ?? ''));
  await writeFile(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${sites.join('')}`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  // A refused handshake has another code than a port that nobody listens on.
  const listens = () =>
    fetch(`https://localhost:${ports[1]}`).then(
      () => true,
      (error: unknown) => !JSON.stringify((error as { cause?: unknown }).cause).includes('ECONNREFUSED'),
    );
  while (!(await listens())) await sleep(100);
  const [url = '', overlord = ''] = ports.map((port) => `https://localhost:${port}`);
  return {
    url,
    overlordUrl: overlord,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
