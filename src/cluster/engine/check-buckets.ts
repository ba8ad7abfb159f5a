import type { Granularity } from '../../tql/time/granularity.ts';
import { ClusterAnswerError, QueryError } from '../../service/errors.ts';

/**
 * Checks that an answer has only buckets of the query. Otherwise throws `ClusterAnswerError`, or `QueryError`
 * if a change of the clock explains it: after a change by half an hour, or one that skips the time of day at
 * which buckets begin, Druid goes on counting as before.
 */
export function checkBuckets(
  answered: Iterable<number | undefined>,
  buckets: readonly number[],
  granularity: Granularity,
): void {
  const queryBuckets = new Set<number | undefined>(buckets);
  if ([...answered].every((startMs) => queryBuckets.has(startMs))) return;
  const { timeZone = 'UTC' } = typeof granularity === 'object' && 'period' in granularity ? granularity : {};
  if (!UTC_NAMES.includes(timeZone))
    throw new QueryError(
      'granularity',
      `has buckets that begin elsewhere in Druid after a change of the clock in ${timeZone}. Use days without an \`origin\`, or in UTC`,
    );
  throw new ClusterAnswerError('Druid answered with a time that the query does not ask for');
}

const UTC_NAMES = ['UTC', 'Etc/UTC'];
