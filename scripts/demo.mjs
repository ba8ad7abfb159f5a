// `npm run demo` on a fresh clone: installs what is missing, then runs the demo of the committed dist/ on the project's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (!existsSync(node) || !existsSync(join(root, 'node_modules', '@duckdb', 'node-api'))) {
  const startedMs = Date.now();
  process.stderr.write('Installing dependencies (npm ci), once …\n');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
  process.stderr.write(`Installed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.\n\n`);
}
const demo = spawnSync(
  existsSync(node) ? node : process.execPath,
  [join(root, 'dist', 'cli', 'index.js'), 'demo', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(demo.status ?? 1);
