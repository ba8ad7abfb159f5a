import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { context } from '@actions/github';
import { main } from '../../src/action/main.ts';
import { emptyFolder } from './temporary-files.ts';

/** The Action as it is committed. */
export const DIST = join(import.meta.dirname, '..', '..', 'dist', 'index.js');

/** A step of a workflow. */
export interface Step {
  readonly inputs: Readonly<Record<string, string>>;
  readonly event?: string;
  readonly payload?: unknown;
  /** Further variables of the runner. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the step's summary file holds already. */
  readonly summary?: string;
  /** The checked-out repository; by default an empty folder. */
  readonly workspace?: string;
  /** The program that is started for the step; by default none is. */
  readonly entry?: string;
}

/** The result of a step. */
export interface Ended {
  readonly code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Everything that the run wrote, in one string. */
  readonly everything: string;
  readonly report: string;
  readonly results: unknown;
}

/**
 * Runs the Action the way the runner does: INPUT_* variables, an event file, GITHUB_* files. Without an
 * `entry` it runs in this process, which is ten times as fast, so that no other step may run meanwhile.
 */
export async function runAction(step: Step): Promise<Ended> {
  const { inputs, event = 'workflow_dispatch', payload = {}, summary = '', entry } = step;
  const folder = emptyFolder();
  const file = (name: string): string => join(folder, name);
  mkdirSync(file('temp'));
  writeFileSync(file('event.json'), JSON.stringify(payload));
  writeFileSync(file('summary.md'), summary);
  writeFileSync(file('output'), '');
  const env = {
    PATH: process.env['PATH'],
    TZ: process.env['TZ'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: file('event.json'),
    GITHUB_STEP_SUMMARY: file('summary.md'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_REPOSITORY: 'octo/app',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '1042',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_ACTOR: 'mona',
    RUNNER_TEMP: file('temp'),
    ...step.env,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
  const cwd = step.workspace ?? folder;
  const { code, log } = entry === undefined ? await runHere(env, cwd) : await runProcess(entry, env, cwd);
  const outputs = readOutputs(readFileSync(file('output'), 'utf8'));
  const written = (name: string): string => {
    const path = outputs[name] ?? '';
    return path !== '' && existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const ended = { code, log, summary: readFileSync(file('summary.md'), 'utf8'), outputs };
  const [report, results] = [written('report-path'), written('results-path')];
  const everything = [ended.log, ended.summary, readFileSync(file('output'), 'utf8'), report, results].join(
    '\n',
  );
  return { ...ended, everything, report, results: results === '' ? null : (JSON.parse(results) as unknown) };
}

async function runProcess(entry: string, env: NodeJS.ProcessEnv, cwd: string) {
  const child = spawn(process.execPath, [entry], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, log };
}

/** What the process has while no step runs in it. */
const OWN = { env: process.env, write: process.stdout.write.bind(process.stdout) };
let last: Promise<unknown> = Promise.resolve();

/** Runs the Action in this process once the step before is over, which may outlast its test. */
function runHere(env: NodeJS.ProcessEnv, cwd: string) {
  const step = last.then(() => runAlone(env, cwd));
  last = step.catch(() => undefined);
  return step;
}

/** Runs the Action in this process, which is the step's for as long. */
async function runAlone(env: NodeJS.ProcessEnv, cwd: string) {
  const folder = process.cwd();
  let log = '';
  process.env = env;
  process.chdir(cwd);
  process.stdout.write = (text: string | Uint8Array) => {
    log += String(text);
    return true;
  };
  process.exitCode = 0;
  try {
    // The toolkit reads the event when it is imported.
    context.payload = JSON.parse(
      readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'),
    ) as typeof context.payload;
    await main(env);
    return { code: process.exitCode, log };
  } finally {
    process.env = OWN.env;
    process.chdir(folder);
    process.stdout.write = OWN.write;
    process.exitCode = undefined;
  }
}

/** Reads the runner's output file: `name<<delimiter`, the value's lines, the delimiter. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines[index] ?? '') ?? [];
    if (name === undefined) continue;
    const end = lines.indexOf(delimiter ?? '', index + 1);
    outputs[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return outputs;
}
