import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { InputEffects } from '../inputs/effects.ts';

/**
 * Reads a UTF-8 text file; throws as `node:fs` does, and if the file is a pipe, which might never end, a
 * device or a socket.
 */
export function readText(path: string): string {
  const found = statSync(path);
  if (!found.isFile() && !found.isDirectory())
    throw new Error('it is a pipe, a device or a socket, but must be a regular file');
  return readFileSync(path, 'utf8');
}

/**
 * What reading the inputs needs from outside. The parsers of YAML, templates and CEL are loaded only if an
 * input needs them.
 */
export function nodeInputEffects(fromFork: boolean, isStep: boolean): InputEffects {
  return {
    readFile: readText,
    listFolder,
    checkTemplate: async (name, source, partials) =>
      (await import('../render/template/check.ts')).checkTemplate(name, source, partials),
    loadYaml: () => import('yaml'),
    parseAssertion: async (...given) => (await import('../gate/check.ts')).checkAssertion(...given),
    parseWorse: async (written) => (await import('../expression/worse.ts')).parseWorse(written),
    fromFork,
    isStep,
  };
}

/** The files of a folder, sorted; none if there is no such folder: a template need not have partials. */
function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
