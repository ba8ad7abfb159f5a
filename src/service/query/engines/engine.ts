import type { Json } from '../../../tql/json.ts';
import type { EventTable } from '../../events/columns.ts';
import type { CompiledQuery } from '../compile/compiled-query.ts';

export type { EventColumn, EventTable } from '../../events/columns.ts';

/** What an engine does with a query: the statement in its own language, what its placeholders stand for, its plan. */
export interface Explanation {
  readonly statement: string;
  readonly parameters: readonly string[];
  readonly plan: string;
}

/** Runs compiled queries: a compiler to the engine's own language, a driver, and what it cannot do. */
export interface Engine {
  readonly name: string;
  /** Building blocks this engine cannot answer, as `kind type` (`aggregation cardinality`), with the reason: a 400. */
  readonly cannot: ReadonlyMap<string, string>;
  /** The raw result array. Throws `QueryError`, `EngineError` or, once the signal is aborted, `CancelledError`. */
  run(query: CompiledQuery, table: EventTable, signal: AbortSignal): Promise<Json>;
  explain(query: CompiledQuery, table: EventTable): Promise<Explanation>;
  /** Cancels what runs and waits until it has stopped; the store under it can be closed then. */
  close(): Promise<void>;
}
