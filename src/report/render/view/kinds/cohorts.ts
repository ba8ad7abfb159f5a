// Groups the rows of a retention by cohort (the users who were first seen in a week, say), and averages how
// many users of all cohorts came back. Pure.
import type { ResultsRow } from '../../../results/results.ts';
import { getOrAdd } from '../../../../text/get-or-add.ts';

/** A cohort with its users by period. */
export interface Cohort {
  /** The first of its rows in the results, for the parts of its key. */
  readonly row: ResultsRow;
  /** The place of its own period among all periods. */
  readonly place: number;
  /** Its users in its own period, in the next one, and so on. */
  readonly users: (number | null)[];
  /** How many periods later a number of users is hidden. */
  readonly hiddenOffsets: Set<number>;
}

/** Groups the rows, one for each cohort and period, by cohort. */
export function groupCohorts(rows: readonly ResultsRow[], periods: readonly string[]): readonly Cohort[] {
  const places = new Map(periods.map((period, place) => [period, place]));
  const placeOf = (part: string | null | undefined) => places.get(part ?? '') ?? 0;
  const cohorts = new Map<string, Cohort>();
  for (const row of rows) {
    const place = placeOf(row.parts.at(-2));
    const makeCohort = (): Cohort => ({ row, place, users: [], hiddenOffsets: new Set() });
    const cohort = getOrAdd(cohorts, JSON.stringify(row.parts.slice(0, -1)), makeCohort);
    const offset = placeOf(row.parts.at(-1)) - place;
    if (offset >= 0) cohort.users[offset] = row.value;
    if (row.hidden?.includes('value') === true) cohort.hiddenOffsets.add(offset);
  }
  return [...cohorts.values()];
}

export function sizeOf({ users }: Cohort): number | null {
  return users[0] ?? null;
}

/**
 * The part of all cohorts' users that came back so many periods later. Only cohorts whose period of return is
 * over count, since a period that is still running would make it look lower than it is. Null without any.
 */
export function averageAfter(offset: number, cohorts: readonly Cohort[], finishedPeriods: number) {
  // A number is hidden because it is low: without it the average would look higher than it is.
  if (cohorts.some(({ hiddenOffsets }) => hiddenOffsets.has(offset))) return null;
  let [sizes, returned] = [0, 0];
  for (const cohort of cohorts) {
    const [size, users] = [sizeOf(cohort), cohort.users[offset] ?? null];
    const isOver = cohort.place + offset < finishedPeriods;
    if (!isOver || size === null || users === null) continue;
    sizes += size;
    returned += users;
  }
  return sizes === 0 ? null : { rate: returned / sizes, users: sizes };
}
