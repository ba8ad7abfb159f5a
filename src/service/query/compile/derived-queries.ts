// A step of `compile`: a funnel, retention or experiment becomes a groupBy that counts users in several sets.
// A funnel of two steps counts the users of step 1, and those of the steps 1 and 2.
import type { Filter } from '../../../tql/schema/filter.ts';
import type { RunQuery, RunQueryOf } from '../../../tql/schema/run-query.ts';
import { joined, not, or, selector, sizeOfAll, usersWith } from '../../../tql/write.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';
import { expandRetention } from './retention.ts';

/** Turns a funnel, retention or experiment into the groupBy that it stands for. */
export function expandDerivedQuery(query: RunQuery, nowMs: number): PlainQuery {
  switch (query.queryType) {
    case 'funnel':
      return expandFunnel(query);
    case 'retention':
      return expandRetention(query, nowMs);
    case 'experiment':
      return expandExperiment(query);
    default:
      return query;
  }
}

/** Limits the steps, because each is an intersection of all steps before it. */
export const STEP_LIMIT = 100;

/**
 * Counts the users who were at a step and at all steps before it, in any order of time. A step without a
 * filter has all events that any other step matches. The rows also have the number of users of each single
 * step.
 */
function expandFunnel({ steps, ...otherKeys }: RunQueryOf<'funnel'>): PlainQuery {
  if (steps.length > STEP_LIMIT)
    throw new QueryError('steps', `has ${steps.length} steps; at most ${STEP_LIMIT} are allowed`);
  const filters = steps.map(({ filter }) => filter).filter((filter) => filter !== undefined);
  const ofAnyStep = filters.length === 0 ? null : or(...filters);
  const filter = joined('and', [otherKeys.filter, ofAnyStep]);
  const sketches = steps.map((step, index) =>
    usersWith(`_funnel_step_${index}`, step.filter ?? MATCH_EVERYTHING),
  );
  const names = sketches.map((sketch) => sketch.name);
  return {
    ...otherKeys,
    queryType: 'groupBy',
    ...(filter !== null && { filter }),
    aggregations: sketches,
    postAggregations: steps.map(({ name }, index) =>
      sizeOfAll(`${index}_${name}`, names.slice(0, index + 1)),
    ),
  };
}

/**
 * Counts two cohorts of users and the successful ones among them, and tests whether their success rates
 * differ by chance.
 */
function expandExperiment({
  sample1,
  sample2,
  successCriterion,
  ...otherKeys
}: RunQueryOf<'experiment'>): PlainQuery {
  const [first = MATCH_EVERYTHING, second = MATCH_EVERYTHING] = [sample1.filter, sample2.filter];
  return {
    ...otherKeys,
    queryType: 'groupBy',
    aggregations: [
      usersWith('cohort_1', first),
      usersWith('cohort_2', second),
      usersWith('success', successCriterion.filter ?? MATCH_EVERYTHING),
      usersWith('users', or(first, second)),
    ],
    postAggregations: [
      sizeOfAll('cohort_1_success', ['cohort_1', 'success']),
      sizeOfAll('cohort_2_success', ['cohort_2', 'success']),
      {
        type: 'zscore2sample',
        name: 'zscore',
        sample1Size: { type: 'finalizingFieldAccess', fieldName: 'cohort_1' },
        successCount1: { type: 'fieldAccess', fieldName: 'cohort_1_success' },
        sample2Size: { type: 'finalizingFieldAccess', fieldName: 'cohort_2' },
        successCount2: { type: 'fieldAccess', fieldName: 'cohort_2_success' },
      },
      { type: 'pvalue2tailedZtest', name: 'pvalue', zScore: { type: 'fieldAccess', fieldName: 'zscore' } },
    ],
  };
}

/** The filter that the reference uses instead of none: no app has the id 0. */
const MATCH_EVERYTHING: Filter = not(selector('appID', '0'));
