import { isJsonObject, type Json } from '../../../src/tql/json.ts';

/**
 * Every key of every building block, as `selector dimension`: of schemas, by walking their definitions, or of queries
 * as they are written. Keys that are only there to be refused are left out.
 */
export function keysOf(from: { readonly schemas: readonly unknown[] } | { readonly json: Json }): ReadonlySet<string> {
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

/** Valibot's schemas are objects that say what they are made of. */
function ofSchema(schema: unknown, found: Set<string>, seen: Set<unknown>): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  if ('entries' in schema && isObject(schema.entries)) ofEntries(schema.entries, found, seen);
  for (const key of ['wrapped', 'item', 'options', 'pipe']) {
    const inner: unknown = Reflect.get(schema, key);
    for (const each of Array.isArray(inner) ? inner : [inner]) ofSchema(each, found, seen);
  }
  if (isLazy(schema)) {
    // Some decide by what they are given.
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
