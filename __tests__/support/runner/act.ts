import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWith } from '../needs.ts';

/** The pinned version, which .ci/run installs. */
const VERSION = readFileSync(
  fileURLToPath(new URL('../../../.ci/act-version', import.meta.url)),
  'utf8',
).trim();
const INSTALLED = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'insight-report',
  `act-${VERSION}`,
  'act',
);

/** The workflow runner: the one that ACT names, else where .ci/run puts it, else on the path. */
const ACT = process.env['ACT'] ?? (existsSync(INSTALLED) ? INSTALLED : 'act');

/** Whether the pinned version of the workflow runner is there. */
export const hasRunner = String(spawnSync(ACT, ['--version']).stdout).includes(VERSION.slice(1));

/** A group of tests that is named by a function, and needs the workflow runner. */
export const describeWithRunner = describeWith(`act ${VERSION}`, hasRunner);

/** Runs act to its end; steps get its environment, too. Returns its exit code and all that it wrote. */
export async function act(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(ACT, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, text };
}
