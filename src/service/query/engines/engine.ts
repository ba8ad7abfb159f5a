// The interface of an engine, which runs compiled queries. DuckDB's is in `duckdb/`, Druid's in
// `cluster/engine/`.
import type { Explanation } from '../../../tql/explanation.ts';
import type { Json } from '../../../tql/json.ts';
import type { CompiledQuery } from '../compile/compiled-query.ts';

/** The organization whose events are queried. */
export interface EventOwner {
  readonly id: number;
  readonly namespace: string;
}

/**
 * How an engine runs a query: the statement in its own language, the values of its placeholders, its plan.
 */
export type Statement = Omit<Explanation, 'compiled'>;

/** Runs compiled queries. */
export interface Engine {
  /**
   * Returns the rows of the raw result. Throws `QueryError`, `EngineError` or, once the signal is aborted,
   * `CancelledError`.
   */
  run(query: CompiledQuery, owner: EventOwner, signal: AbortSignal): Promise<readonly Json[]>;
  /** Throws as `run` does. */
  explain(query: CompiledQuery, owner: EventOwner): Promise<Statement>;
  /** Cancels running queries and waits until they have stopped; only then may what they read be closed. */
  close(): Promise<void>;
}
