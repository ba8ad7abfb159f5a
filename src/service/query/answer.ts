// Answers or explains a query, step by step: check its size, parse it, compile it, run it by an engine. For
// requests to the service, and for commands such as `query`.
import type { Json } from '../../tql/json.ts';
import { parseRunQuery } from '../../tql/schema/run-query.ts';
import { compile } from './compile/compile.ts';
import { checkPartLimits } from './compile/part-limits.ts';
import type { CompiledQuery } from './compile/compiled-query.ts';
import type { Engine, EventOwner } from './engines/engine.ts';
import { QueryError } from '../errors.ts';
import type { Ask, Explain } from './ask.ts';

/** Makes the functions that answer and explain an organization's queries, about its own events only. */
export function createQueryRunner(engine: Engine): { readonly ask: Ask; readonly explain: Explain } {
  return {
    ask: async (query, owner, nowMs, signal) => engine.run(compileQuery(query, owner, nowMs), owner, signal),
    explain: async (query, owner, nowMs) => {
      const compiled = compileQuery(query, owner, nowMs);
      const statement = await engine.explain(compiled, owner);
      // A compiled query is JSON by construction: it could be sent to an engine over the wire.
      return { compiled: JSON.parse(JSON.stringify(compiled)) as Json, ...statement };
    },
  };
}

function compileQuery(query: unknown, { namespace }: EventOwner, nowMs: number): CompiledQuery {
  checkPartLimits(query);
  const parsed = parseRunQuery(query);
  if (parsed.ok) return compile(parsed.value, { namespace, nowMs });
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
