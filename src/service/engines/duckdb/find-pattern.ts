import { patternsIn } from '../../../tql/patterns-in.ts';
import { type CompiledQuery } from '../../compile/compiled.ts';
import { PatternError, QueryError } from '../../errors.ts';
import { type Driver } from './driver.ts';
import { javaPattern } from './java-pattern.ts';
import { render, sql } from './sql.ts';

/** More are not looked through for the one that is wrong. */
const PATTERN_LIMIT = 200;

/** The error of a query, as a `PatternError` where one of its patterns is what the engine does not take. */
export async function withPattern(
  error: unknown,
  query: CompiledQuery,
  driver: Pick<Driver, 'run'>,
  signal: AbortSignal,
): Promise<unknown> {
  if (!(error instanceof QueryError) || error.path !== null) return error;
  const patterns = new Set(patternsIn(query).map(({ pattern }) => pattern));
  for (const pattern of [...patterns].slice(0, PATTERN_LIMIT)) {
    const alone = render(sql`SELECT regexp_matches('', ${javaPattern(pattern)})`);
    const refusal: unknown = await driver.run(alone, signal).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (refusal instanceof QueryError) return new PatternError(pattern, refusal.message, { cause: error });
  }
  return error;
}
