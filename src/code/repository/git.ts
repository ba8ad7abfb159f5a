// Runs the git program in a folder that may be a stranger's: for `repository.ts` and the search of source
// code. Nothing else in `src` starts git.
import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../text/errors.ts';

/** What git printed, and the exit code that it ended with. */
interface GitAnswer {
  readonly code: number;
  readonly output: Buffer;
}

/** How git is run: what it reads, and the exit codes that are no failure. */
interface GitOptions {
  readonly input?: string;
  readonly codes?: readonly number[];
}

/**
 * Runs git in a folder whose content and whose git config may be a stranger's: git runs no program that they
 * name and fetches nothing, and its environment holds no secret. Of the user's config only `safe.directory`
 * counts. Throws `InputError` if git is missing or fails.
 */
export async function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitAnswer> {
  const owners = await trustedOwners();
  return run(['-C', resolve(folder), ...configFlags([...owners, ...SAFE]), ...args], environment(), options);
}

/** An embedded repository, a file system monitor, a hook and a transport can each run a program. */
const SAFE = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
];

function configFlags(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => ['-c', value]);
}

export const PARTIAL_CLONE =
  'the clone lacks files of a commit, and nothing is fetched: clone without "filter:" (actions/checkout) or --filter';

const PROGRAM_NAMES = ['PATH', 'Path', 'SystemRoot', 'TEMP'];
const USER_NAMES = [...PROGRAM_NAMES, 'HOME', 'USERPROFILE', 'XDG_CONFIG_HOME'];

function variables(names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.includes(name)));
}

function environment(): NodeJS.ProcessEnv {
  const workspace = process.env['GITHUB_WORKSPACE'];
  return {
    ...variables(PROGRAM_NAMES),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_NO_REPLACE_OBJECTS: '1',
    // A repository's protocol.NAME.allow wins over protocol.allow, but not over this.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    ...(workspace === undefined ? {} : { GIT_CEILING_DIRECTORIES: dirname(resolve(workspace)) }),
  };
}

/**
 * The folders of other users in which the user lets git work. A workflow's checkout may belong to another
 * user than the one that a container runs as.
 */
async function trustedOwners(): Promise<readonly string[]> {
  if (process.env['GITHUB_ACTIONS'] === 'true') return ['safe.directory=*'];
  const user = variables(USER_NAMES);
  const scopes = ['--system', '--global'].map((scope) =>
    run(['config', scope, '--get-all', 'safe.directory'], user, { codes: [0, 1, 128] }),
  );
  const answers = await Promise.all(scopes);
  return answers.flatMap(({ output }) =>
    output
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `safe.directory=${line}`),
  );
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { input = '', codes = [0] }: GitOptions,
): Promise<GitAnswer> {
  return new Promise((resolve_, reject) => {
    const child = execFile(
      'git',
      args,
      // Windows looks for a program in the current folder first, which may be a stranger's checkout.
      { cwd: dirname(process.execPath), env, ...LIMITS, encoding: 'buffer' },
      (error, output, problem) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number' && codes.includes(code)) resolve_({ code, output });
        else if (code === 'ENOENT') reject(new InputError([NO_GIT]));
        // A git before 2.44 starts a fetch for a missing file. It ends at once, and git by SIGPIPE.
        else if (error?.signal === 'SIGPIPE') reject(new InputError([PARTIAL_CLONE]));
        else reject(new InputError([`git failed: ${problem.toString().trim() || (error?.message ?? '')}`]));
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const NO_GIT = 'git was not found; it is needed to read the code';

/** Bytes of output, and milliseconds: more than any real repository needs. */
const LIMITS = { maxBuffer: 256_000_000, timeout: 300_000 };
