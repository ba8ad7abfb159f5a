// The query for how many users are lost by requiring each of several versions, such as iOS 17: those who only
// have events of lower ones.
import type { Query } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { outputUnit } from '../query/counting.ts';
import { aggregationBehind } from '../query/outputs.ts';
import type { SetDimension } from '../dimension-values.ts';
import { ALL_USERS, EVERY_USER, onlyQuery, USERS_WITH_AND_WITHOUT } from '../set-queries.ts';
import { answeredRows } from '../rows.ts';
import { toNumber } from '../table.ts';
import type { Candidate } from './candidates.ts';

/**
 * The query for the users that requiring each of some versions would lose: those with events of lower
 * versions only. They are the users that the metric counts, or else all users.
 */
export function lostUsersQuery(
  query: Query,
  metric: string | null,
  { column }: SetDimension,
  candidates: readonly Candidate[],
): Query | null {
  const users =
    outputUnit(query, metric) === 'users' && metric !== null ? aggregationBehind(query, metric) : EVERY_USER;
  const sets = candidates.flatMap(({ lower }, index) =>
    lower.length === 0 ? [] : [{ name: lostName(index), members: lower }],
  );
  return onlyQuery(query, users, column, sets);
}

/** The users of a period, and how many of them each candidate would lose; null where it is not known. */
export interface LostUsers {
  readonly startMs: number;
  /** Those with an event with a version. */
  readonly users: number | null;
  /** Those without one, who are not among `users`. */
  readonly without: number | null;
  readonly lost: readonly { readonly version: string; readonly lost: number | null }[];
}

/** The periods in the answer to a `lostUsersQuery`. */
export function readLostUsers(result: QueryResult, candidates: readonly Candidate[]): readonly LostUsers[] {
  return answeredRows(result).map(({ timestampMs, row }) => {
    const [users, everyone] = [toNumber(row[ALL_USERS]), toNumber(row[USERS_WITH_AND_WITHOUT])];
    return {
      startMs: timestampMs,
      users,
      without: users === null || everyone === null ? null : everyone - users,
      lost: candidates.map(({ version, lower }, index) => ({
        version,
        // Nobody is lost by requiring the lowest version.
        lost: lower.length === 0 ? 0 : toNumber(row[lostName(index)]),
      })),
    };
  });
}

function lostName(index: number): string {
  return `_lost_${index}`;
}
