// Leaves a sum, a mean, an extreme or a quantile open that is of only some of the events, since the others
// have no number in its column. `reader.ts` asks it of each number that it reads.
import { numbersQuery } from '../../tables/measured-part.ts';
import { periodsOf } from '../../expression/calls.ts';
import { type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { answerTo, type Evidence, queryOver } from './evidence.ts';
import type { NumberRead } from './uncounted.ts';

/** The number, or nothing but what is shown of it. An answer that fails changes nothing. */
export function orUnmeasured(
  { insight, answers }: Evidence,
  range: NumberRange,
  [name, row, output]: NumberRead,
): NumberRange {
  const key = row !== null && typeof row === 'object' && 'key' in row ? row.key : row;
  for (const when of periodsOf(name)) {
    const over = queryOver(insight, when);
    const numbers = 'query' in over ? numbersQuery(over.query, output ?? insight.metric ?? '') : null;
    const answer = numbers && answerTo(numbers.query, answers);
    const isAnswered = answer !== null && 'result' in answer;
    const missing = isAnswered
      ? numbers?.findMissing(answer.result, typeof key === 'string' ? key : null)
      : null;
    if (missing != null) return unknownNumber(because(missing)).with({ shown: range.shown });
  }
  return range;
}
