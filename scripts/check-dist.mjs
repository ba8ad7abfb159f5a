// Checks that dist/ is exactly what the sources build. Says which file differs, and what to run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

/**
 * What dist/ may hold: the Action, its chunks, templates and licences; no native library. dist/cli/ is not
 * committed.
 */
const ALLOWED = [
  /^(\d+\.)?index\.js$/,
  /^package\.json$/,
  /^licenses\.txt$/,
  /^[a-z-]+\.hbs$/,
  // The grammars that event names are found with, packed.
  /^[0-9a-f]{20}\.wasm$/,
];
/** The largest size of dist/index.js with its chunks, in bytes. */
const ACTION_LIMIT_BYTES = 3_000_000;

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const fresh = mkdtempSync(join(tmpdir(), 'insight-report-dist-'));

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

const problems = [];
try {
  const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), 'action', fresh], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) {
    problems.push('the sources do not build');
  } else {
    const committed = files(dist).filter((file) => !file.startsWith('cli/'));
    const built = files(fresh);
    for (const file of new Set([...committed, ...built])) {
      if (!ALLOWED.some((pattern) => pattern.test(file))) problems.push(`${file} may not be in dist/`);
      if (!built.includes(file)) problems.push(`${file} is in dist/ but the sources do not build it`);
      else if (!committed.includes(file)) problems.push(`${file} is missing from dist/`);
      else if (!readFileSync(join(dist, file)).equals(readFileSync(join(fresh, file))))
        problems.push(`${file} is not what the sources build`);
    }
    const bytes = built
      .filter((file) => /^[^/]+\.js$/.test(file))
      .reduce((sum, file) => sum + statSync(join(fresh, file)).size, 0);
    if (bytes > ACTION_LIMIT_BYTES)
      problems.push(`the Action's code is ${bytes} bytes, over the ${ACTION_LIMIT_BYTES} it may have`);
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

for (const problem of problems) process.stderr.write(`dist: ${problem}\n`);
if (problems.length > 0)
  process.stderr.write('Run `npm run build` and commit dist/ together with the sources.\n');
process.exit(problems.length > 0 ? 1 : 0);
