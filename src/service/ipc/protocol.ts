import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';
import { EngineError } from '../errors.ts';
import type { ImportNote, ImportPart } from '../import/files.ts';
import type { StoreOperations } from './operations.ts';

/**
 * How commands talk to the process that serves their store: `POST /operations/<name>` over a Unix socket, with lines of JSON as bodies.
 * The first line of a request is the operation's input; the parts of an import follow. An answer is any number of notes, then a result
 * or an error. This header has the version of the protocol, which must be the same on both sides.
 */
export const VERSION_HEADER = 'insight-report-protocol';

export const VERSION = '7';

/** What an operation may need besides its input. */
interface Call {
  readonly parts: () => AsyncIterable<ImportPart>;
  readonly note: (note: ImportNote) => Promise<void>;
  readonly signal: AbortSignal;
}

const count = v.pipe(v.number(), v.safeInteger());
const maybeText = v.nullable(v.string());
const plan = v.picklist(['paid', 'free']);

/** A value that came as JSON is JSON. */
const json = v.custom<Json>(() => true);
const jsonObject = v.custom<JsonObject>(isJsonObject);

const organization = v.object({ id: count, namespace: v.string(), plan, createdMs: count });
const token = v.object({
  id: v.string(),
  namespace: v.string(),
  createdMs: count,
  expiresMs: count,
  revokedMs: v.nullable(count),
});
const writeKey = v.object({
  id: v.string(),
  namespace: v.string(),
  createdMs: count,
  revokedMs: v.nullable(count),
});
const insight = v.object({ id: v.string(), name: v.string(), query: jsonObject });
const newInsight = v.object({ ...insight.entries, id: v.optional(v.string()) });
const insightChanges = v.object({
  added: v.array(insight),
  changed: v.array(insight),
  removed: v.array(insight),
  unchanged: v.array(insight),
});
const explained = v.object({
  compiled: v.custom<Json>((given) => given !== undefined),
  language: v.string(),
  statement: v.string(),
  parameters: v.array(v.string()),
  plan: v.string(),
  rowsRead: v.nullable(count),
});
const selection = v.variant('kind', [
  v.object({ kind: v.literal('user'), user: v.string() }),
  v.object({ kind: v.literal('before'), beforeMs: count }),
]);
const refused = v.object({ reason: v.string(), count, lines: v.array(count) });
const ignored = v.object({ lines: count, keys: v.array(v.string()), count });
const importSummary = v.object({
  taken: v.boolean(),
  files: v.array(v.object({ file: v.string(), events: count, refused: v.array(refused), ignored })),
});

/** The operations that a serving process answers: its input, its result, and its implementation there. */
export const OPERATIONS = {
  createOrganization: operation([v.string(), plan], organization, (store, input) => store.createOrganization(...input)),
  setPlan: operation([v.string(), plan], organization, (store, input) => store.setPlan(...input)),
  listOrganizations: operation([], v.array(organization), (store) => store.listOrganizations()),
  createToken: operation(
    [v.string(), v.nullable(v.number())],
    v.object({ ...token.entries, token: v.string() }),
    (store, input) => store.createToken(...input),
  ),
  listTokens: operation([maybeText], v.array(token), (store, input) => store.listTokens(...input)),
  revokeToken: operation([v.string()], token, (store, input) => store.revokeToken(...input)),
  createWriteKey: operation([v.string()], v.object({ ...writeKey.entries, key: v.string() }), (store, input) =>
    store.createWriteKey(...input),
  ),
  listWriteKeys: operation([maybeText], v.array(writeKey), (store, input) => store.listWriteKeys(...input)),
  revokeWriteKey: operation([v.string()], writeKey, (store, input) => store.revokeWriteKey(...input)),
  addInsights: operation([v.string(), v.array(newInsight), v.boolean()], v.array(insight), (store, input) =>
    store.addInsights(...input),
  ),
  listInsights: operation([v.string()], v.array(insight), (store, input) => store.listInsights(...input)),
  removeInsights: operation([v.string(), v.array(v.string())], v.null(), async (store, input) => {
    await store.removeInsights(...input);
    return null;
  }),
  syncInsights: operation([v.string(), v.array(newInsight), v.boolean()], insightChanges, (store, input) =>
    store.syncInsights(...input),
  ),
  findImport: operation(
    [v.string(), v.string()],
    v.nullable(v.object({ file: v.string(), importedMs: count })),
    (store, input) => store.findImport(...input),
  ),
  importFiles: operation(
    [v.string(), v.object({ strict: v.boolean(), again: v.boolean() })],
    importSummary,
    (store, [namespace, options], { parts, note }) => store.importFiles(namespace, parts(), options, note),
  ),
  query: operation([v.string(), v.unknown(), v.nullable(count)], json, (store, input, { signal }) =>
    store.query(...input, signal),
  ),
  explain: operation([v.string(), v.unknown(), v.nullable(count), v.boolean()], explained, (store, input, { signal }) =>
    store.explain(...input, signal),
  ),
  backup: operation([v.string(), v.boolean()], count, (store, input) => store.backup(...input)),
  exportEvents: operation(
    [
      v.string(),
      v.object({
        file: v.string(),
        overwrite: v.boolean(),
        range: v.nullable(v.object({ startMs: count, endMs: count })),
      }),
    ],
    v.object({ events: count, bytes: count }),
    (store, input) => store.exportEvents(...input),
  ),
  countEvents: operation([v.string(), selection], count, (store, input) => store.countEvents(...input)),
  deleteEvents: operation([v.string(), selection], count, (store, input) => store.deleteEvents(...input)),
};

