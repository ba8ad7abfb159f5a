// Makes a sum, a mean, an extreme or a quantile unknown if many events have no number in its column: it is of
// the others only. `reader.ts` calls it for each number that it reads.
import { numbersQuery } from '../../tables/measured-part.ts';
import { periodsOf, RowSet } from '../../expression/calls.ts';
import type { NumberRange } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { answerTo, type Evidence, queryOver } from './evidence.ts';
import type { NumberRead } from './uncounted.ts';

/** The number, or an unknown one that is shown like it. */
export function orUnmeasured(
  { insight, answers }: Evidence,
  range: NumberRange,
  [name, row, output]: NumberRead,
): NumberRange {
  for (const when of periodsOf(name)) {
    const over = queryOver(insight, when);
    const numbers = 'query' in over ? numbersQuery(over.query, output ?? insight.metric ?? '') : null;
    if (numbers === null) continue;
    const answer = answerTo(numbers.query, answers);
    // If the query failed, nothing speaks against the number.
    const missing = 'result' in answer ? numbers.findMissing(answer.result, keyOf(row)) : null;
    if (missing !== null) return range.between(-Infinity, Infinity, because(missing));
  }
  return range;
}

/** The key of a row; null for a set or the whole. */
function keyOf(row: NumberRead[1]): string | null {
  if (row === null || row instanceof RowSet) return null;
  return typeof row === 'string' ? row : row.key;
}
