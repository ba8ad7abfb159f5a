import { type Json } from '../tql/json.ts';
import { type Organization } from './store/organizations.ts';

/** Answers an organization's query with the raw result. Throws `QueryError`, `EngineError`, or `CancelledError` once the signal is aborted. */
export type Ask = (query: unknown, organization: Organization, nowMs: number, signal: AbortSignal) => Promise<Json>;

/** Says what would be done with a query: as it is compiled, the engine's statement, the engine's plan. Throws `QueryError`. */
export type Explain = (query: unknown, organization: Organization, nowMs: number) => Promise<Json>;
