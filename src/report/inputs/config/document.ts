// Reads a config file as YAML that knows the line of each of its parts, so that a problem can name it:
// `.github/insight-report.yml:12`.
import { type ReadingContext, readNamedFile } from '../effects.ts';
import { isMap, readYaml, VALID_YAML, type YamlMap } from '../yaml/value.ts';
import type * as Yaml from 'yaml';

/** A config file: its top level, and where its parts are. */
export interface ConfigDocument {
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
    const offsets = new Map(offsetsBelow(read.root, yaml));
    return { top: read.value, lineOf: (place) => lineOfOffset(findOffset(offsets, place)) };
  }
  const { why, offset } = 'fault' in read ? read.fault : { why: 'is not a map of keys', offset: null };
  if (offset === null) return problems.at(path).add({ why, expected: EXPECTED_FILE });
  return problems.at(lineOfOffset(offset)).add({ why, expected: VALID_YAML });
}

const EXPECTED_FILE = 'the path of a YAML file with the same keys as the inputs';

/** The YAML library's checks of a node's kind. */
type NodeTests = Pick<typeof Yaml, 'isMap' | 'isSeq' | 'isScalar'>;

const SEPARATOR = ', ';

/**
 * The offset of each key and entry below a node, by its path. Paths are written as in problems: `reports,
 * weekly, insights, entry 2, top`.
 */
function offsetsBelow(
  node: unknown,
  yaml: NodeTests,
  above = '',
): readonly (readonly [path: string, offset: number])[] {
  const below = (segment: string, place: unknown, value: unknown) => {
    const path = `${above}${segment}`;
    return [[path, startOffset(place)] as const, ...offsetsBelow(value, yaml, path + SEPARATOR)];
  };
  if (yaml.isSeq(node)) return node.items.flatMap((item, index) => below(`entry ${index + 1}`, item, item));
  if (!yaml.isMap(node)) return [];
  return node.items.flatMap(({ key, value }) =>
    yaml.isScalar(key) ? below(String(key.value), key, value) : [],
  );
}

/** The offset of the nearest key or entry at or above a path. */
function findOffset(offsets: ReadonlyMap<string, number>, path: string): number {
  const offset = offsets.get(path);
  if (offset !== undefined || path === '') return offset ?? 0;
  return findOffset(offsets, path.slice(0, Math.max(0, path.lastIndexOf(SEPARATOR))));
}

function startOffset(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const first: unknown = Array.isArray(range) ? range[0] : null;
  return typeof first === 'number' ? first : 0;
}
