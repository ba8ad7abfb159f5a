// `npm test`: every check of the project, all of them even if one fails, with one line at the end. `node
// scripts/test.mjs lint unit` runs the named ones only. Five are run only if they are named: `long` (the
// properties, probes and tables at full size), `kills` (ten minutes in which servers of a cluster are killed),
// `cluster` (the suites that need a Druid and a Kafka), `runner` (the Action in a workflow runner) and
// `package` (the packed package, installed).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'insight-report-test-'));
const jest = (name, where = [], which = []) => ({
  where,
  args: [
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${join(scratch, `${name}.json`)}`,
    ...(process.env.CI ? ['--ci'] : []),
    ...where,
    ...which,
  ],
  // jest writes its results as JSON to the file and, with --json, to stdout, too; people read its stderr.
  isQuiet: true,
});
const tool = (...args) => ({ args: args.map((arg, i) => (i === 0 ? `node_modules/${arg}` : arg)) });

/** The checks without tests. They run one after the other, beside the tests, which often wait. */
const CHECKS = {
  // It checks the types, too, as TypeScript 7 does: a quarter of the time of TypeScript 6 and ESLint.
  lint: tool('oxlint/bin/oxlint', '--max-warnings', '0', '--report-unused-disable-directives'),
  dist: { args: ['scripts/check-dist.mjs'] },
  rooms: tool('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', 'src'),
  format: tool('prettier/bin/prettier.cjs', '--check', '.', '--log-level', 'warn'),
};
const NOT_IGNORED = ['--testPathIgnorePatterns=/node_modules/'];
const TESTS = {
  unit: jest('unit'),
  // The suites whose size is a matter of this file.
  long: {
    ...jest('long', [], ['--findRelatedTests', '__tests__/support/properties.ts']),
    env: { TEST_LONG: '1' },
  },
  kills: jest('kills', NOT_IGNORED, ['--testPathPatterns=\\.long\\.test\\.ts$']),
  cluster: jest('cluster', ['-c', 'jest.cluster.config.js']),
  runner: jest('runner', NOT_IGNORED, ['--testPathPatterns=__tests__/runner/']),
  package: jest('package', NOT_IGNORED, ['--testPathPatterns=__tests__/package/']),
};
const ON_REQUEST = ['long', 'kills', 'cluster', 'runner', 'package'];

const names = [...Object.keys(CHECKS), ...Object.keys(TESTS)];
const asked =
  process.argv.length > 2 ? process.argv.slice(2) : names.filter((name) => !ON_REQUEST.includes(name));
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no check ${unknown.join(', ')}. The checks are ${names.join(', ')}.\n`);
  process.exit(2);
}

const failed = [];
const passedAgain = new Set();

/**
 * Runs a check. Test files that failed beside others, which can be for want of processor time, are run again,
 * alone and once. Those of random properties are not: other random numbers would hide what was found.
 */
async function run(name, check) {
  if (await passes(name, check)) return;
  const files = name in TESTS ? failedFiles(name) : [];
  const isWorthIt = files.length > 0 && files.length <= MOST_AGAIN && !files.some(isRandom);
  if (!isWorthIt) return failed.push(name);
  const again = jest(`${name}-again`, check.where, [
    '--runInBand',
    '--forceExit',
    '--runTestsByPath',
    ...files,
  ]);
  if (!(await passes(`${name}: the failed files again, alone`, { ...check, ...again })))
    return failed.push(name);
  process.stderr.write(
    `Failed beside others and passed alone:\n${files.map((file) => `  ${file}\n`).join('')}`,
  );
  passedAgain.add(name);
}

/** More than these have another reason. */
const MOST_AGAIN = 3;

function failedFiles(name) {
  const file = join(scratch, `${name}.json`);
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')).testResults.flatMap(({ name: path, status }) =>
    status === 'failed' ? [path] : [],
  );
}

const isRandom = (file) => /properties\.ts|fast-check/.test(readFileSync(file, 'utf8'));

/** Runs a check to its end; what it writes is shown once it has ended, but for a test run's progress. */
async function passes(name, { args, isQuiet = false, env = {} }) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', isQuiet ? 'ignore' : 'pipe', isQuiet ? 'inherit' : 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes));
  const code = await new Promise((ended) => child.on('close', ended));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(
    `${Buffer.concat(output).toString()}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`,
  );
  return code === 0;
}

async function runInTurn(checks) {
  for (const [name, check] of Object.entries(checks)) if (asked.includes(name)) await run(name, check);
}

await Promise.all([runInTurn(CHECKS), runInTurn(TESTS)]);

let [passed, broken, skipped] = [0, 0, 0];
for (const name of Object.keys(TESTS)) {
  const file = join(scratch, `${name}.json`);
  if (!existsSync(file)) continue;
  const counts = JSON.parse(readFileSync(file, 'utf8'));
  passed += counts.numPassedTests + (passedAgain.has(name) ? counts.numFailedTests : 0);
  broken += passedAgain.has(name) ? 0 : counts.numFailedTests;
  skipped += counts.numPendingTests;
}
rmSync(scratch, { recursive: true, force: true });
if (process.env.CI && skipped > 0) failed.push(`${skipped} skipped tests, which in CI are failures`);

if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
const checksFailed = failed.filter((name) => !(name in TESTS)).length;
process.stdout.write(
  `\n${passed} passed, ${broken + checksFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
);
process.exit(failed.length > 0 ? 1 : 0);
