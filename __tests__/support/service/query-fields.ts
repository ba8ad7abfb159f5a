// Queries that use every building block of the language, and the places in them that hold a text.
import { readCases } from '../../service/query/engines/cases/cases.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/tql/json.ts';

const users = { type: 'userCount', name: 'u' };
const access = (fieldName: string): Json => ({ type: 'fieldAccess', name: `of ${fieldName}`, fieldName });
const timeColumn = { fieldName: 'plan', timeColumn: '__time', finalize: true };
const grouping = { queryType: 'groupBy', intervals: ['2026-10-01/2026-10-08'] };
const lookup = { type: 'registeredLookup', lookup: 'appleModelNames' };
const extraction = { type: 'extraction', dimension: 'plan' };

/** Keys that change no answer, and forms that are computed as others are: no case of an engine has them. */
const WITHOUT_CASE: readonly Json[] = [
  {
    ...grouping,
    dataSource: 'alpha.example',
    granularity: { type: 'all' },
    aggregations: [
      users,
      ...['longMin', 'longMax', 'doubleSum', 'floatSum', 'floatMin', 'floatMax'].map((type) => ({
        type,
        name: type,
        fieldName: 'floatValue',
      })),
      ...['long', 'double', 'float', 'string'].flatMap((kind) =>
        ['First', 'Last'].map((end) => ({ ...timeColumn, type: `${kind}${end}`, name: `${kind}${end}` })),
      ),
      {
        type: 'quantilesDoublesSketch',
        name: 'q',
        fieldName: 'floatValue',
        maxStreamLength: 1e9,
        shouldFinalize: true,
      },
    ],
    postAggregations: ['longGreatest', 'doubleLeast'].map((type) => ({
      type,
      name: type,
      fields: [access('u')],
    })),
  },
  {
    ...grouping,
    aggregations: [users],
    dimensions: [
      {
        ...extraction,
        outputName: 'a',
        outputType: 'FLOAT',
        extractionFn: { ...lookup, retainMissingValue: true },
      },
      {
        ...extraction,
        outputName: 'b',
        extractionFn: { ...lookup, replaceMissingValueWith: 'none', injective: false },
      },
    ],
  },
  {
    queryType: 'timeseries',
    intervals: grouping.intervals,
    granularity: { type: 'hour' },
    aggregations: [users],
  },
];

/** The queries of the engines' cases, about the organization and the weeks of which there are events. */
const OF_CASES = readCases().map(({ query }) => {
  const moved = JSON.stringify(query).replaceAll('2027-03', '2026-10').replaceAll('2027-02', '2026-09');
  return JSON.parse(moved.replaceAll('"shop"', '"alpha.example"')) as Json;
});

/** The queries that have a key, or a place for a text, which none before them has. */
function withNewParts(queries: readonly Json[]): readonly Json[] {
  const seen = new Set<string>();
  return queries.filter((json) => {
    const parts = [...keysOf({ json }), ...stringFields([json]).map(({ name }) => name)];
    const before = seen.size;
    for (const part of parts) seen.add(part);
    return seen.size > before;
  });
}

/** Valid queries that contain every query type and every building block of the language at least once. */
export const EVERY_BLOCK = withNewParts([...OF_CASES, ...WITHOUT_CASE]);

/**
 * Every key of every building block, as `selector dimension`: of schemas, by walking their definitions, or of
 * queries as they are written. Keys that are always refused are left out.
 */
export function keysOf(
  from: { readonly schemas: readonly unknown[] } | { readonly json: Json },
): ReadonlySet<string> {
  const found = new Set<string>();
  if ('json' in from) ofJson(from.json, found);
  else for (const schema of from.schemas) ofSchema(schema, found, new Set());
  return found;
}

function ofJson(value: Json, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) ofJson(item, found);
  if (!isJsonObject(value)) return;
  const type = 'queryType' in value ? 'query' : (value['type'] ?? '');
  for (const [key, inner] of Object.entries(value)) {
    found.add(`${typeof type === 'string' ? type : ''} ${key}`);
    ofJson(inner, found);
  }
}

/** Adds the keys of a valibot schema and of the schemas inside of it. */
function ofSchema(schema: unknown, found: Set<string>, seen: Set<unknown>): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  if ('entries' in schema && isObject(schema.entries)) ofEntries(schema.entries, found, seen);
  for (const key of ['wrapped', 'item', 'options', 'pipe']) {
    const inner: unknown = Reflect.get(schema, key);
    for (const each of Array.isArray(inner) ? inner : [inner]) ofSchema(each, found, seen);
  }
  if (isLazy(schema)) {
    // Some choose a schema by the value.
    for (const input of [{ type: 'period' }, { type: 'duration' }, { type: 'hour' }, '']) {
      ofSchema(schema.getter(input), found, seen);
    }
  }
}

function ofEntries(entries: Record<string, unknown>, found: Set<string>, seen: Set<unknown>): void {
  const types = 'queryType' in entries ? ['query'] : literalsOf(entries['type']);
  for (const [key, inner] of Object.entries(entries)) {
    if (!isRefused(inner)) for (const type of types) found.add(`${type} ${key}`);
    ofSchema(inner, found, seen);
  }
}

function literalsOf(schema: unknown): readonly string[] {
  if (schema === undefined) return [''];
  if (!isObject(schema)) return [];
  if (typeof schema['literal'] === 'string') return [schema['literal']];
  return Array.isArray(schema['options']) ? schema['options'].map(String) : [];
}

function isRefused(schema: unknown): boolean {
  const wrapped = isObject(schema) ? schema['wrapped'] : undefined;
  return isObject(wrapped) && wrapped['message'] === 'is not supported';
}

function isLazy(schema: object): schema is { readonly getter: (input: unknown) => unknown } {
  return 'getter' in schema && typeof schema.getter === 'function';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A place in a query that holds a string, and the query with another string there. */
interface StringField {
  /** The building block and the key: `selector value`. */
  readonly name: string;
  readonly replaced: (text: string) => Json;
}

/** Every string of some queries, keys of maps included, once for each place that the language has for one. */
export function stringFields(queries: readonly Json[]): readonly StringField[] {
  const found = new Map<string, StringField>();
  for (const query of queries) {
    for (const field of fieldsOf(query, '(query)', (replaced) => replaced)) {
      if (!found.has(field.name)) found.set(field.name, field);
    }
  }
  return [...found.values()];
}

function fieldsOf(value: Json, name: string, whole: (replaced: Json) => Json): StringField[] {
  if (typeof value === 'string') return [{ name, replaced: whole }];
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) =>
      fieldsOf(item, `${name}[]`, (replaced) => whole(value.with(index, replaced))),
    );
  }
  return isJsonObject(value) ? fieldsOfObject(value, name, whole) : [];
}

function fieldsOfObject(object: JsonObject, name: string, whole: (replaced: Json) => Json): StringField[] {
  const block = blockOf(object, name);
  const values = Object.entries(object).flatMap(([key, value]) =>
    fieldsOf(value, `${block} ${key}`, (replaced) => whole({ ...object, [key]: replaced })),
  );
  if (!name.endsWith(' map')) return values;
  const key: StringField = { name: `${name} key`, replaced: (text) => whole({ [text]: 'value' }) };
  return [key, ...values];
}

/** The name of an object: blocks with the same type are the same block in any place. */
function blockOf(object: JsonObject, name: string): string {
  const type = object['type'] ?? object['queryType'];
  return typeof type === 'string' ? type : (name.split(' ').at(-1)?.replace('[]', '') ?? '');
}
