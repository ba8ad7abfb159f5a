import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  openSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../../../scripts/cluster/java-server.ts';
import { certificate } from '../tls/certificates.ts';
import { emptyFolder } from '../temporary-files.ts';

/** Where Debian's packages put the programs, a folder for each version. */
const VERSIONS = '/usr/lib/postgresql';
const NEWEST = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : []).sort((a, b) => Number(b) - Number(a))[0];
const PROGRAMS = join(VERSIONS, NEWEST ?? '', 'bin');

/** Whether PostgreSQL is installed. */
export const hasPostgres = NEWEST !== undefined && existsSync(join(PROGRAMS, 'initdb'));

/** A PostgreSQL on a free port, with its files in a temporary folder. */
export interface Postgres {
  readonly port: number;
  /** The address of an empty database of its own, as `--state` takes it. */
  newDatabase(): string;
  /** A file as `--state-auth` takes it. */
  readonly authFile: string;
  /** What `psql` prints of a statement. */
  sql(url: string, statement: string): string;
  start(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export const LOGIN = { user: 'reports', password: 'tür zu' };

/** Who comes with a certificate, whose name this is. */
export const CERTIFIED = 'Insight Report test';

/** Starts a PostgreSQL that requests a password and, as `CERTIFIED`, a certificate. It also speaks TLS. */
export async function startPostgres(): Promise<Postgres> {
  const folder = emptyFolder();
  const [data, passwordFile, authFile] = ['data', 'password', 'auth.json'].map((name) => join(folder, name));
  if (data === undefined || passwordFile === undefined || authFile === undefined) throw new Error('no paths');
  writeFileSync(passwordFile, LOGIN.password);
  const owner = ownerOf(folder, passwordFile);
  const options = { ...owner, cwd: folder, encoding: 'utf8' } as const;
  const flags = ['--username', LOGIN.user, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--no-sync'];
  const made = spawnSync(
    join(PROGRAMS, 'initdb'),
    ['--pgdata', data, '--encoding', 'UTF8', ...flags],
    options,
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`);
  writeFileSync(authFile, JSON.stringify(LOGIN));
  chmodSync(authFile, 0o600);
  const [host, cert, key, ca] = ['pg_hba.conf', 'server.crt', 'server.key', 'ca.crt'].map((name) =>
    join(data, name),
  ) as [string, string, string, string];
  writeFileSync(host, `hostssl all "${CERTIFIED}" all cert\n${readFileSync(host, 'utf8')}`);
  writeFileSync(cert, certificate('good'));
  writeFileSync(key, certificate('leaf'), { mode: 0o600 });
  writeFileSync(ca, certificate('ca'));
  ownerOf(cert, key, ca);
  // Not one that the system gives to clients meanwhile.
  const [port = 0] = await findFreePorts(1);
  const settings = [
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    'fsync=off',
    'ssl=on',
    'ssl_ca_file=ca.crt',
  ];
  let server: ChildProcess | null = null;
  let databases = 0;
  const sql = (url: string, statement: string) => {
    const env = { ...process.env, PGPASSWORD: LOGIN.password };
    const args = ['--no-psqlrc', '-At', '-U', LOGIN.user, '-d', url, '-c', statement];
    const { status, stdout, stderr } = spawnSync(join(PROGRAMS, 'psql'), args, { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`psql: ${stderr}`);
    return stdout;
  };
  const addressOf = (database: string) => `postgres://127.0.0.1:${port}/${database}`;
  const end = async (signal: NodeJS.Signals) => {
    const ending = server;
    server = null;
    if (ending === null) return;
    const ended = once(ending, 'close');
    ending.kill(signal);
    await ended;
  };
  const start = async () => {
    const log = openSync(join(folder, 'log'), 'a');
    server = spawn(join(PROGRAMS, 'postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    while (!(await answers(port))) {
      if (server.exitCode !== null) throw new Error(readFileSync(join(folder, 'log'), 'utf8'));
      await sleep(50);
    }
    for (;;) {
      try {
        sql(addressOf('postgres'), 'SELECT 1');
        return;
      } catch (error) {
        if (server.exitCode !== null) throw error;
        await sleep(100);
      }
    }
  };
  await start();
  return {
    port,
    authFile,
    sql,
    start,
    // SIGQUIT: without a checkpoint, and without waiting for anyone.
    kill: () => end('SIGQUIT'),
    newDatabase: () => {
      const database = `state_${++databases}`;
      sql(addressOf('postgres'), `CREATE DATABASE ${database}`);
      return addressOf(database);
    },
    close: async () => {
      await end('SIGQUIT');
    },
  };
}

/** PostgreSQL refuses to run as root: the user that its package makes runs it then. */
function ownerOf(...paths: readonly string[]): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  for (const path of paths) chownSync(path, uid, gid);
  return { uid, gid };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
