import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { emptyFolder } from '../temporary-files.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** The package as `npm pack` makes it, below a folder that is removed by `remove`. */
export interface Packed {
  readonly tarball: string;
  readonly remove: () => void;
}

/** The package, installed into a folder that was empty, for one Node. */
export interface Installed {
  readonly folder: string;
  /** What npm wrote to stderr. */
  readonly warnings: string;
  /** Runs `insight-report` in the folder. */
  readonly run: (args: readonly string[], more?: NodeJS.ProcessEnv) => Ran;
  /** Starts a command that runs until it is stopped. */
  readonly start: (args: readonly string[]) => Promise<Started>;
  readonly remove: () => void;
}

/** What a command that has ended wrote, and its exit code. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A command that is running: the address that its first line names, and a function that sends SIGTERM and
 * returns the exit code.
 */
export interface Started {
  readonly url: string;
  readonly stop: () => Promise<number | null>;
}

/** Packs the checkout, which builds the command line first. */
export function pack(): Packed {
  const folder = emptyFolder();
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'ignore' });
  const [name = ''] = readdirSync(folder);
  return {
    tarball: join(folder, name),
    remove: () => {},
  };
}

/** The path of a Node of this version. */
export function nodeOf(version: string): string {
  return execFileSync(process.execPath, [join(root, 'scripts', 'node-from-npm.mjs'), version], {
    encoding: 'utf8',
  }).trim();
}

/**
 * Installs a packed package with npm on this Node, as `npx` does it. Packages come from npm's cache if they
 * are there.
 */
export function install(tarball: string, node: string): Installed {
  const folder = emptyFolder();
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  const npm = spawnSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (npm.status !== 0) throw new Error(`npm install ended with ${npm.status}: ${npm.stderr}`);
  const bin = join(folder, 'node_modules', '.bin', 'insight-report');
  return {
    folder,
    warnings: npm.stderr,
    run: (args, more = {}) => {
      const { status, stdout, stderr } = spawnSync(bin, args, {
        cwd: folder,
        env: { ...env, ...more },
        encoding: 'utf8',
      });
      return { code: status, stdout, stderr };
    },
    start: async (args) => {
      const child = spawn(bin, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
      const first = await Promise.race([once(child.stdout, 'data').then(([chunk]) => String(chunk)), ended]);
      const [url] = /http:\/\/\S+/.exec(String(first)) ?? [];
      if (url === undefined) throw new Error(`${args.join(' ')} ended with ${String(first)}`);
      return {
        url,
        stop: () => {
          child.kill('SIGTERM');
          return ended;
        },
      };
    },
    remove: () => {},
  };
}

/** The size of a folder's files, in MB. A file with two names counts once: `node` is linked. */
export function megabytesOf(folder: string): number {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = new Map(
    files.map(({ parentPath, name }) => {
      const { ino, size } = statSync(join(parentPath, name));
      return [ino, size];
    }),
  );
  return sizes.values().reduce((sum, size) => sum + size, 0) / 1e6;
}
