import { readdirSync, readFileSync } from 'node:fs';
import type { InputEffects } from '../inputs/effects.ts';

/** Reads a UTF-8 text file; throws as `node:fs` does. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/** What reading the inputs needs from outside. The parsers of YAML, templates and CEL are loaded only if an input needs them. */
export function nodeInputEffects(fromFork: boolean): InputEffects {
  return {
    readFile: readText,
    listFolder,
    checkTemplate: async (name, source, partials) =>
      (await import('../render/template/check.ts')).checkTemplate(name, source, partials),
    loadYaml: () => import('yaml'),
    checkAssertion: async (source, insights, hasConfidence) =>
      (await import('../gate/check.ts')).checkAssertion(source, insights, hasConfidence),
    fromFork,
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
