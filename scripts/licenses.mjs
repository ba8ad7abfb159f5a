// The licences of the packages in a bundle, from the bundler's list of modules.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The text of `licenses.txt` for the modules of a webpack stats file. */
export function licensesOf(statsFile, root) {
  const folders = new Set();
  for (const name of modules(JSON.parse(readFileSync(statsFile, 'utf8')))) {
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

function packageFolder(file, root) {
  const parts = relative(root, file).split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return null;
  const length = parts[at + 1].startsWith('@') ? 3 : 2;
  return join(root, ...parts.slice(0, at + length));
}

function notice(folder) {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `${name} (${license})\n\n${text}\n\n${'-'.repeat(80)}\n`;
}
