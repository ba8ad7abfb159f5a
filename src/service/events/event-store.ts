// What the commands `import`, `export` and `events delete` need of the place that keeps events: the store's
// file (`store/events.ts`) or a cluster (`src/cluster/archive`). Types only, so that they need not know
// which.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TimeRange } from '../../tql/time/interval.ts';
import { StoreError } from '../errors.ts';
import type { EventColumns } from './columns.ts';

/**
 * Which of an organization's events are to be counted or deleted: all of one user, or all before a moment in
 * epoch milliseconds.
 */
export type EventSelection =
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'before'; readonly beforeMs: number };

/** The events of organizations, each named by its number, wherever they are kept. */
export interface EventArchive extends EventStore {
  count(organization: number, selection: EventSelection): Promise<number>;
  /** Deletes events for good and returns their number. */
  remove(organization: number, selection: EventSelection): Promise<number>;
  /** Deletes events that are older than `keepMs` at `nowMs`, and returns their number. */
  expire(organization: number, keepMs: number, nowMs: number): Promise<number>;
  /**
   * Writes events to a Parquet file that `import` reads. Throws `StoreError`; nothing is left behind then.
   */
  exportTo(organization: number, target: ExportTarget): Promise<ExportResult>;
}

/** Where imports put the events of an organization, which is named by its number. */
interface EventStore extends Pick<ImportJournal, 'findImport'> {
  payloadColumns(organization: number): Promise<EventColumns>;
  /** Moves staged events into the organization's table, in the order of time, all or none. */
  take(connection: DuckDBConnection, organization: number, staged: StagedEvents): Promise<void>;
}

/** Events that are ready to be stored. */
export interface StagedEvents {
  /** A temporary table of one connection, or a `SELECT` in brackets. */
  readonly table: string;
  /**
   * SQL conditions that divide the events by time, in order. Sorting one stretch at a time takes less memory
   * than sorting all, and so a quarter less time.
   */
  readonly stretches: readonly string[];
  /** Payload key → the staging table's column. */
  readonly payload: ReadonlyMap<string, string>;
  /** The file that the events came from; null: no later import is compared with it. */
  readonly file: ImportedFile | null;
  /** Whether content that was imported before is imported again. */
  readonly again: boolean;
}

/** A file that is imported: its name, the SHA-256 of its content, and how many events it held. */
export interface ImportedFile {
  readonly file: string;
  readonly content: string;
  readonly events: number;
}

/** The imports of organizations, each named by its number. */
export interface ImportJournal {
  /** The earlier import of a file with this content hash, or null. */
  findImport(organization: number, content: string): Promise<ImportRecord | null>;
  /** How often a file with this content hash was imported. */
  countImports(organization: number, content: string): Promise<number>;
  /** Notes a file whose events are stored in a cluster. */
  recordImport(organization: number, file: ImportedFile): Promise<void>;
}

/** An earlier import of a file's content. */
export interface ImportRecord {
  readonly file: string;
  readonly importedMs: number;
}

/** The error for a file whose content was imported before. */
export function importedBefore(name: string, { file, importedMs }: ImportRecord): StoreError {
  const when = new Date(importedMs).toISOString();
  return new StoreError(
    `${name} is refused: its content was imported on ${when} as ${file}. \`--again\` imports it a second time.`,
  );
}

/**
 * Where an export goes, whether it may replace a file there, and the time range of its events (null: all of
 * them).
 */
export interface ExportTarget {
  readonly file: string;
  readonly overwrite: boolean;
  readonly range: TimeRange | null;
}

/** How many events an export has, and its length in bytes. */
export interface ExportResult {
  readonly events: number;
  readonly bytes: number;
}

/** What an import needs of a store. */
export interface ImportTarget {
  readonly organizations: { get(namespace: string): Promise<{ readonly id: number }> };
  readonly events: EventStore;
  /** The folder whose files the store can read. */
  readonly importFolder: string;
  /** Runs a task on its own connection. */
  withConnection<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
}
