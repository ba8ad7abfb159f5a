import type { Document } from 'yaml';
import { offsetOf } from './config-lines.ts';
import type { InputEffects } from './effects.ts';
import { readNamedFile } from './files.ts';
import type { Problems } from './problems.ts';
import { toYamlValue, yamlFault } from './yaml-text.ts';
import { isMap, type YamlValue } from './yaml-value.ts';

/** A config file as it was written: its text, its top level, and where something stands in it. */
export interface ConfigDocument {
  readonly text: string;
  readonly top: ReadonlyMap<string, YamlValue>;
  /** `.github/insight-report.yml:12` for a path such as `reports, weekly, interval`. */
  readonly lineOf: (path: string) => string;
}

/** Reads the file; null once a problem was noted. `onText` is called with its text before anything can be said of it. */
export async function readConfigDocument(
  path: string,
  onText: (text: string) => void,
  context: Pick<InputEffects, 'readFile' | 'loadYaml'> & { readonly problems: Problems },
): Promise<ConfigDocument | null> {
  const { problems } = context;
  const text = readNamedFile('config', path, EXPECTED, context);
  if (text === null) return null;
  onText(text);
  const yaml = await context.loadYaml();
  const lines = new yaml.LineCounter();
  const lineOfOffset = (offset: number): string => `${path}:${lines.linePos(offset).line}`;
  try {
    // As in the inputs, a scalar is what was written; only null is nothing.
    const scalars = { schema: 'failsafe', customTags: ['null' as const] };
    const document = yaml.parseDocument(text, { ...scalars, lineCounter: lines, logLevel: 'error' });
    if (noteFaults(document, lineOfOffset, problems)) return null;
    const top = toYamlValue(document.toJS({ mapAsMap: true, maxAliasCount: ALIASES }));
    const root: unknown = document.contents;
    if (isMap(top)) return { text, top, lineOf: (place) => lineOfOffset(offsetOf(root, place, yaml)) };
    return problems.add({ at: path, why: 'is no map of keys', expected: EXPECTED });
  } catch (error) {
    return problems.add({ at: path, why: yamlFault(error), expected: EXPECTED });
  }
}

const EXPECTED = 'the path of a YAML file with the same keys as the inputs';
const REPORTED = 5;
const ALIASES = 100;

const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key stands there twice',
  MULTIPLE_DOCS: 'this is not YAML that can be used: a second document begins here ("---")',
};

function noteFaults(document: Document, lineOf: (offset: number) => string, problems: Problems): boolean {
  const found = [...document.errors, ...document.warnings].slice(0, REPORTED);
  for (const { code, message, pos } of found) {
    const [first = ''] = message.split('\n');
    const told = first.replace(/ at line \d+, column \d+:?$/, '');
    const why = WORDS[code] ?? `this is not YAML that can be used: ${told}`;
    problems.add({ at: lineOf(pos[0]), why, expected: 'valid YAML' });
  }
  return found.length > 0;
}
