import type { Json } from '../../tql/json.ts';
import type { Organization } from '../store/organizations.ts';

/** Answers an organization's query with the raw result. Throws `QueryError`, `EngineError`, or `CancelledError` once the signal is aborted. */
export type Ask = (query: unknown, organization: Organization, nowMs: number, signal: AbortSignal) => Promise<Json>;

/** How a query would be run: its compiled form, and the engine's statement in its language (`SQL`, `Native query`), parameters and plan. */
export interface Explained {
  readonly compiled: Json;
  readonly language: string;
  readonly statement: string;
  readonly parameters: readonly string[];
  readonly plan: string;
}

/** Explains how an organization's query would be run. Throws `QueryError`. */
export type Explain = (query: unknown, organization: Organization, nowMs: number) => Promise<Explained>;
