import { isJsonObject, type Json, type JsonObject } from '../../../src/tql/json.ts';

/** A place in a query where a text stands, and the query with another text there. */
export interface StringField {
  /** The building block and the key: `selector value`. */
  readonly name: string;
  readonly replaced: (text: string) => Json;
}

/** Every text of some queries, keys of maps among them, once for each place that the language has for one. */
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

/** What an object is called: blocks that say their type are the same block wherever they stand. */
function blockOf(object: JsonObject, name: string): string {
  const type = object['type'] ?? object['queryType'];
  return typeof type === 'string' ? type : (name.split(' ').at(-1)?.replace('[]', '') ?? '');
}
