// How the columns of a file become events: the mappings of our own format and of other tools' exports, which
// are data (`mappings.json`), that of `--map FILE`, and what `--column` and its like add. `select.ts`
// compiles a mapping; `docs/reference/mappings.md` describes its form.
import * as v from 'valibot';
import { InputError } from '../../text/errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { timeZone } from '../../tql/time/granularity.ts';
import { isJsonObject } from '../../tql/json.ts';
import { problemOf } from '../../tql/schema/validation.ts';
import tables from './mappings.json' with { type: 'json' };

/** An object without other keys. */
const closedObject = <T extends v.ObjectEntries>(entries: T) =>
  v.strictObject(entries, ({ expected, input, message }) =>
    expected === 'never' ? `is an unknown key${didYouMean(String(input), Object.keys(entries))}` : message,
  );

const source = v.pipe(
  v.union([v.string(), v.array(v.string())], 'is neither a column nor a list of columns'),
  v.transform((from) => (typeof from === 'string' ? [from] : from)),
);

const mappedValue = closedObject({
  from: v.optional(source, []),
  /** The value if no column has one. */
  value: v.optional(v.string()),
  /** The zone of times that have none. */
  zone: v.optional(timeZone),
  /** Other names for some values; null: no value. */
  names: v.optional(v.record(v.string(), v.nullable(v.string()))),
  /** The column that the value is unique within: it is put before it. */
  by: v.optional(v.string()),
});

/** Where a value comes from: the first column that has one, or else `value`. */
const valueSchema = v.pipe(
  v.lazy((input) => (isJsonObject(input) ? mappedValue : source)),
  v.transform((input) => (Array.isArray(input) ? { from: input } : input)),
);

/** The fields of an event that are texts in a file. */
export const TEXT_FIELDS = [
  'appID',
  'clientUser',
  'type',
  'sessionID',
  'isTestMode',
  'floatValue',
  'eventID',
] as const;

const FIELDS = ['timestamp', ...TEXT_FIELDS] as const;

const mappingSchema = closedObject({
  title: v.optional(v.string(), 'your mapping'),
  file: v.optional(v.string()),
  docs: v.optional(v.string()),
  /** Notes on what has no counterpart, for the documentation. */
  notes: v.optional(v.array(v.string()), []),
  /** Whether the tool gives a user another id every day. */
  users: v.optional(v.literal('daily')),
  fields: v.record(v.picklist(FIELDS), valueSchema),
  /** Payload key → its value. */
  payload: v.optional(v.record(v.string(), valueSchema), {}),
  /** The name and the version of the operating system, of which reports use several payload keys. */
  system: v.optional(closedObject({ name: valueSchema, version: v.optional(valueSchema) })),
  /** Columns with an object, or an array of key and value: each key becomes a payload key. */
  spread: v.optional(
    v.array(
      closedObject({
        from: v.string(),
        prefix: v.optional(v.string(), ''),
        leave: v.optional(v.array(v.string()), []),
      }),
    ),
    [],
  ),
  /** Whether any further column is a payload key. */
  rest: v.optional(v.boolean(), false),
});

/** How the columns of a file become events. `needed` are the columns that `--column` names. */
export type Mapping = v.InferOutput<typeof mappingSchema> & { readonly needed?: readonly string[] };

/** Where a value of an event comes from. */
export type MappedValue = v.InferOutput<typeof valueSchema>;

/** A field of an event. */
export type Field = (typeof FIELDS)[number];

/** The mappings of our own format (`own`) and of other tools' exports. */
const MAPPINGS: Readonly<Record<string, Mapping>> = v.parse(v.record(v.string(), mappingSchema), tables);

/** Our own format. */
export const OWN = mappingOf('own');

/** The names of `--from`. */
export const SOURCES = Object.keys(MAPPINGS).filter((name) => name !== 'own');

/** The mapping of a name. */
export function mappingOf(name: string): Mapping {
  const mapping = MAPPINGS[name];
  if (mapping === undefined) throw new TypeError(`there is no mapping ${name}`);
  return mapping;
}

/** Reads the mapping in a file's JSON. Throws `InputError`. */
export function parseMapping(file: string, content: unknown): Mapping {
  const result = v.safeParse(mappingSchema, content);
  if (result.success) return result.output;
  const problems = result.issues.map(problemOf);
  throw new InputError(problems.map(({ path, message }) => `${file}: ${path ?? 'the mapping'} ${message}`));
}

/** What `--timezone`, `--app-id` and `--column` say about a file. */
interface MappingFlags {
  /** The zone of times that have none. */
  readonly timezone: string | null;
  /** The app of events that have none. */
  readonly appID: string | null;
  /** The column that holds a field of events, or has another name as a payload key. */
  readonly columns: ReadonlyMap<string, string>;
}

/** A mapping with what the flags say. */
export function withFlags(mapping: Mapping, { timezone, appID, columns }: MappingFlags): Mapping {
  const [fields, payload] = [{ ...mapping.fields }, { ...mapping.payload }];
  for (const [key, column] of columns) {
    const isField = FIELDS.some((field) => field === key);
    const values: Record<string, MappedValue | undefined> = isField ? fields : payload;
    values[key] = { from: [column] };
  }
  if (appID !== null) fields.appID = { from: [], ...fields.appID, value: appID };
  if (timezone !== null) fields.timestamp = { from: [], ...fields.timestamp, zone: timezone };
  return { ...mapping, needed: [...columns.values()], fields, payload };
}
