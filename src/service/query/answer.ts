import type { Json } from '../../tql/json.ts';
import { findPatterns } from '../../tql/pattern.ts';
import { parseRunQuery } from '../../tql/query.ts';
import { compile } from './compile/compile.ts';
import { checkPartLimits } from './compile/part-limits.ts';
import type { CompiledQuery } from './compile/compiled-query.ts';
import { checkSupported } from './engines/capabilities.ts';
import { createDuckdbEngine } from './engines/duckdb/engine.ts';
import type { Engine, EventTable, Explanation } from './engines/engine.ts';
import { PatternError, QueryError } from '../errors.ts';
import type { Organization } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';
import type { Ask, Explain } from './ask.ts';

/** Answers and explains queries over a store's events with the embedded engine. An organization's queries see its own table only. */
export function createQueryRunner(store: Store): {
  readonly ask: Ask;
  readonly explain: Explain;
  close(): Promise<void>;
} {
  const engine = createDuckdbEngine(store);
  const sourceOf = async ({ id, namespace }: Organization, nowMs: number) => {
    return { table: await store.events.table(id), namespace, nowMs, engine };
  };
  return {
    close: () => engine.close(),
    ask: async (query, organization, nowMs, signal) =>
      answerQuery(query, { ...(await sourceOf(organization, nowMs)), signal }),
    explain: async (query, organization, nowMs) => {
      const { compiled, ...explanation } = await explainQuery(query, await sourceOf(organization, nowMs));
      // A compiled query is JSON by construction: it could be sent to an engine over the wire.
      return { compiled: JSON.parse(JSON.stringify(compiled)) as Json, ...explanation };
    },
  };
}

/** The events that a query is about, the time at which it is asked, and the engine that runs it. */
export interface QuerySource {
  readonly table: EventTable;
  readonly namespace: string;
  readonly nowMs: number;
  readonly engine: Engine;
}

/**
 * Answers a query with its raw result array. Throws `QueryError` for what the query's author can correct, `CancelledError` once the signal
 * is aborted, else `EngineError`.
 */
export async function answerQuery(
  query: unknown,
  options: QuerySource & { readonly signal: AbortSignal },
): Promise<Json> {
  const compiled = compileQuery(query, options);
  try {
    return await options.engine.run(compiled, options.table, options.signal);
  } catch (error) {
    throw error instanceof PatternError ? withPatternPath(error, query) : error;
  }
}

/** Gives the compiled query, its statement and its plan. */
export async function explainQuery(
  query: unknown,
  asked: QuerySource,
): Promise<Explanation & { readonly compiled: CompiledQuery }> {
  const compiled = compileQuery(query, asked);
  return { compiled, ...(await asked.engine.explain(compiled, asked.table)) };
}

/** Adds the path of a pattern to an error. The path is looked up in the query as written, because compiling changes paths. */
function withPatternPath(error: PatternError, query: unknown): QueryError {
  const found = findPatterns(query).find(({ pattern }) => pattern === error.pattern);
  if (found === undefined) return error;
  const reason = error.message.replace(/^[^:]*: /, '');
  return new QueryError(found.path, `holds a regular expression that is not supported: ${reason}`, { cause: error });
}

function compileQuery(query: unknown, { namespace, nowMs, engine }: QuerySource): CompiledQuery {
  checkPartLimits(query);
  const parsed = parseRunQuery(query);
  if (parsed.ok) {
    const compiled = compile(parsed.value, { namespace, nowMs });
    checkSupported(engine, compiled);
    return compiled;
  }
  const [first, ...others] = parsed.problems;
  const more = others.map(({ path, message }) => `; ${path ?? 'the query'} ${message}`).slice(0, 9);
  throw new QueryError(first.path, `${first.path ?? 'The query'} ${first.message}${more.join('')}`);
}