type OperationName = keyof typeof OPERATIONS;
/** The input of an operation. */
export type Input<K extends OperationName> = v.InferOutput<(typeof OPERATIONS)[K]['input']>;
/** The result of an operation. */
export type Output<K extends OperationName> = v.InferOutput<(typeof OPERATIONS)[K]['output']>;

function operation<const I extends v.TupleItems, O extends v.GenericSchema>(
  items: I,
  output: O,
  run: (store: StoreOperations, input: v.InferOutput<v.TupleSchema<I, undefined>>, call: Call) => Promise<unknown>,
) {
  const input = v.tuple(items);
  const serve = (store: StoreOperations, given: unknown, call: Call) => run(store, v.parse(input, given), call);
  return { input, output, serve };
}

/** A line of an import's request after the first: a file begins, some of its bytes (in base64), or the end of the import. */
export const partSchema = v.variant('kind', [
  v.object({ kind: v.literal('file'), name: v.string(), format: v.picklist(['ndjson', 'csv']), content: maybeText }),
  v.object({ kind: v.literal('bytes'), bytes: v.string() }),
  v.object({ kind: v.literal('end') }),
]);

const note = v.variant('kind', [
  v.object({ kind: v.literal('refused'), file: v.string(), line: count, reason: v.string(), text: v.string() }),
  v.object({ kind: v.literal('progress'), file: v.string(), events: count, bytes: count }),
  v.object({ kind: v.literal('storing'), file: v.string(), events: count, done: v.optional(count) }),
]);

/** A line of an answer. */
export const replySchema = v.variant('kind', [
  v.object({ kind: v.literal('note'), note }),
  v.object({ kind: v.literal('result'), value: v.unknown() }),
  v.object({
    kind: v.literal('error'),
    name: v.picklist(['StoreError', 'QueryError', 'Error']),
    message: v.string(),
    path: maybeText,
  }),
]);

/** A line of an answer. */
export type Reply = v.InferOutput<typeof replySchema>;

/** A value as a line of JSON. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The values of lines of JSON. Throws `EngineError` if the bytes end within a line, or break off. */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  let line: Uint8Array[] = [];
  for await (const chunk of orConnectionLost(chunks)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const text = Buffer.concat([...line, chunk.subarray(start, end)]).toString('utf8');
      line = [];
      start = end + 1;
      const value: unknown = JSON.parse(text);
      yield value;
    }
    if (start < chunk.length) line.push(chunk.subarray(start));
  }
  if (line.length > 0) throw connectionLost();
}

const NEWLINE = 10;

async function* orConnectionLost(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw connectionLost(error);
  }
}

/** The error if the other side ends the connection too early. */
export function connectionLost(cause?: unknown): EngineError {
  return new EngineError('The connection to the serving process broke off.', { cause });
}
