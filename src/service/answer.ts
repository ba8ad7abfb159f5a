import { type Json } from '../tql/json.ts';
import { patternsIn } from '../tql/patterns-in.ts';
import { parseRunQuery } from '../tql/run-query.ts';
import { compile } from './compile/compile.ts';
import { type CompiledQuery } from './compile/compiled.ts';
import { checkCan } from './engines/check-can.ts';
import { type Engine, type EventTable, type Explanation } from './engines/engine.ts';
import { PatternError, QueryError } from './errors.ts';

/** Whose events are asked, and when. */
export interface Asked {
  readonly table: EventTable;
  readonly namespace: string;
  readonly nowMs: number;
  readonly engine: Engine;
}

/**
 * Answers a query of unknown origin with its raw result array. Throws `QueryError` for what its writer can mend,
 * `CancelledError` once the signal is aborted, `EngineError` for the rest.
 */
export async function answerQuery(query: unknown, options: Asked & { readonly signal: AbortSignal }): Promise<Json> {
  const compiled = compileQuery(query, options);
  try {
    return await options.engine.run(compiled, options.table, options.signal);
  } catch (error) {
    throw error instanceof PatternError ? placed(error, query) : error;
  }
}

/** The query as the engine is given it, its statement and its plan. */
export async function explainQuery(
  query: unknown,
  asked: Asked,
): Promise<Explanation & { readonly compiled: CompiledQuery }> {
  const compiled = compileQuery(query, asked);
  return { compiled, ...(await asked.engine.explain(compiled, asked.table)) };
}

/** A pattern is looked for in the query as it is written: compiling it moves what stands in it. */
function placed(error: PatternError, query: unknown): QueryError {
  const found = patternsIn(query).find(({ pattern }) => pattern === error.pattern);
  if (found === undefined) return error;
  const reason = error.message.replace(/^[^:]*: /, '');
  return new QueryError(found.path, `holds a regular expression that is not supported: ${reason}`, { cause: error });
}

function compileQuery(query: unknown, { namespace, nowMs, engine }: Asked): CompiledQuery {
  const parsed = parseRunQuery(query);
  if (parsed.ok) {
    const compiled = compile(parsed.value, { namespace, nowMs });
    checkCan(engine, compiled);
    return compiled;
  }
  const [first, ...others] = parsed.problems;
  const more = others.map(({ path, message }) => `; ${path ?? 'the query'} ${message}`).slice(0, 9);
  throw new QueryError(first.path, `${first.path ?? 'The query'} ${first.message}${more.join('')}`);
}
