// Answers or explains a query, step by step: check its size, parse it, compile it, run it by an engine. For
// requests to the service, and for commands such as `query`.
import type { Json } from '../../tql/json.ts';
import { parseRunQuery } from '../../tql/run-query.ts';
import { compile } from './compile/compile.ts';
import { checkPartLimits } from './compile/part-limits.ts';
import type { CompiledQuery } from './compile/compiled-query.ts';
import type { Engine, EventOwner, Statement } from './engines/engine.ts';
import { QueryError } from '../errors.ts';
import type { Ask, Explain } from './ask.ts';

/** Binds both to an engine. An organization's queries see its own events only. */
export function createQueryRunner(engine: Engine): {
  readonly ask: Ask;
  readonly explain: Explain;
} {
  return {
    ask: (query, owner, nowMs, signal) => answerQuery(query, { owner, nowMs, engine, signal }),
    explain: async (query, owner, nowMs) => {
      const { compiled, ...explanation } = await explainQuery(query, { owner, nowMs, engine });
      // A compiled query is JSON by construction: it could be sent to an engine over the wire.
      return { compiled: JSON.parse(JSON.stringify(compiled)) as Json, ...explanation };
    },
  };
}

/** Whose events a query is about, the time at which it is sent, and the engine that runs it. */
export interface QuerySource {
  readonly owner: EventOwner;
  readonly nowMs: number;
  readonly engine: Engine;
}

/**
 * Answers a query with its raw result array. Throws `QueryError` for what the query's author can correct,
 * `CancelledError` once the signal is aborted, or else `EngineError`.
 */
export async function answerQuery(
  query: unknown,
  options: QuerySource & { readonly signal: AbortSignal },
): Promise<Json> {
  return options.engine.run(compileQuery(query, options), options.owner, options.signal);
}

/** Gives the compiled query, its statement and its plan. */
export async function explainQuery(
  query: unknown,
  source: QuerySource,
): Promise<Statement & { readonly compiled: CompiledQuery }> {
  const compiled = compileQuery(query, source);
  return { compiled, ...(await source.engine.explain(compiled, source.owner)) };
}

function compileQuery(query: unknown, { owner, nowMs }: Pick<QuerySource, 'owner' | 'nowMs'>): CompiledQuery {
  checkPartLimits(query);
  const parsed = parseRunQuery(query);
  if (parsed.ok) return compile(parsed.value, { namespace: owner.namespace, nowMs });
  const [first, ...others] = parsed.problems;
  const sentences = others
    .slice(0, SHOWN_LIMIT - 1)
    .map(({ path, message }) => `${path ?? 'the query'} ${message}`);
  throw new QueryError(
    first.path,
    [`${first.path ?? 'The query'} ${first.message}`, ...sentences].join('; '),
  );
}

/** A query may have a problem at each of its thousands of parts. */
const SHOWN_LIMIT = 10;
