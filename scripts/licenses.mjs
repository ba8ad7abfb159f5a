// The licences of the packages in a bundle, from the bundler's list of modules, and of the packages of which
// a file is copied.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The text of `licenses.txt` for the modules of a webpack stats file, for the copied packages, which contain
 * what they depend on, and for further files that are in the bundle.
 */
export function licensesOf(statsFile, root, copied, files) {
  const folders = new Set();
  for (const name of copied) addWithDependencies(join(root, 'node_modules', name), root, folders);
  for (const name of [...modules(JSON.parse(readFileSync(statsFile, 'utf8'))), ...files]) {
    const folder = packageFolder(name, root);
    if (folder !== null) folders.add(folder);
  }
  return [...folders]
    .sort()
    .map((folder) => notice(folder))
    .join('\n');
}

function* modules(node) {
  for (const each of node.modules ?? []) {
    if (typeof each.nameForCondition === 'string') yield each.nameForCondition;
    yield* modules(each);
  }
  for (const child of node.children ?? []) yield* modules(child);
}

function addWithDependencies(folder, root, folders) {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies))
    addWithDependencies(installedFolder(name, folder, root), root, folders);
}

function installedFolder(name, from, root) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
  }
  throw new Error(`${name}, which ${from} needs, is not installed`);
}

function packageFolder(file, root) {
  const parts = relative(root, file).split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return null;
  const length = parts[at + 1].startsWith('@') ? 3 : 2;
  return join(root, ...parts.slice(0, at + length));
}

function notice(folder) {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = licenceText(folder);
  const named = license ?? /^\(?The (\w+) License/.exec(text)?.[1] ?? 'unknown';
  return `${name} (${named.replace(/^\((.*)\)$/, '$1')})\n\n${text}\n\n${'-'.repeat(80)}\n`;
}

/** A package's licence file, or the section of its README. */
function licenceText(folder) {
  const read = (pattern) => {
    const file = readdirSync(folder).find((each) => pattern.test(each));
    return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  };
  return read(/^(licen[cs]e|copying)/i) || (read(/^readme/i).split(/^#+ licen[cs]e\s*$/im)[1] ?? '').trim();
}
