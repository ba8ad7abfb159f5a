import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { act } from './act.ts';
import { type Ran, readRan } from './ran.ts';
import { emptyFolder } from '../temporary-files.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** An event that starts a workflow, and what its run is given. */
export interface Start {
  readonly workflow: string;
  readonly event: string;
  readonly payload: object;
  readonly githubUrl: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** The repository's variables, which are not secret. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A repository with workflows. */
export interface WorkflowRepository {
  run(start: Start): Promise<Ran>;
  /** The commit that is checked out. */
  head(): string;
  /** Writes files and commits everything. */
  commit(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

/**
 * A repository with these files, in which `insight-report/insight-report@v0` is this checkout as it is
 * (action.yml and dist/). Only the service's address is the tests': the `api-url` of action.yml gets it as
 * its default.
 */
export function createWorkflowRepository(
  files: Readonly<Record<string, string>>,
  serviceUrl: string,
): WorkflowRepository {
  const folder = emptyFolder();
  writeAction(join(folder, 'action'), serviceUrl);
  write(join(folder, 'bin', 'node'), NODE);
  const git = gitIn(join(folder, 'repo'));
  const commit = (changed: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(changed)) write(join(folder, 'repo', path), text);
    git('add', '-A');
    git('-c', 'user.name=mona', '-c', 'user.email=mona@example.com', 'commit', '-q', '-m', 'Change files');
  };
  mkdirSync(join(folder, 'repo'));
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'https://github.com/octo/app.git');
  commit(files);
  let count = 0;
  return {
    commit,
    head: () => git('rev-parse', 'HEAD').trim(),
    run: async ({ workflow, event, payload, githubUrl, secrets, variables = {} }) => {
      const eventFile = join(folder, `event-${++count}.json`);
      write(eventFile, JSON.stringify(payload));
      const args = [
        event,
        '-W',
        `.github/workflows/${workflow}`,
        '-e',
        eventFile,
        '--json',
        '--rm',
        '--no-cache-server',
        '-P',
        'ubuntu-latest=-self-hosted',
        '-P',
        'ubuntu-24.04=-self-hosted',
        '--action-offline-mode',
        '--action-cache-path',
        join(folder, 'cache'),
        '--local-repository',
        `insight-report/insight-report@v0=${join(folder, 'action')}`,
        '--env',
        `GITHUB_API_URL=${githubUrl}`,
        '--env',
        `GITHUB_GRAPHQL_URL=${githubUrl}/graphql`,
        '--env',
        `GITHUB_RUN_ID=${1041 + count}`,
        '--env',
        `GITHUB_RUN_NUMBER=${56 + count}`,
        ...Object.keys(secrets).flatMap((name) => ['-s', name]),
        ...Object.keys(variables).flatMap((name) => ['--var', name]),
      ];
      const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
      const env = { PATH: path, HOME: folder, ...secrets, ...variables };
      const { code, text } = await act(args, join(folder, 'repo'), env);
      return readRan(text, code);
    },
    remove: () => {},
  };
}

/**
 * The runner takes whichever node comes first on the path. It closes a step's terminal as soon as the step
 * has failed, with what was not read yet (act, HostEnvironment.exec): so a failing node waits until that is
 * read.
 */
const NODE = `#!/bin/sh
'${process.execPath}' "$@"
code=$?
[ $code = 0 ] || sleep 0.3
exit $code
`;

/** The runner copies the whole folder, so it has nothing but what a workflow needs of us. */
function writeAction(folder: string, serviceUrl: string): void {
  const action = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  const directed = action.replace(/^ {2}api-url:\n/m, `$&    default: ${serviceUrl}\n`);
  if (directed === action) throw new Error('action.yml has no input api-url');
  write(join(folder, 'action.yml'), directed);
  const commandLine = join(ROOT, 'dist', 'cli');
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => path !== commandLine,
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (text.startsWith('#!')) chmodSync(path, 0o755);
}

function gitIn(folder: string): (...args: string[]) => string {
  return (...args) => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
}
