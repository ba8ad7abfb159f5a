import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testWith } from './needs.ts';

/** The pinned version, which .ci/run installs. */
const VERSION = readFileSync(
  fileURLToPath(new URL('../../.ci/actionlint-version', import.meta.url)),
  'utf8',
).trim();
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const INSTALLED = join(CACHE, 'insight-report', `actionlint-${VERSION}`, 'actionlint');
const ACTIONLINT = process.env['ACTIONLINT'] ?? (existsSync(INSTALLED) ? INSTALLED : 'actionlint');

/** A test with the linter of workflows. */
export const testWithActionlint = testWith('actionlint', spawnSync(ACTIONLINT, ['-version']).status === 0);

/** What actionlint says about workflows; empty if nothing. */
export function lintWorkflows(paths: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(ACTIONLINT, ['-no-color', ...paths], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
