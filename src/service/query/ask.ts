// The types of the functions that answer and explain queries (`answer.ts` makes them).
import type { Explanation } from '../../tql/explanation.ts';
import type { Json } from '../../tql/json.ts';
import type { EventOwner } from './engines/engine.ts';

/**
 * Answers an organization's query with the raw result. Throws `QueryError`, `EngineError`, or
 * `CancelledError` once the signal is aborted.
 */
export type Ask = (
  query: unknown,
  organization: EventOwner,
  nowMs: number,
  signal: AbortSignal,
) => Promise<Json>;

/** Explains how an organization's query would be run. Throws as `Ask` does. */
export type Explain = (query: unknown, organization: EventOwner, nowMs: number) => Promise<Explanation>;
