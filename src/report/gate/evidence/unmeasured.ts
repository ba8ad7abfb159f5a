// Leaves a mean, an extreme or a quantile open that is of only some of the events, since the others have no
// number in its column. `reader.ts` asks it of each number that it reads.
import { measuredPart, numbersQuery } from '../../tables/measured-part.ts';
import { quoteKey } from '../../../text/list.ts';
import { periodsOf } from '../../expression/calls.ts';
import { type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { answerTo, type Evidence, queryOver } from './evidence.ts';
import type { NumberRead } from './uncounted.ts';

/** A number is of all events if so many of them are measured. */
const NEARLY_ALL = 0.9;

/** The number, or nothing but what is shown of it. An answer that fails changes nothing. */
export function orUnmeasured(
  { insight, answers }: Evidence,
  range: NumberRange,
  [name, row, output]: NumberRead,
): NumberRange {
  const key = typeof row === 'string' ? row : row !== null && 'key' in row ? row.key : null;
  for (const when of periodsOf(name)) {
    const over = queryOver(insight, when);
    const numbers = 'query' in over ? numbersQuery(over.query, output ?? insight.metric ?? '') : null;
    if (numbers === null) continue;
    const answer = answerTo(numbers.query, answers);
    const part = 'result' in answer ? (measuredPart(answer.result, insight.query, key) ?? 1) : 1;
    if (part >= NEARLY_ALL) continue;
    const why = `only ${Math.floor(part * 100)}% of the events have a number in ${quoteKey(numbers.column)}; if the others need none, filter the query by those that have it`;
    return unknownNumber(because(why)).with({ shown: range.shown });
  }
  return range;
}
