// Reads the answers of a service that is queried without HTTP as the client reads those of a service over
// HTTP.
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import { parseResult, type QueryResult } from '../../tql/result.ts';
import { ResultShapeError } from '../../tql/result-shape.ts';

/**
 * Parses the answer of a service that is queried without the client, and says how long it took. Throws
 * `ResponseError` if it cannot be read.
 */
export async function timedResult(
  { queryType }: Query,
  ask: () => Promise<unknown>,
): Promise<{ readonly result: QueryResult; readonly durationMs: number }> {
  const startedMs = performance.now();
  try {
    const result = parseResult(await ask(), queryType);
    return { result, durationMs: Math.round(performance.now() - startedMs) };
  } catch (error) {
    if (error instanceof ResultShapeError) throw new ResponseError(error.message, { cause: error });
    throw error;
  }
}
