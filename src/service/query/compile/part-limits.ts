// Refuses a query of too many parts before it is parsed: engines plan in memory that no limit holds.
import { QueryError } from '../../errors.ts';

/**
 * How many parts of each kind a query may have, in all its places together. The memory that the engine plans
 * in is not limited, so that what it plans is. The largest insights that we know have less than a tenth of
 * this.
 */
export const PART_LIMITS = {
  aggregations: 500,
  'post-aggregations': 2000,
  filters: 1000,
  expressions: 250,
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

/**
 * The kind of what stands under a key. Under any other key stands more of the same kind: the fields of a
 * filter are filters.
 */
const KIND_OF_KEY: ReadonlyMap<string, Kind | null> = new Map<string, Kind | null>([
  ['aggregations', 'aggregations'],
  ['postAggregations', 'post-aggregations'],
  ...(['filter', 'having', 'havingSpec', 'havingSpecs'] as const).map((key) => [key, 'filters'] as const),
  ['dimensions', 'dimensions'],
  ['virtualColumns', 'virtual columns'],
  ['intervals', 'intervals'],
  ['relativeIntervals', 'intervals'],
  ['columns', 'columns'],
  ['orderBy', 'columns'],
  // Each belongs to a part that is counted; so do the dates of an interval.
  ...['aggregator', 'extractionFn', 'beginningDate', 'endDate'].map((key) => [key, null] as const),
]);

/** The kind of the texts and numbers in the list under a key. Those of all other lists are values. */
const KIND_OF_TEXTS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...['fields', 'dimensions', 'columns'].map((key) => [key, 'columns'] as const),
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
  const firstBeyond = new Map<Kind, string>();
  const add = (kind: Kind, path: string) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count === PART_LIMITS[kind] + 1) firstBeyond.set(kind, path);
  };
  const countIn = (value: unknown, { kind, key, path }: Place, depth: number): void => {
    if (depth > DEPTH_LIMIT) return;
    add('JSON values', path);
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) {
        const place = { kind, key, path: `${path}[${index}]` };
        if (typeof each === 'object') countIn(each, place, depth + 1);
        else add(KIND_OF_TEXTS.get(key) ?? 'values', place.path);
      }
    } else if (typeof value === 'object' && value !== null) {
      if (kind !== null) add(kind, path);
      // The engine's time to plan these grows with the square of their number.
      if ('expression' in value) add('expressions', path);
      if ('type' in value && HISTOGRAMS.has(value.type)) add('histograms', path);
      for (const [name, child] of Object.entries(value)) {
        const kindOfKey = KIND_OF_KEY.get(name);
        const place = {
          kind: kindOfKey === undefined ? kind : kindOfKey,
          key: name,
          path: path === '' ? name : `${path}.${name}`,
        };
        if (key === 'map') add('values', path);
        else countIn(child, place, depth + 1);
      }
    }
  };
  countIn(query, { kind: null, key: '', path: '' }, 0);
  const firstEntry = firstBeyond.entries().next();
  if (firstEntry.done === true) return;
  const [kind, path] = firstEntry.value;
  throw new QueryError(
    path,
    `is one of ${counts.get(kind) ?? 0} ${kind}; a query has at most ${PART_LIMITS[kind]} of them, in all its places together`,
  );
}

interface Place {
  readonly kind: Kind | null;
  readonly key: string;
  readonly path: string;
}
