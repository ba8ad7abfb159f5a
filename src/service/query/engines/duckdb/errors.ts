// Turns DuckDB's errors into those that the service reports.
import { messageOf } from '../../../../text/errors.ts';
import { EngineError, OutOfMemoryError, QueryError, ReopeningError } from '../../../errors.ts';
import { isReopening, isOutOfMemoryMessage } from '../../../duckdb-messages.ts';
import { STRINGS_TOO_LONG } from './expressions/text-functions.ts';
import { MATCHED_TOO_LONG } from './sql/java-patterns.ts';

/** RE2's messages for a pattern that it does not accept. */
const PATTERN_ERROR =
  /^Invalid Input Error: ((?:invalid perl operator|invalid escape|missing|unexpected|bad|invalid|no argument|trailing|unknown|pattern too|regexp|Pattern has|Group index).*)/i;

/**
 * DuckDB's messages for what the author of a query can fix, and ours. DuckDB's are not passed on: they can
 * quote the statement.
 */
const QUERY_ERRORS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /expression depth limit|memory exhausted at or near/i,
    'The query is too large or too deeply nested for the engine',
  ],
  [STRINGS_TOO_LONG, 'The expressions of the query build strings that are too long (64 KiB in a row)'],
  [MATCHED_TOO_LONG, 'The patterns of the query are too large for the length of the strings that they match'],
  [/^Not implemented Error: Unknown TimeZone/i, 'The query names a time zone that the engine does not know'],
  [
    /^(?:Out of Range|Conversion) Error/i,
    'The query computes a number or a time that is too large for the engine',
  ],
];

/**
 * DuckDB's error as `QueryError` if the author of the query can fix it, `OutOfMemoryError` or else
 * `EngineError`.
 */
export function translateError(error: unknown): Error {
  const reason = messageOf(error);
  // Also if the disk that it spills to is full.
  if (isOutOfMemoryMessage(reason) || reason.includes('No space left on device'))
    return new OutOfMemoryError(reason);
  const options = { cause: error };
  if (isReopening(error)) return new ReopeningError(undefined, options);
  const patternProblem = PATTERN_ERROR.exec(reason)?.[1];
  // After the colon RE2 quotes a piece of the pattern as it was rewritten for it, which its author would not
  // recognize.
  if (patternProblem !== undefined)
    return new QueryError(
      null,
      `A regular expression is not supported: ${patternProblem.replace(/:.*/s, '')}`,
      options,
    );
  const message = QUERY_ERRORS.find(([pattern]) => pattern.test(reason))?.[1];
  return message === undefined
    ? new EngineError(`DuckDB could not run the query: ${reason}`, options)
    : new QueryError(null, message, options);
}
