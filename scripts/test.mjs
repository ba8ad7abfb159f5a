// `npm test`: every check of the project, all of them even if one fails. `node scripts/test.mjs lint unit`
// runs the named ones only, with the tests in turn and the other checks beside them. Five are run only if
// they are named: `long` (the tests with the properties, probes and tables at full size), `kills` (ten
// minutes in which servers of a cluster are killed), `cluster` (the suites that need a Druid and a Kafka),
// `runner` (the Action in a workflow runner) and `package` (the packed package, installed).
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const tool = (path, ...args) => ({ args: [join('node_modules', path), ...args] });
const jest = (...args) => ({ ...tool('jest/bin/jest.js', ...args), isShown: true });
const ALL_PATHS = '--testPathIgnorePatterns=/node_modules/';

/** They run one after the other, beside the tests, which often wait. */
const CHECKS = {
  // It checks the types, too, as TypeScript 7 does: a quarter of the time of TypeScript 6 and ESLint.
  lint: tool('oxlint/bin/oxlint', '--max-warnings', '0', '--report-unused-disable-directives'),
  dist: { args: ['scripts/check-dist.mjs'] },
  rooms: tool('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', 'src'),
  // It builds into the same folder as the check of dist/, so that both run in turn.
  package: { ...jest(ALL_PATHS, '--testPathPatterns=__tests__/package/'), isShown: false },
  format: tool('oxfmt/bin/oxfmt', '--check'),
};
const TESTS = {
  unit: jest(),
  long: { ...jest(), env: { TEST_LONG: '1' } },
  kills: jest(ALL_PATHS, '--testPathPatterns=\\.long\\.test\\.ts$'),
  cluster: jest('-c', 'jest.cluster.config.js'),
  runner: jest(ALL_PATHS, '--testPathPatterns=__tests__/runner/'),
};

const named = process.argv.slice(2);
const names = named.length > 0 ? named : ['lint', 'dist', 'rooms', 'format', 'unit'];
const unknown = names.filter((name) => !(name in CHECKS) && !(name in TESTS));
if (unknown.length > 0) {
  const all = Object.keys({ ...CHECKS, ...TESTS }).join(', ');
  process.stderr.write(`There is no check ${unknown.join(', ')}. The checks are ${all}.\n`);
  process.exit(2);
}

const failed = [];

/** Runs a check to its end. What it writes is shown at once if it is tests, else once it has ended. */
async function run(name, { args, isShown = false, env = {} }) {
  const startedMs = performance.now();
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => written.push(bytes));
  const code = await new Promise((ended) => child.on('close', ended));
  if (code !== 0) failed.push(name);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(
    `${Buffer.concat(written).toString()}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`,
  );
}

async function runInTurn(checks) {
  for (const [name, check] of Object.entries(checks)) if (names.includes(name)) await run(name, check);
}

await Promise.all([runInTurn(CHECKS), runInTurn(TESTS)]);
process.stdout.write(failed.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : '\nEverything passed\n');
process.exit(failed.length > 0 ? 1 : 0);
