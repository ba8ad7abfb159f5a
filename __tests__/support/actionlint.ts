import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The pinned version, which .ci/run installs. */
const VERSION = readFileSync(
  fileURLToPath(new URL('../../.ci/actionlint-version', import.meta.url)),
  'utf8',
).trim();
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const INSTALLED = join(CACHE, 'insight-report', `actionlint-${VERSION}`, 'actionlint');
const ACTIONLINT = process.env['ACTIONLINT'] ?? (existsSync(INSTALLED) ? INSTALLED : 'actionlint');

/** Whether the linter of workflows is there. */
export const hasActionlint = spawnSync(ACTIONLINT, ['-version']).status === 0;

/** The name of a test that is skipped because there is no linter of workflows. */
export const withoutActionlint = `SKIPPED: actionlint ${VERSION} is not installed (go install github.com/rhysd/actionlint/cmd/actionlint@${VERSION})`;

/** What actionlint says of workflows; empty if nothing. */
export function lintWorkflows(paths: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(ACTIONLINT, ['-no-color', ...paths], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
