import type * as Yaml from 'yaml';

/** The parts of the YAML library that tell nodes apart. */
type NodeTests = Pick<typeof Yaml, 'isMap' | 'isSeq' | 'isScalar'>;

/**
 * Where something stands in a document, as the offset of the nearest key or entry above it. `path` is written as problems
 * write it: `reports, weekly, insights, entry 2, top`.
 */
export function offsetOf(root: unknown, path: string, yaml: NodeTests): number {
  let offset = 0;
  let node = root;
  for (let rest = path; rest !== '';) {
    const step = within(node, rest, yaml);
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
function within(node: unknown, rest: string, { isMap, isSeq, isScalar }: NodeTests): Step | null {
  const begins = (segment: string): boolean => rest === segment || rest.startsWith(`${segment}${SEPARATOR}`);
  if (isMap(node)) {
    const steps = node.items.flatMap(({ key, value }): readonly Step[] => {
      const segment = isScalar(key) ? String(key.value) : null;
      return segment === null || !begins(segment) ? [] : [{ node: value, segment, offset: startOf(key) }];
    });
    return steps.sort((a, b) => b.segment.length - a.segment.length)[0] ?? null;
  }
  const [segment = '', number] = /^entry (\d+)/.exec(rest) ?? [];
  if (!isSeq(node) || number === undefined || !begins(segment)) return null;
  const item = node.items[Number(number) - 1];
  return { node: item, segment, offset: startOf(item) };
}

function startOf(node: unknown): number | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const first: unknown = Array.isArray(range) ? range[0] : null;
  return typeof first === 'number' ? first : null;
}
