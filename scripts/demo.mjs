// `npm run demo` on a fresh clone: installs the packages, and a Node that runs the sources if this one
// cannot; then runs the demo.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeFromNpm, runNpm } from './node-from-npm.mjs';

const root = resolve(import.meta.dirname, '..');

if (!existsSync(join(root, 'node_modules', 'hono'))) install('the packages', () => runNpm(root, 'ci'));
const demo = spawnSync(
  usableNode(),
  [join(root, 'bin', 'insight-report.js'), 'demo', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(demo.status ?? 1);

/** The path of a Node that the command line takes. */
function usableNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = readJson('package.json').engines.node.match(/\d+/g).map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;
  const { version } = readJson('package-lock.json').packages['node_modules/node'];
  return install(`Node ${version}`, () => nodeFromNpm(root, version));
}

function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

function install(what, task) {
  const startedMs = Date.now();
  process.stderr.write(`Installing ${what} …\n`);
  const result = task();
  const seconds = (Date.now() - startedMs) / 1000;
  process.stderr.write(`Installed ${what} in ${seconds.toFixed(1)} s.\n`);
  return result;
}
