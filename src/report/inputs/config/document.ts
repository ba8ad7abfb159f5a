// Reads a config file as YAML that knows the line of each of its parts, so that a problem can name it:
// `.github/insight-report.yml:12`.
import { type ReadingContext, readNamedFile } from '../effects.ts';
import type { Path } from '../problems.ts';
import { readYaml, VALID_YAML } from '../yaml/parse.ts';
import { isMap, type YamlMap } from '../yaml/value.ts';
import type * as Yaml from 'yaml';

/** A config file: its top level, and where its parts are. */
export interface ConfigDocument {
  readonly top: YamlMap;
  /** `.github/insight-report.yml:12`: the line of a key or entry, or else of the one above. */
  readonly lineOf: (path: Path) => string;
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
  const text = readNamedFile(path, EXPECTED_FILE, {
    ...context,
    isTyped: true,
    problems: problems.at('config'),
  });
  if (text === null) return null;
  onText(text);
  const yaml = await context.loadYaml();
  const lineCounter = new yaml.LineCounter();
  const lineOfOffset = (offset: number): string => `${path}:${lineCounter.linePos(offset).line}`;
  // As in the inputs, a scalar is the string that was written; only null counts as absent.
  const read = readYaml(yaml, text, { customTags: ['null'], lineCounter, prettyErrors: false });
  if ('value' in read && isMap(read.value)) {
    return { top: read.value, lineOf: (place) => lineOfOffset(offsetOf(place, read.root, yaml)) };
  }
  const { why, offset } = 'fault' in read ? read.fault : { why: 'is not a map of keys', offset: null };
  if (offset === null) return problems.at(path).refuse({ why, expected: EXPECTED_FILE });
  return problems.at(lineOfOffset(offset)).refuse({ why, expected: VALID_YAML });
}

const EXPECTED_FILE = 'the path of a YAML file with the same keys as the inputs';

/** The YAML library's checks of a node's kind. */
type NodeTests = Pick<typeof Yaml, 'isMap' | 'isSeq' | 'isScalar'>;

/** The offset of the key or entry at a path; if there is none, that of the nearest one above it. */
function offsetOf([part, ...below]: Path, node: unknown, yaml: NodeTests, above = 0): number {
  const child = part === undefined ? null : childOf(node, part, yaml);
  return child === null ? above : offsetOf(below, child.value, yaml, startOffset(child.place));
}

/** The child of a node by its key, or by its place in a list: `entry 2`. */
function childOf(
  node: unknown,
  part: string,
  yaml: NodeTests,
): { readonly place: unknown; readonly value: unknown } | null {
  if (yaml.isMap(node)) {
    const pair = node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === part);
    return pair === undefined ? null : { place: pair.key, value: pair.value };
  }
  const index = Number(/^entry (\d+)$/.exec(part)?.[1]) - 1;
  const item: unknown = yaml.isSeq(node) ? node.items[index] : undefined;
  return item === undefined ? null : { place: item, value: item };
}

function startOffset(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const first: unknown = Array.isArray(range) ? range[0] : null;
  return typeof first === 'number' ? first : 0;
}
