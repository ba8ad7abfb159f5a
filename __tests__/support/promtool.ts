import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { testWith } from './needs.ts';

/** Where .ci/run puts it, out of Debian's package of Prometheus. */
const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const INSTALLED = join(CACHE, 'insight-report', 'promtool', 'usr', 'bin', 'promtool');
/** The program. */
export const PROMTOOL = existsSync(INSTALLED) ? INSTALLED : 'promtool';

/** A test with Prometheus' own checker of metrics. */
export const testWithPromtool = testWith('promtool', spawnSync(PROMTOOL, ['--version']).status === 0);

/**
 * What promtool says about metrics in the text format, and its exit status: nothing and 0 if they are as
 * Prometheus wants them.
 */
export function checkMetrics(text: string): { readonly output: string; readonly status: number | null } {
  const { stdout, stderr, status } = spawnSync(PROMTOOL, ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  return { output: stdout + stderr, status };
}
