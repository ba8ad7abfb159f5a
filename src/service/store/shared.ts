import type { Rows, Sql } from './database.ts';

/** A state's database that several processes share. All of it throws `StateAwayError` while it is away. */
export interface SharedSql extends Sql {
  /** Runs a task in a transaction that others do not wait for. */
  apart<T>(task: (rows: Rows) => Promise<T>): Promise<T>;
  /** Runs a task unless another process runs one of this name, which is null. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T | null>;
  /** Whether a process runs a task of this name. */
  isUnderWay(name: string): Promise<boolean>;
  /** Why it does not answer, as a sentence for everybody; null if it does. */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
}
