import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../errors.ts';
import type { EventColumn } from './columns.ts';

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

/** One file of an import: a hash of its content (null: not compared) and how many events it held. */
export interface ImportedFile {
  readonly file: string;
  readonly content: string | null;
  readonly events: number;
}

/** Events that are ready to be stored: a temporary table of one connection, or a `SELECT` in brackets. */
export interface StagedEvents {
  readonly table: string;
  /** Payload key → the staging table's column. */
  readonly payload: ReadonlyMap<string, string>;
  /** The files that the events came from. It is called with the number of rows stored, before the commit; if it throws, they are undone. */
  readonly files: (rows: number) => Promise<readonly ImportedFile[]>;
  /** Whether content that was imported before is imported again. */
  readonly again: boolean;
}

/** Where imports put the events of an organization, which is named by its number. */
export interface EventStore {
  payloadColumns(organization: number): Promise<ReadonlyMap<string, EventColumn>>;
  /** The earlier import of a file with this content hash, or null. */
  findImport(organization: number, content: string): Promise<ImportRecord | null>;
  /** Moves staged events into the organization's table, in time order, whole or not at all. */
  take(connection: DuckDBConnection, organization: number, staged: StagedEvents): Promise<void>;
}

/** What an import needs of a store. */
export interface ImportTarget {
  readonly organizations: { get(namespace: string): Promise<{ readonly id: number }> };
  readonly events: EventStore;
  /** Runs a task on a connection of its own. */
  withConnection<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
}
