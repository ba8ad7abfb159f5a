import type { Json } from '../../../tql/json.ts';
import type { EventTable } from '../../events/columns.ts';
import type { CompiledQuery } from '../compile/compiled-query.ts';

export type { EventColumn, EventTable } from '../../events/columns.ts';

/** How an engine runs a query: the statement in its own language, the values of its placeholders, its plan. */
export interface Explanation {
  readonly statement: string;
  readonly parameters: readonly string[];
  readonly plan: string;
}

/** Runs compiled queries. */
export interface Engine {
  readonly name: string;
  /** Building blocks that the engine does not support, as `kind type` (`aggregation cardinality`), with the reason. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** Returns the raw result array. Throws `QueryError`, `EngineError` or, once the signal is aborted, `CancelledError`. */
  run(query: CompiledQuery, table: EventTable, signal: AbortSignal): Promise<Json>;
  explain(query: CompiledQuery, table: EventTable): Promise<Explanation>;
  /** Cancels running queries and waits until they have stopped; only then may the store be closed. */
  close(): Promise<void>;
}
