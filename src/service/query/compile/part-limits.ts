// Refuses a query of too many parts (filters, aggregations, values, …) before it is parsed, because an engine
// plans queries in memory that it does not limit.
import { QueryError } from '../../errors.ts';

/**
 * How many parts of each kind a query may have, in all its places together. The largest insights that we know
 * have less than a tenth of this.
 */
export const PART_LIMITS = {
  aggregations: 500,
  'post-aggregations': 2000,
  filters: 1000,
  expressions: 250,
  'regular expressions': 100,
  histograms: 100,
  dimensions: 50,
  'virtual columns': 100,
  intervals: 1000,
  columns: 1000,
  values: 20_000,
  /** Also those under keys that are ignored: a query that waits holds them. */
  'JSON values': 50_000,
} as const;

type Kind = keyof typeof PART_LIMITS;

/** What an object is counted as; `part of another` is not counted, because what holds it is. */
type ObjectKind = Kind | 'part of another';

/**
 * What the objects under a key are. Under a key that is not listed, they are of the kind of the object that
 * has the key: the `fields` of a filter are filters.
 */
const KIND_OF_OBJECTS: ReadonlyMap<string, ObjectKind> = new Map<string, ObjectKind>([
  ['aggregations', 'aggregations'],
  ['aggregator', 'part of another'],
  ['postAggregations', 'post-aggregations'],
  ['filter', 'filters'],
  ['having', 'filters'],
  ['havingSpec', 'filters'],
  ['havingSpecs', 'filters'],
  ['dimensions', 'dimensions'],
  ['extractionFn', 'part of another'],
  ['virtualColumns', 'virtual columns'],
  ['intervals', 'intervals'],
  ['relativeIntervals', 'intervals'],
  ['beginningDate', 'part of another'],
  ['endDate', 'part of another'],
  ['columns', 'columns'],
]);

/** What the texts and numbers in the list under a key are. Under any other key, they are values. */
const KIND_OF_TEXTS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['fields', 'columns'],
  ['dimensions', 'columns'],
  ['columns', 'columns'],
  ['intervals', 'intervals'],
]);

const HISTOGRAMS: ReadonlySet<unknown> = new Set(['histogram', 'quantilesDoublesSketchToHistogram']);

/** Deeper queries are refused when they are parsed. */
const DEPTH_LIMIT = 70;

/**
 * Checks that a query, which may be any JSON, does not have too many parts. Throws `QueryError` at the first
 * part beyond a limit.
 */
export function checkPartLimits(query: unknown): void {
  const counts = new Map<Kind, number>();
  const partsBeyond: { readonly kind: Kind; readonly path: string }[] = [];
  const root: Place = { kind: 'part of another', key: '', path: '', depth: 0 };
  countParts(query, root, (kind, path) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > PART_LIMITS[kind]) partsBeyond.push({ kind, path });
  });
  const [first] = partsBeyond;
  if (first === undefined) return;
  const { kind, path } = first;
  throw new QueryError(
    path,
    `is one of ${counts.get(kind) ?? 0} ${kind}; a query has at most ${PART_LIMITS[kind]} of them, in all its places together`,
  );
}

/** Where a value is in the query. */
interface Place {
  /** What the value is counted as if it is an object. */
  readonly kind: ObjectKind;
  /** The last key of the path. */
  readonly key: string;
  readonly path: string;
  readonly depth: number;
}

type Count = (kind: Kind, path: string) => void;

function countParts(value: unknown, place: Place, count: Count): void {
  if (place.depth > DEPTH_LIMIT) return;
  count('JSON values', place.path);
  if (Array.isArray(value)) countItems(value, place, count);
  else if (typeof value === 'object' && value !== null) countObject(value, place, count);
}

function countItems(items: readonly unknown[], { kind, key, path, depth }: Place, count: Count): void {
  for (const [index, item] of items.entries()) {
    const itemPath = `${path}[${index}]`;
    if (typeof item === 'object') countParts(item, { kind, key, path: itemPath, depth: depth + 1 }, count);
    else count(KIND_OF_TEXTS.get(key) ?? 'values', itemPath);
  }
}

function countObject(object: object, { kind, key, path, depth }: Place, count: Count): void {
  if (kind !== 'part of another') count(kind, path);
  // The engine's time to plan these grows with the square of their number.
  if ('expression' in object) {
    count('expressions', path);
    const [, ...calls] = String(object.expression).split(/regexp_extract/i);
    calls.forEach(() => {
      count('regular expressions', path);
    });
  }
  if ('pattern' in object || 'expr' in object) count('regular expressions', path);
  if ('type' in object && HISTOGRAMS.has(object.type)) count('histograms', path);
  for (const [name, child] of Object.entries(object)) {
    const isLookupEntry = key === 'map';
    if (isLookupEntry) count('values', path);
    else {
      const childPath = path === '' ? name : `${path}.${name}`;
      const childKind = KIND_OF_OBJECTS.get(name) ?? kind;
      countParts(child, { kind: childKind, key: name, path: childPath, depth: depth + 1 }, count);
    }
  }
}
