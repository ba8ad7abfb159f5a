// Answers and explains queries by an engine, as the service does.
import { createQueryRunner } from '../../../src/service/query/answer.ts';
import type { Engine, EventOwner } from '../../../src/service/query/engines/engine.ts';
import type { JsonObject } from '../../../src/tql/json.ts';

/** Whose events a query is about, the time at which it is sent, and the engine that runs it. */
export interface QuerySource {
  readonly owner: EventOwner;
  readonly nowMs: number;
  readonly engine: Engine;
}

export const answerQuery = (
  query: unknown,
  { owner, nowMs, engine, signal }: QuerySource & { readonly signal: AbortSignal },
) => createQueryRunner(engine).ask(query, owner, nowMs, signal);

export async function explainQuery(query: unknown, { owner, nowMs, engine }: QuerySource) {
  const { compiled, ...explanation } = await createQueryRunner(engine).explain(query, owner, nowMs);
  return { compiled: compiled as JsonObject, ...explanation };
}
