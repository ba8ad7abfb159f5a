// `npm test`: every check of the project, one after the other, all of them even when one fails, with one line at the end.
// `node scripts/test.mjs unit` runs the named ones only.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'insight-report-test-'));
const jestReport = join(scratch, 'jest.json');

const CHECKS = {
  types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  lint: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn'],
  rooms: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', 'src'],
  dist: ['scripts/check-dist.mjs'],
  unit: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${jestReport}`,
    ...(process.env.CI ? ['--ci'] : []),
  ],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  process.stderr.write(`No check called ${unknown.join(', ')}. There are: ${Object.keys(CHECKS).join(', ')}.\n`);
  process.exit(2);
}

const failed = [];
for (const [name, args] of Object.entries(CHECKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startedMs = Date.now();
  // jest writes its results as JSON to the file and, with --json, also to stdout; people read its stderr.
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', name === 'unit' ? 'ignore' : 'inherit', 'inherit'],
  });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(`${result.status === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
  if (result.status !== 0) failed.push(name);
}

let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
if (asked.length === 0 || asked.includes('unit')) {
  counts = JSON.parse(readFileSync(jestReport, 'utf8'));
  if (process.env.CI && counts.numPendingTests > 0)
    failed.push(`unit (${counts.numPendingTests} skipped, and in CI a skipped test is a failure)`);
}
rmSync(scratch, { recursive: true, force: true });

if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
const failures = counts.numFailedTests + failed.filter((name) => name !== 'unit').length;
const skipped = counts.numPendingTests > 0 ? `, ${counts.numPendingTests} skipped` : '';
process.stdout.write(`\n${counts.numPassedTests} passed, ${failures} failed${skipped}\n`);
process.exit(failed.length > 0 ? 1 : 0);
