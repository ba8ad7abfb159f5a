// Has V8 collect garbage before it would by itself, so that the process does not hold the memory of long
// answers. Importing this file sets how V8 lets the heap grow.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// By default, a heap of several hundred megabytes may double before it is collected.
setFlagsFromString('--heap-growing-percent=30');

/** Collects all garbage now, and gives its memory back to the machine. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext(`gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })`);
}
