import { execFileSync, spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A temporary PostgreSQL cluster in its own folder, reached through a socket there, and one session. */
export interface Postgres {
  readonly version: string;
  /** Runs a statement; gives the lines of its answer, columns divided by tabs. */
  run(sql: string): Promise<readonly string[]>;
  /** Stops the cluster and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Settings for two cores and data that fits into memory: parallel workers, sorts and hashes in memory, no
 * durability.
 */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  work_mem: '512MB',
  maintenance_work_mem: '1GB',
  max_parallel_workers_per_gather: '2',
  max_parallel_workers: '2',
  random_page_cost: '1.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
};

/** Starts a cluster in a new folder under `dir`; null if PostgreSQL is not installed. */
export async function startPostgres(dir: string): Promise<Postgres | null> {
  const bin = findBin();
  if (bin === null) return null;
  const folder = mkdtempSync(join(dir, 'postgres-'));
  // PostgreSQL refuses to run as root; Debian's package makes a user for it.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const asUser = { ...user, cwd: folder, stdio: 'pipe' } as const;
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'bench', '--locale=C', '-E', 'UTF8', '-N'],
    asUser,
  );
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: folder }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  );
  const log = join(folder, 'log');
  execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', log, '-o', options.join(' '), 'start'], {
    ...asUser,
    stdio: 'ignore',
  });
  const psql = spawn(join(bin, 'psql'), [
    '-X',
    '-q',
    '-A',
    '-t',
    '-F',
    '\t',
    '-v',
    'ON_ERROR_STOP=1',
    '-h',
    folder,
    '-U',
    'bench',
    'postgres',
  ]);
  return {
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    run: session(psql),
    stop: async () => {
      psql.stdin.end();
      await new Promise((done) => psql.on('close', done));
      execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'fast', 'stop'], asUser);
      rmSync(folder, { recursive: true });
    },
  };
}

function findBin(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  return found ?? null;
}

function idOf(which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout);
}

/** Statements one after the other; a line of ours says where an answer ends. */
function session(psql: ChildProcessWithoutNullStreams): Postgres['run'] {
  const END = '--end--';
  let errors = '';
  psql.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: psql.stdout })[Symbol.asyncIterator]();
  return async (sql) => {
    psql.stdin.write(`${sql}\n\\echo ${END}\n`);
    const answer: string[] = [];
    for (;;) {
      const { done, value } = await lines.next();
      if (done === true) throw new Error(`psql ended: ${errors}`);
      if (value === END) return answer;
      answer.push(value);
    }
  };
}
