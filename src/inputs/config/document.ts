import type * as Yaml from 'yaml';
import { type ReadingContext, readNamedFile } from '../effects.ts';
import { isMap, readYaml, type YamlMap } from '../yaml/value.ts';

/** A config file as written: its text, its top level, and where its parts are. */
export interface ConfigDocument {
  readonly text: string;
  readonly top: YamlMap;
  /** `.github/insight-report.yml:12` for a path such as `reports, weekly, interval`. */
  readonly lineOf: (path: string) => string;
}

/**
 * Reads the file; null once a problem was noted. Calls `onText` with its text first, so that messages can be
 * redacted.
 */
export async function readConfigDocument(
  path: string,
  onText: (text: string) => void,
  context: Pick<ReadingContext, 'readFile' | 'loadYaml' | 'problems'>,
): Promise<ConfigDocument | null> {
  const { problems } = context;
  const text = readNamedFile(path, EXPECTED_FILE, { ...context, problems: problems.at('config') });
  if (text === null) return null;
  onText(text);
  const yaml = await context.loadYaml();
  const lineCounter = new yaml.LineCounter();
  const lineOfOffset = (offset: number): string => `${path}:${lineCounter.linePos(offset).line}`;
  // As in the inputs, a scalar is the string that was written; only null counts as absent.
  const read = readYaml(yaml, text, { customTags: ['null'], lineCounter, prettyErrors: false });
  if ('value' in read && isMap(read.value)) {
    return { text, top: read.value, lineOf: (place) => lineOfOffset(findOffset(read.root, place, yaml)) };
  }
  const faults =
    'faults' in read ? read.faults : [{ why: 'is not a map of keys', offset: null, write: null }];
  for (const { why, offset, write } of faults) {
    if (offset === null) problems.at(path).add({ why, expected: EXPECTED_FILE });
    else problems.at(lineOfOffset(offset)).add({ why, expected: write ?? 'valid YAML' });
  }
  return null;
}

const EXPECTED_FILE = 'the path of a YAML file with the same keys as the inputs';

/** The YAML library's checks of a node's kind. */
type NodeTests = Pick<typeof Yaml, 'isMap' | 'isSeq' | 'isScalar'>;

/**
 * The offset of the nearest key or entry at or above a path in a document. The path is written as in
 * problems: `reports, weekly, insights, entry 2, top`.
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

/** One step down; if keys contain commas, the longest key that fits. */
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
