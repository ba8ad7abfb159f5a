import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';

export const count = v.pipe(v.number(), v.safeInteger());
const text = v.string();
const maybeText = v.nullable(text);
const csvShape = v.object({ timezone: maybeText, appID: maybeText, columns: v.record(text, text) });
const plan = v.picklist(['paid', 'free']);
const list = <const T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.readonly());

/** A value that came as JSON is JSON. */
const json = v.custom<Json>((given) => given !== undefined);
const jsonObject = v.custom<JsonObject>(isJsonObject);

const organization = v.object({ id: count, namespace: text, plan, createdMs: count });
const token = v.object({
  id: text,
  namespace: text,
  createdMs: count,
  expiresMs: count,
  revokedMs: v.nullable(count),
});
const writeKey = v.object({ id: text, namespace: text, createdMs: count, revokedMs: v.nullable(count) });
const insight = v.object({ id: text, name: text, query: jsonObject });
const newInsight = v.object({ id: v.optional(text), name: text, query: jsonObject });
const insights = list(insight);
const explanation = v.object({
  compiled: json,
  language: text,
  statement: text,
  parameters: list(text),
  plan: text,
  rowsRead: v.nullable(count),
});
const selection = v.variant('kind', [
  v.object({ kind: v.literal('user'), user: text }),
  v.object({ kind: v.literal('before'), beforeMs: count }),
]);
const range = v.object({ startMs: count, endMs: count });
const fileSummary = v.object({
  file: text,
  events: count,
  refused: list(v.object({ reason: text, count, lines: list(count) })),
  ignored: v.object({ lines: count, keys: list(text), count }),
});

/**
 * What a command can ask of a store, whether it opens the file itself or reaches the process that serves it
 * through its socket: the input and the output of each operation. Client, server and types follow from this
 * table.
 */
export const OPERATIONS = {
  createOrganization: operation([text, plan], organization),
  setPlan: operation([text, plan], organization),
  listOrganizations: operation([], list(organization)),
  /** Of a namespace, for a time in milliseconds (null: a year). The token is never shown again. */
  createToken: operation([text, v.nullable(v.number())], v.object({ ...token.entries, token: text })),
  /** Of a namespace; null: of all. */
  listTokens: operation([maybeText], list(token)),
  revokeToken: operation([text], token),
  /** Of a namespace. The key is never shown again. */
  createWriteKey: operation([text], v.object({ ...writeKey.entries, key: text })),
  listWriteKeys: operation([maybeText], list(writeKey)),
  revokeWriteKey: operation([text], writeKey),
  /** With `true` an insight takes the place of the one with its id or name. */
  addInsights: operation([text, list(newInsight), v.boolean()], insights),
  listInsights: operation([text], insights),
  removeInsights: operation([text, list(text)], v.void()),
  /** With `true` nothing is changed. */
  syncInsights: operation(
    [text, list(newInsight), v.boolean()],
    v.object({ added: insights, changed: insights, removed: insights, unchanged: insights }),
  ),
  /** Finds the import of a content by its SHA-256. */
  findImport: operation([text, text], v.nullable(v.object({ file: text, importedMs: count }))),
  importFiles: operation(
    [text, v.object({ strict: v.boolean(), again: v.boolean(), csv: v.exactOptional(csvShape) })],
    v.object({ taken: v.boolean(), files: list(fileSummary) }),
  ),
  /** A secret that is the file's own: the offsets of rounded counts are drawn by it. */
  secret: operation([], text),
  /** A namespace, a query, and the time at which it is asked (null: now). Returns the raw result. */
  query: operation([text, v.unknown(), v.nullable(count)], json),
  /** As `query`; with `true` the query is also run, to measure it. */
  explain: operation([text, v.unknown(), v.nullable(count), v.boolean()], explanation),
  /**
   * Copies the store to an absolute path, over a file that is there if `true`. Returns the copy's length in
   * bytes.
   */
  backup: operation([text, v.boolean()], count),
  /** Exports events to a Parquet file, named by an absolute path. */
  exportEvents: operation(
    [text, v.object({ file: text, overwrite: v.boolean(), range: v.nullable(range) })],
    v.object({ events: count, bytes: count }),
  ),
  countEvents: operation([text, selection], count),
  /** Deletes events for good and returns their number. */
  deleteEvents: operation([text, selection], count),
  /** Removes a payload key of a namespace, with its values. */
  dropColumn: operation([text, text], v.void()),
};

function operation<const I extends v.TupleItems, O extends v.GenericSchema>(items: I, output: O) {
  return { input: v.tuple(items), output };
}

export type OperationName = keyof typeof OPERATIONS;

/** What some operations need besides their input; it cannot be sent in one piece. */
interface Streams {
  readonly importFiles: {
    readonly parts: AsyncIterable<ImportPart>;
    readonly note: (note: ImportNote) => void | Promise<void>;
  };
  readonly query: { readonly signal: AbortSignal };
  readonly explain: { readonly signal: AbortSignal };
}

/** The arguments of an operation. */
export type Arguments<K extends OperationName> = [
  ...v.InferOutput<(typeof OPERATIONS)[K]['input']>,
  ...(K extends keyof Streams ? [streams: Streams[K]] : []),
];

/** The operations that a serving process answers. */
export type RemoteOperations = {
  readonly [K in OperationName]: (
    ...given: Arguments<K>
  ) => Promise<v.InferOutput<(typeof OPERATIONS)[K]['output']>>;
};

/** The operations on a store. They throw `StoreError` and `QueryError`. */
export interface StoreOperations extends RemoteOperations {
  close(): Promise<void>;
}
