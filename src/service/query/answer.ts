// Answers a query, step by step: check its size, parse, compile, run by an engine, add p-values. `start.ts`
// calls it for each request, commands for a file.
import type { Json } from '../../tql/json.ts';
import { findPatterns } from '../../tql/pattern.ts';
import { parseRunQuery } from '../../tql/run-query.ts';
import { compile } from './compile/compile.ts';
import { checkPartLimits } from './compile/part-limits.ts';
import type { CompiledQuery } from './compile/compiled-query.ts';
import type { Engine, EventOwner, Statement } from './engines/engine.ts';
import { PatternError, QueryError } from '../errors.ts';
import type { Ask, Explain } from './ask.ts';
import { withPValues } from './p-values.ts';

/** Answers and explains queries with an engine. An organization's queries see its own events only. */
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
  const compiled = compileQuery(query, options);
  try {
    return await withPValues(compiled, await options.engine.run(compiled, options.owner, options.signal));
  } catch (error) {
    throw error instanceof PatternError ? withPatternPath(error, query) : error;
  }
}

/** Gives the compiled query, its statement and its plan. */
export async function explainQuery(
  query: unknown,
  source: QuerySource,
): Promise<Statement & { readonly compiled: CompiledQuery }> {
  const compiled = compileQuery(query, source);
  return { compiled, ...(await source.engine.explain(compiled, source.owner)) };
}

/**
 * Adds the path of a pattern to an error. The path is looked up in the query as written, because compiling
 * changes paths.
 */
function withPatternPath(error: PatternError, query: unknown): QueryError {
  const place = findPatterns(query).find(({ pattern }) => pattern === error.pattern);
  if (place === undefined) return error;
  const reason = error.message.replace(/^[^:]*: /, '');
  return new QueryError(place.path, `holds a regular expression that is not supported: ${reason}`, {
    cause: error,
  });
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
