import { isAdditive } from '../../tables/aggregations.ts';
import { pointQuery } from '../../tables/companion-queries.ts';
import { missingFilter } from '../../tables/row-filter.ts';
import { setDimension } from '../../tables/set-queries.ts';
import { toNumber } from '../../tables/table.ts';
import { calculate } from '../../expression/number-range.ts';
import { quoteKey } from '../../../text/list.ts';
import { because, isUnknown } from '../../expression/reasons.ts';
import { answerTo, type Evidence, type Found } from './evidence.ts';
import { isWhole } from './keys.ts';
import { measured } from './measured.ts';
import { answeredValue } from './outputs.ts';
import { totalOf } from './totals.ts';

/**
 * How much of the total has no value in the dimension whose values the rows are: it may be of any row, for
 * example where a new SDK sends the value in another column.
 */
export function withoutValue(evidence: Evidence, output: string): Found {
  const { insight, answers } = evidence;
  const { query, metric, rows } = insight;
  const dimension = setDimension(query);
  if (!('column' in dimension)) return 0;
  if (isWhole(insight, 'now')) {
    const missing = rows.find(({ parts }) => parts[0] === null);
    if (missing === undefined) return 0;
    const count = output === metric ? missing.value : toNumber(missing.values[output]);
    if (isAdditive(query, output)) return Math.max(0, count ?? 0);
  }
  const isThere = { type: 'not', field: missingFilter(dimension.column) } as const;
  const answer = answerTo(pointQuery(query, metric, isThere), answers);
  if ('problem' in answer)
    return because(`how many have no ${quoteKey(dimension.column)} is not known: ${answer.problem}`);
  const having = answeredValue(insight, answer.result, output) ?? 0;
  if (isUnknown(having)) return having;
  const of = { insight, output, row: null };
  const { shown, error } = calculate('-', totalOf(evidence, output, 'now'), measured(of, 'now', having));
  // A difference that is no larger than the error of the counts is none.
  return shown === null || shown <= error ? 0 : shown;
}
