import type { Json } from '../../tql/json.ts';
import type { Organization } from '../store/organizations.ts';

/** Answers an organization's query with the raw result. Throws `QueryError`, `EngineError`, or `CancelledError` once the signal is aborted. */
export type Ask = (query: unknown, organization: Organization, nowMs: number, signal: AbortSignal) => Promise<Json>;

/** What would be done with a query: as it is compiled, the engine's statement, its parameters, its plan. */
export interface Explained {
  readonly compiled: unknown;
  readonly statement: string;
  readonly parameters: readonly string[];
  readonly plan: string;
}

/** Says what would be done with an organization's query. Throws `QueryError`. */
export type Explain = (query: unknown, organization: Organization, nowMs: number) => Promise<Explained>;
