import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { InputError } from '../../../text/errors.ts';
import { ENDINGS, languageOf } from './languages.ts';

/** The source files of a folder, as they are on the disk. */
export interface SourceTree {
  readonly folder: string;
  /** Paths of files, from the folder, that hold one of these texts. */
  readonly search: (texts: readonly string[]) => Promise<readonly string[]>;
  /** A file's text; null if it is not a file of the folder, or too large, which `tooLarge` then names. */
  readonly read: (path: string) => Promise<string | null>;
  readonly tooLarge: ReadonlySet<string>;
  /** Whether the folder is in a git repository. */
  readonly isRepository: boolean;
}

/** Larger files are made by programs. */
export const FILE_LIMIT_BYTES = 2_000_000;

/** What other people's code is kept in. */
const FOREIGN = ['node_modules', 'Pods', 'Carthage', 'vendor', '.build', 'DerivedData', '.dart_tool'];

/** Opens a folder. Throws `InputError` if it is not there, or git is not. */
export async function openSourceTree(folder: string): Promise<SourceTree> {
  const root = await realpath(folder).catch(() => {
    throw new InputError([`the folder ${JSON.stringify(folder)} does not exist, so no code was read`]);
  });
  const isRepository = (await git(root, ['rev-parse', '--is-inside-work-tree'], [0, 128])).trim() === 'true';
  const tooLarge = new Set<string>();
  return { folder: root, isRepository, tooLarge, read: (path) => readSource(root, path, tooLarge), search };

  async function search(given: readonly string[]): Promise<readonly string[]> {
    // git cannot look for these, which no file has as they stand: a name that holds one is written with an
    // escape.
    const texts = given.filter((text) => !/[\n\0]/.test(text));
    if (texts.length === 0) return [];
    const where = isRepository ? ['--untracked'] : ['--no-index', '--exclude-standard'];
    const found = await git(
      root,
      ['grep', '-l', '-z', '-I', '-F', ...where, '-f', '-', '--', ...PATHS],
      [0, 1],
      `${texts.join('\n')}\n`,
    );
    return found.split('\0').filter((path) => languageOf(path) !== null);
  }
}

const PATHS = [
  ...ENDINGS.map((ending) => `*.${ending}`),
  ...FOREIGN.flatMap((name) => [`:(exclude)${name}/*`, `:(exclude)*/${name}/*`]),
];

/** Links are not followed, neither of files nor of folders. */
async function readSource(root: string, path: string, tooLarge: Set<string>): Promise<string | null> {
  const full = join(root, path);
  const real = await realpath(dirname(full)).catch(() => null);
  if (real === null || (real !== root && !real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)))
    return null;
  const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    if (stat.size > FILE_LIMIT_BYTES) tooLarge.add(path);
    return stat.size > FILE_LIMIT_BYTES ? null : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/**
 * Runs git in a folder and gives what it prints. Throws `InputError` if it ends with another exit code than
 * these. A repository's own config can name programs that git runs: elsewhere than in a workflow, whose
 * checkout may belong to another user, git refuses a repository of somebody else.
 */
export function git(
  folder: string,
  args: readonly string[],
  codes: readonly number[],
  input?: string,
): Promise<string> {
  const owners = process.env['GITHUB_ACTIONS'] === 'true' ? ['-c', 'safe.directory=*'] : [];
  const safe = [...owners, '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['-C', folder, ...safe, ...args],
      { maxBuffer: OUTPUT_LIMIT_BYTES, env: { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number' && codes.includes(code)) resolve(stdout);
        else if (code === 'ENOENT')
          reject(new InputError(['git was not found; signals reads the code with it']));
        else
          reject(new InputError([`git ${args[0] ?? ''} failed: ${stderr.trim() || (error?.message ?? '')}`]));
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

const OUTPUT_LIMIT_BYTES = 256_000_000;
