import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputEffects } from '../inputs/effects.ts';
import type { PublishEffects } from '../publish/post.ts';

/** Reads a UTF-8 text file; throws as `node:fs` does. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

/** What reading the inputs takes from the file system; YAML's parser, templates' and CEL are loaded only by inputs that are such. */
export function nodeInputEffects(fromFork: boolean): InputEffects {
  return { readFile: readText, listFolder, checkTemplate, loadYaml: () => import('yaml'), checkAssertion, fromFork };
}

/** A template without partials has no folder for them. */
function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

/** Only a template of one's own is checked. */
const checkTemplate: InputEffects['checkTemplate'] = async (name, source, partials) =>
  (await import('../render/template/check.ts')).checkTemplate(name, source, partials);

/** CEL is loaded only by runs with thresholds. */
const checkAssertion: InputEffects['checkAssertion'] = async (source, isCompared) =>
  (await import('../gate/expression/parse.ts')).checkAssertion(source, isCompared);

/** The file system and the clock as publishing uses them. */
export function nodePublishEffects(): PublishEffects {
  return {
    appendFile: (path, text) => appendFile(path, text),
    fileSizeBytes: async (path) => (await stat(path).catch(() => null))?.size ?? 0,
    sleep: async (ms) => {
      await sleep(ms);
    },
    now: Date.now,
  };
}
