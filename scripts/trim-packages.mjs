// Removes what nothing reads from the installed packages: a sixth of node_modules. npm runs it in a checkout
// after `npm ci` and `npm install` (`prepare`), not where the package is installed.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageName } from './node-from-npm.mjs';

const packages = resolve(import.meta.dirname, '..', 'node_modules');
const kotlin = '@tree-sitter-grammars/tree-sitter-kotlin';

const UNREAD = [
  // The headers to compile modules in C with, 68 MB. The binary is beside them.
  `node/node_modules/${packageName()}/include`,
  // The grammar in C, and compiled for six platforms, 43 MB. Its WebAssembly is what we run.
  `${kotlin}/src`,
  `${kotlin}/prebuilds`,
];

for (const path of UNREAD) rmSync(join(packages, path), { recursive: true, force: true });
