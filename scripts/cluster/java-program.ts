import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * The class path of a program of this folder: its jars and its compiled sources. The first call resolves and
 * compiles them, which takes minutes.
 */
export async function classPathOf(name: 'druid' | 'kafka'): Promise<string> {
  const pom = join(import.meta.dirname, name, 'pom.xml');
  const sources = [join(import.meta.dirname, 'Parent.java'), join(import.meta.dirname, name, 'Main.java')];
  const folder = join(cacheFolder(), `${name}-${await hashOf([pom, ...sources])}`);
  if (!existsSync(folder)) await build(folder, pom, sources);
  return `${join(folder, 'classes')}:${join(folder, 'jars', '*')}`;
}

/** Why no Java program can be started on this machine, or null if one can. */
export async function findMissingTools(): Promise<string | null> {
  const missing: string[] = [];
  for (const [tool, argument] of [
    ['java', '-version'],
    ['javac', '-version'],
    ['mvn', '-version'],
  ] as const) {
    await execute(tool, [argument]).catch(() => missing.push(tool));
  }
  if (missing.length === 0) return null;
  return `${missing.join(', ')} not found (apt-get install default-jdk-headless maven)`;
}

/** `INSIGHT_REPORT_CLUSTER_CACHE`, else a folder in the user's cache. */
function cacheFolder(): string {
  const caches = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return process.env['INSIGHT_REPORT_CLUSTER_CACHE'] ?? join(caches, 'insight-report', 'cluster');
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Builds beside the folder, which is there only once it is whole; several processes may do so at the same
 * time.
 */
async function build(folder: string, pom: string, sources: readonly string[]): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}.part-`);
  process.stderr.write(`Resolving the jars of ${pom} into ${folder}: once, in one to three minutes.\n`);
  const resolve = [
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${join(part, 'jars')}`,
  ];
  await execute('mvn', ['-q', '-B', '-f', pom, ...resolve]);
  const compile = ['-proc:none', '-nowarn', '-cp', join(part, 'jars', '*'), '-d', join(part, 'classes')];
  await execute('javac', [...compile, ...sources]);
  await rename(part, folder).catch(async (error: unknown) => {
    await rm(part, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}
