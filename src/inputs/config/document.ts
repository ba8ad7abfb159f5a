import type * as Yaml from 'yaml';
import type { Document } from 'yaml';
import { type InputEffects, readNamedFile } from '../effects.ts';
import type { Problems } from '../problems.ts';
import { isMap, toYamlValue, yamlFault, type YamlValue } from '../yaml/value.ts';

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
  const text = readNamedFile('config', path, EXPECTED_FILE, context);
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
    const top = toYamlValue(document.toJS({ mapAsMap: true, maxAliasCount: ALIAS_LIMIT }));
    const root: unknown = document.contents;
    if (isMap(top)) return { text, top, lineOf: (place) => lineOfOffset(findOffset(root, place, yaml)) };
    return problems.add({ at: path, why: 'is no map of keys', expected: EXPECTED_FILE });
  } catch (error) {
    return problems.add({ at: path, why: yamlFault(error), expected: EXPECTED_FILE });
  }
}

const EXPECTED_FILE = 'the path of a YAML file with the same keys as the inputs';
const REPORTED_LIMIT = 5;
const ALIAS_LIMIT = 100;

const FAULT_MESSAGES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key stands there twice',
  MULTIPLE_DOCS: 'this is not YAML that can be used: a second document begins here ("---")',
};

function noteFaults(document: Document, lineOf: (offset: number) => string, problems: Problems): boolean {
  const found = [...document.errors, ...document.warnings].slice(0, REPORTED_LIMIT);
  for (const { code, message, pos } of found) {
    const [first = ''] = message.split('\n');
    const told = first.replace(/ at line \d+, column \d+:?$/, '');
    const why = FAULT_MESSAGES[code] ?? `this is not YAML that can be used: ${told}`;
    problems.add({ at: lineOf(pos[0]), why, expected: 'valid YAML' });
  }
  return found.length > 0;
}

/** The parts of the YAML library that tell nodes apart. */
type NodeTests = Pick<typeof Yaml, 'isMap' | 'isSeq' | 'isScalar'>;

/**
 * Where something stands in a document, as the offset of the nearest key or entry above it. `path` is written as problems
 * write it: `reports, weekly, insights, entry 2, top`.
 */
function findOffset(root: unknown, path: string, yaml: NodeTests): number {
  let offset = 0;
  let node = root;
  for (let rest = path; rest !== '';) {
    const step = findStep(node, rest, yaml);
    if (step === null) break;
    offset = step.offset ?? offset;
    node = step.node;
    rest = rest.slice(step.segment.length + SEPARATOR.length);
  }
  return offset;
}

interface Step {
  readonly node: unknown;
  readonly segment: string;
  readonly offset: number | null;
}

const SEPARATOR = ', ';

/** One step down; where a key holds a comma, the longest that fits. */
function findStep(node: unknown, rest: string, { isMap, isSeq, isScalar }: NodeTests): Step | null {
  const begins = (segment: string): boolean => rest === segment || rest.startsWith(`${segment}${SEPARATOR}`);
  if (isMap(node)) {
    const steps = node.items.flatMap(({ key, value }): readonly Step[] => {
      const segment = isScalar(key) ? String(key.value) : null;
      return segment === null || !begins(segment) ? [] : [{ node: value, segment, offset: startOffset(key) }];
    });
    return steps.sort((a, b) => b.segment.length - a.segment.length)[0] ?? null;
  }
  const [segment = '', number] = /^entry (\d+)/.exec(rest) ?? [];
  if (!isSeq(node) || number === undefined || !begins(segment)) return null;
  const item = node.items[Number(number) - 1];
  return { node: item, segment, offset: startOffset(item) };
}

function startOffset(node: unknown): number | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const first: unknown = Array.isArray(range) ? range[0] : null;
  return typeof first === 'number' ? first : null;
}
