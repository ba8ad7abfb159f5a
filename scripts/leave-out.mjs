// Leaves modules out of a bundle that a run never loads, and puts off one that hardly any run needs, before it is minified.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** undici's experimental parser, 165 kB of WebAssembly, is used only where UNDICI_USE_MILO asks for it. */
const LEFT_OUT = /\/undici\/lib\/milo\/(?:no-)?simd\.js$/;
const INSTEAD = "throw new Error('the parser milo is not part of this bundle: unset UNDICI_USE_MILO');";

/** undici loads HTTP/2 with its client: 25 ms of a start, for a protocol that only some servers of GitHub's are spoken to in. */
const LOADED_AT_ONCE = /const connectH2 = (__(?:nccwpck|webpack)_require__\(\d+\))(;?)$/gm;
const LOADED_LATE = 'const connectH2 = (...given) => $1(...given)$2';

/** Puts off the loading of HTTP/2 until something speaks it. Throws where the bundle does not load it as expected. */
export function putOffHttp2(folder) {
  let found = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    const written = readFileSync(path, 'utf8');
    const late = written.replace(LOADED_AT_ONCE, LOADED_LATE);
    if (late === written) continue;
    found += 1;
    writeFileSync(path, late);
  }
  if (found === 0) throw new Error(`undici's client in ${folder} does not load HTTP/2 as it is expected to`);
}

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
