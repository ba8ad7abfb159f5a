import { type PostAggregation } from '../../tql/post-aggregation.ts';
import { type RunQuery } from '../../tql/run-query.ts';
import { type PlainQuery } from './compiled.ts';
import { EVERYTHING, usersInAll, usersWhere } from './users.ts';

type Experiment = Extract<RunQuery, { readonly queryType: 'experiment' }>;

/** Two cohorts of users, how many of each were successful, and how likely chance alone explains the difference. */
export function expandExperiment({ sample1, sample2, successCriterion, ...rest }: Experiment): PlainQuery {
  const [first = EVERYTHING, second = EVERYTHING] = [sample1.filter, sample2.filter];
  return {
    ...rest,
    queryType: 'groupBy',
    aggregations: [
      usersWhere('cohort_1', first),
      usersWhere('cohort_2', second),
      usersWhere('success', successCriterion.filter ?? EVERYTHING),
      usersWhere('users', { type: 'or', fields: [first, second] }),
    ],
    postAggregations: [
      usersInAll('cohort_1_success', ['cohort_1', 'success']),
      usersInAll('cohort_2_success', ['cohort_2', 'success']),
      {
        type: 'zscore2sample',
        name: 'zscore',
        sample1Size: finalized('cohort_1'),
        successCount1: { type: 'fieldAccess', fieldName: 'cohort_1_success' },
        sample2Size: finalized('cohort_2'),
        successCount2: { type: 'fieldAccess', fieldName: 'cohort_2_success' },
      },
      { type: 'pvalue2tailedZtest', name: 'pvalue', zScore: { type: 'fieldAccess', fieldName: 'zscore' } },
    ],
  };
}

function finalized(fieldName: string): PostAggregation {
  return { type: 'finalizingFieldAccess', fieldName };
}
