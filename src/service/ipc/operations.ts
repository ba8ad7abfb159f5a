import type { Json } from '../../tql/json.ts';
import type { Explanation } from '../../tql/explanation.ts';
import type { ImportNote, ImportOptions, ImportPart, ImportSummary } from '../import/files.ts';
import type { ParquetFile } from '../import/parquet.ts';
import type { ExportResult, ExportTarget, ImportRecord } from '../events/event-store.ts';
import type { EventSelection } from '../events/selection.ts';
import type { InsightChanges, NewInsight, StoredInsight } from '../store/insights.ts';
import type { Organization, Plan } from '../store/organizations.ts';
import type { TokenRecord } from '../store/tokens.ts';
import type { WriteKeyRecord } from '../store/write-keys.ts';

/** A new token. It is never shown again. */
export type NewToken = TokenRecord & { readonly token: string };

/** A new write key. It is never shown again. */
export type NewWriteKey = WriteKeyRecord & { readonly key: string };

/**
 * What commands do with a store, whether they open the file themselves or reach the process that serves it through its socket. Throws
 * `StoreError` and `QueryError`.
 */
export interface StoreOperations {
  createOrganization(namespace: string, plan: Plan): Promise<Organization>;
  setPlan(namespace: string, plan: Plan): Promise<Organization>;
  listOrganizations(): Promise<readonly Organization[]>;
  createToken(namespace: string, lifetimeMs: number | null): Promise<NewToken>;
  listTokens(namespace: string | null): Promise<readonly TokenRecord[]>;
  revokeToken(id: string): Promise<TokenRecord>;
  createWriteKey(namespace: string): Promise<NewWriteKey>;
  listWriteKeys(namespace: string | null): Promise<readonly WriteKeyRecord[]>;
  revokeWriteKey(id: string): Promise<WriteKeyRecord>;
  addInsights(namespace: string, insights: readonly NewInsight[], replace: boolean): Promise<readonly StoredInsight[]>;
  listInsights(namespace: string): Promise<readonly StoredInsight[]>;
  removeInsights(namespace: string, ids: readonly string[]): Promise<void>;
  syncInsights(namespace: string, insights: readonly NewInsight[], isDry: boolean): Promise<InsightChanges>;
  findImport(namespace: string, content: string): Promise<ImportRecord | null>;
  importFiles(
    namespace: string,
    parts: AsyncIterable<ImportPart>,
    options: ImportOptions,
    note: (note: ImportNote) => void | Promise<void>,
  ): Promise<ImportSummary>;
  /** Imports a Parquet file with the store's own engine. Null if it cannot: `importFiles` can then. */
  importParquet(
    namespace: string,
    file: ParquetFile,
    options: ImportOptions,
    note: (note: ImportNote) => void | Promise<void>,
  ): Promise<ImportSummary | null>;
  /** The raw result. A null `nowMs` means the store's own clock. */
  query(namespace: string, query: unknown, nowMs: number | null, signal: AbortSignal): Promise<Json>;
  /** `isMeasured`: the query is also run. */
  explain(
    namespace: string,
    query: unknown,
    nowMs: number | null,
    isMeasured: boolean,
    signal: AbortSignal,
  ): Promise<Explanation>;
  /** Copies the store into another file (an absolute path). Returns the copy's length in bytes. */
  backup(file: string, overwrite: boolean): Promise<number>;
  /** Exports events to a Parquet file (an absolute path). */
  exportEvents(namespace: string, target: ExportTarget): Promise<ExportResult>;
  countEvents(namespace: string, selection: EventSelection): Promise<number>;
  /** Deletes events for good and returns their number. */
  deleteEvents(namespace: string, selection: EventSelection): Promise<number>;
  close(): Promise<void>;
}
