import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { emptyFolder } from './temporary-files.ts';

/** A git repository for a test. */
interface TestRepository {
  readonly folder: string;
  readonly git: (...args: string[]) => string;
  /** Writes files; null removes one. */
  readonly write: (files: Readonly<Record<string, string | null>>) => Promise<void>;
  /** Writes files and commits everything. Gives the commit. */
  readonly commit: (files: Readonly<Record<string, string | null>>) => Promise<string>;
}

const NOBODY = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_CONFIG_GLOBAL: '/dev/null' };

/** Makes a repository with a first commit of these files on the branch `main`. */
export async function testRepository(files: Readonly<Record<string, string>>): Promise<TestRepository> {
  const folder = emptyFolder();
  const env = { ...process.env, ...NOBODY, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { env, encoding: 'utf8' });
  const write: TestRepository['write'] = async (given) => {
    for (const [path, text] of Object.entries(given)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await (text === null ? rm(join(folder, path)) : writeFile(join(folder, path), text));
    }
  };
  const commit: TestRepository['commit'] = async (given) => {
    await write(given);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'change');
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '-q', '-b', 'main');
  await commit(files);
  return { folder, git, write, commit };
}
