import { dimensionsOf, isObject, type Json, nameOf, objects } from './cells.ts';
import { read, type Tree } from '../expressions.ts';

/** What a cause in a query can change in its answer. */
export interface Reach {
  /** By output column: the aggregation, if it is the cause itself, and what the value is made of. */
  readonly columns: ReadonlyMap<string, Source>;
  /** Whether it can change which events are counted, or into which groups they fall: that is, every cell. */
  readonly isEverything: boolean;
  /** The columns by which rows are chosen or ordered; null if no such choice is concerned. */
  readonly rowsBy: ReadonlySet<string> | null;
}

interface Source {
  /** The cause, if it is this output itself; null if the output reads something that is concerned. */
  readonly cause: Json | null;
  /** The outputs that it is made of. It can only differ if one of them does. None for an aggregation. */
  readonly madeOf: readonly string[];
}

/** Follows a cause from the virtual columns through filters, aggregations and outputs to the rows. */
export function reachOf(query: Json, isCause: (part: Json) => boolean): Reach {
  const tainted = new Set<string>();
  const concerns = (part: unknown): boolean => parts(part).some(isCause) || readsAny(part, tainted);
  const virtual = objects(query['virtualColumns']);
  virtual.forEach(() => {
    for (const one of virtual) if (concerns(one)) tainted.add(String(one['name']));
  });
  const columns = new Map<string, Source>();
  if (query['queryType'] === 'scan')
    for (const name of tainted) columns.set(name, { cause: null, madeOf: [] });
  for (const one of objects(query['aggregations'])) {
    const inner = innermost(one);
    const cause = isCause(inner) && !readsAny(one, tainted) ? inner : null;
    if (concerns(one)) columns.set(nameOf(one), { cause, madeOf: [] });
  }
  for (const one of objects(query['postAggregations'])) {
    const madeOf = [...columns.keys()].filter((name) => readsAny(one, new Set([name])));
    const isItself = concerns(one);
    if (isItself || madeOf.length > 0)
      columns.set(nameOf(one), { cause: null, madeOf: isItself ? [] : madeOf });
  }
  const chosenBy = [query['having'], query['metric'], query['orderBy']];
  const rowsBy = new Set([...columns.keys()].filter((name) => readsAny(chosenBy, new Set([name]))));
  const isEverything = concerns([query['filter'], query['dimension'], query['dimensions']]);
  return { columns, isEverything, rowsBy: rowsBy.size > 0 || concerns(chosenBy) ? rowsBy : null };
}

/** What a filtered aggregation aggregates. */
function innermost(aggregation: Json): Json {
  const { aggregator } = aggregation;
  return isObject(aggregator) ? innermost(aggregator) : aggregation;
}

/** Every object in a value. */
export function parts(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(parts);
  return isObject(value) ? [value, ...Object.values(value).flatMap(parts)] : [];
}

/** Members whose texts are not names of columns. */
const NO_NAMES = new Set([
  'type',
  'name',
  'outputName',
  'value',
  'values',
  'ordering',
  'fn',
  'func',
  'order',
]);

function readsAny(value: unknown, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  if (typeof value === 'string') return names.has(value);
  if (Array.isArray(value)) return value.some((one) => readsAny(one, names));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, one]) => {
    if (key === 'expression') return namesIn(read(String(one))).some((name) => names.has(name));
    return !NO_NAMES.has(key) && readsAny(one, names);
  });
}

/** The names that an expression reads. */
export function namesIn(tree: Tree): string[] {
  if (tree.is === 'name') return [tree.name];
  return tree.is === 'call' ? tree.args.flatMap(namesIn) : [];
}

/** The names of a query's outputs: its dimensions, aggregations and post-aggregations. */
export function outputsOf(query: Json): string[] {
  return [
    ...dimensionsOf(query),
    ...objects(query['aggregations']).map(nameOf),
    ...objects(query['postAggregations']).map(nameOf),
  ];
}
