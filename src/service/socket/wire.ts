import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '../../tql/json.ts';

/** Both sides of the socket must be of one version of this. */
export const WIRE_VERSION = 3;

const count = v.pipe(v.number(), v.safeInteger());
const maybeText = v.nullable(v.string());
const plan = v.picklist(['paid', 'free']);

/** A value that came as JSON is JSON. */
const json = v.custom<Json>(() => true);
const jsonObject = v.custom<JsonObject>(isJsonObject);

const organization = v.object({ id: count, namespace: v.string(), plan, createdMs: count });
const tokenRecord = v.object({
  id: v.string(),
  namespace: v.string(),
  createdMs: count,
  expiresMs: count,
  revokedMs: v.nullable(count),
});
const insight = v.object({ id: v.string(), name: v.string(), query: jsonObject });
const refused = v.object({ reason: v.string(), count, lines: v.array(count) });

/** What each operation is asked with, and what it answers. */
export const WIRE = {
  createOrganization: { input: v.tuple([v.string(), plan]), output: organization },
  setPlan: { input: v.tuple([v.string(), plan]), output: organization },
  listOrganizations: { input: v.tuple([]), output: v.array(organization) },
  createToken: {
    input: v.tuple([v.string(), v.nullable(v.number())]),
    output: v.object({ ...tokenRecord.entries, token: v.string() }),
  },
  listTokens: { input: v.tuple([maybeText]), output: v.array(tokenRecord) },
  revokeToken: { input: v.tuple([v.string()]), output: tokenRecord },
  addInsights: {
    input: v.tuple([v.string(), v.array(v.object({ ...insight.entries, id: v.optional(v.string()) }))]),
    output: v.array(insight),
  },
  listInsights: { input: v.tuple([v.string()]), output: v.array(insight) },
  findImport: {
    input: v.tuple([v.string(), v.string()]),
    output: v.nullable(v.object({ file: v.string(), importedMs: count })),
  },
  importFiles: {
    input: v.tuple([v.string(), v.object({ strict: v.boolean(), again: v.boolean() })]),
    output: v.object({
      taken: v.boolean(),
      files: v.array(v.object({ file: v.string(), events: count, refused: v.array(refused) })),
    }),
  },
  query: { input: v.tuple([v.string(), json, v.nullable(count)]), output: json },
  explain: {
    input: v.tuple([v.string(), json, v.nullable(count)]),
    output: v.object({
      compiled: v.unknown(),
      statement: v.string(),
      parameters: v.array(v.string()),
      plan: v.string(),
    }),
  },
  backup: { input: v.tuple([v.string(), v.boolean()]), output: count },
} as const;

/** The name of an operation. */
export type OperationName = keyof typeof WIRE;

/** What an operation is asked with. */
export type Input<K extends OperationName> = v.InferOutput<(typeof WIRE)[K]['input']>;

/** The first frame of a connection. */
export const callSchema = v.object({
  version: v.number(),
  operation: v.string(),
  input: v.array(v.unknown()),
});

/** Within an import: the next file begins, or there is none. Bytes of a file are frames of their own. */
export const partSchema = v.variant('kind', [
  v.object({
    kind: v.literal('file'),
    name: v.string(),
    format: v.picklist(['ndjson', 'csv']),
    content: maybeText,
  }),
  v.object({ kind: v.literal('end') }),
]);

const note = v.variant('kind', [
  v.object({ kind: v.literal('refused'), file: v.string(), line: count, reason: v.string(), text: v.string() }),
  v.object({ kind: v.literal('progress'), file: v.string(), events: count, bytes: count }),
  v.object({ kind: v.literal('storing'), file: v.string(), events: count }),
]);

/** What comes back: any number of notes, then a result or an error. */
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

/** A reply of the serving process. */
export type Reply = v.InferOutput<typeof replySchema>;
