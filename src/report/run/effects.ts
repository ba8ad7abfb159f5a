// How inputs are read on a real machine: files of the checkout, templates, YAML. The Action and the commands
// pass `nodeInputEffects` to `inputs/`, which touches the disk nowhere else.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  checkoutOf,
  decodeText,
  isOutside,
  readRegularFile,
  resolveInside,
} from '../../text/checkout-file.ts';
import type { InputEffects } from '../inputs/effects.ts';

/** Reads a UTF-8 text file that the user named on the command line. */
export function readText(path: string): string {
  return decodeText(readRegularFile(path, TEXT_LIMIT_BYTES));
}

/** 256 MiB, more than any results file or query. */
export const TEXT_LIMIT_BYTES = 256 * 1_048_576;

/**
 * What reading the inputs needs from outside: by default on the command line, with paths from the current
 * folder. The parsers of YAML, templates and CEL are loaded only if an input needs them.
 */
export function nodeInputEffects({
  fromFork = false,
  isStep = false,
  folder = process.cwd(),
}: {
  readonly fromFork?: boolean;
  readonly isStep?: boolean;
  readonly folder?: string;
} = {}): InputEffects {
  const checkout = isStep ? folder : checkoutOf(folder);
  const realPath = (path: string, { isTyped }: { readonly isTyped: boolean }) => {
    const full = resolve(folder, path);
    // On the command line, a user who names a file elsewhere means it.
    const mayBeOutside = isTyped && !isStep;
    return mayBeOutside && isOutside(checkout, full) ? full : resolveInside(checkout, full);
  };
  return {
    readFile: (path, { limitBytes, isTyped }) =>
      decodeText(readRegularFile(realPath(path, { isTyped }), limitBytes)),
    listFolder: (path) => listFolder(() => realPath(path, { isTyped: true })),
    checkTemplate: async (name, source, partials) =>
      (await import('../render/template/check.ts')).checkTemplate(name, source, partials),
    loadYaml: () => import('yaml'),
    parseAssertion: async (...args) => (await import('../gate/check.ts')).checkAssertion(...args),
    parseWorse: async (assertion) => (await import('../expression/worse.ts')).parseWorse(assertion),
    fromFork,
    isStep,
  };
}

/** The files of a folder, sorted; none if there is no such folder: a template need not have partials. */
function listFolder(path: () => string): readonly string[] {
  try {
    return readdirSync(path()).sort();
  } catch {
    return [];
  }
}
