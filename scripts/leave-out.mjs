// Leaves modules out of a bundle that a run never loads, before it is minified.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** undici's experimental parser, 165 kB of WebAssembly, is used only where UNDICI_USE_MILO asks for it. */
const LEFT_OUT = /\/undici\/lib\/milo\/(?:no-)?simd\.js$/;
const INSTEAD = "throw new Error('the parser milo is not part of this bundle: unset UNDICI_USE_MILO');";

/** Replaces the modules in the chunks of a folder; the webpack stats file tells their ids. Throws where one is not found. */
export function leaveOut(statsFile, folder) {
  const left = new Set(modules(JSON.parse(readFileSync(statsFile, 'utf8'))));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    const written = readFileSync(path, 'utf8');
    const cut = written.replace(MODULE, (whole, head, id) => (left.delete(id) ? `${head}${INSTEAD}\n${END}` : whole));
    if (cut !== written) writeFileSync(path, cut);
  }
  if (left.size > 0) throw new Error(`modules ${[...left].join(', ')} are not in ${folder} as they are expected`);
}

/** A module as webpack writes it: its id, a function, and a line that ends it. */
const MODULE = /(^\/\*\*\*\/ (\d+):\n\/\*\*\*\/ \(\([^\n]*\) => \{\n)[^]*?\n\/\*\*\*\/ \}\)/gm;
const END = '\n/***/ })';

function* modules(node) {
  for (const each of node.modules ?? []) {
    if (LEFT_OUT.test(each.nameForCondition ?? '')) yield String(each.id);
    yield* modules(each);
  }
}
