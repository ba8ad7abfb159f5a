import { type Filter } from '../../tql/filter.ts';
import { type RunQuery } from '../../tql/run-query.ts';
import { QueryError } from '../errors.ts';
import { type PlainQuery } from './compiled.ts';
import { and } from './filters.ts';
import { EVERYTHING, usersInAll, usersWhere } from './users.ts';

/** Each step is an intersection of all before it. */
const STEP_LIMIT = 100;

type Funnel = Extract<RunQuery, { readonly queryType: 'funnel' }>;

/**
 * How many users were at a step and at every one before it, in whatever order of time. A step without a filter is
 * everything that some other step matches. Each step's own number stays in the rows beside it.
 */
export function expandFunnel({ steps, ...rest }: Funnel): PlainQuery {
  if (steps.length > STEP_LIMIT)
    throw new QueryError('steps', `holds ${steps.length} steps; at most ${STEP_LIMIT} are taken`);
  const filters = steps.flatMap(({ filter }): Filter[] => (filter === undefined ? [] : [filter]));
  const anyStep: Filter | null = filters.length === 0 ? null : { type: 'or', fields: filters };
  const sketches = steps.map((_step, index) => `_funnel_step_${index}`);
  return {
    ...rest,
    queryType: 'groupBy',
    ...(anyStep === null ? {} : { filter: and(rest.filter, anyStep) }),
    aggregations: steps.map((step, index) => usersWhere(sketchName(index), step.filter ?? EVERYTHING)),
    postAggregations: steps.map((step, index) =>
      usersInAll(`${index}_${step.name}`, [sketchName(0), ...sketches.slice(1, index + 1)]),
    ),
  };
}

function sketchName(index: number): string {
  return `_funnel_step_${index}`;
}
