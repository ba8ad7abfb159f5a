// Makes a counted number one that a gate reads: exact, or an estimate with its error, for counts of very many
// users.
import { outputKind } from '../../tables/query/counting.ts';
import { sketchError } from '../../tables/query/sketch-error.ts';
import { exactNumber, type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { isUnknown } from '../../expression/reasons.ts';
import type { CountedOutput, NumberOrUnknown, WhichPeriod } from './evidence.ts';

/**
 * A number with its error. `sketchedCount` is how many users the sketch counts that the number was estimated
 * from: the number itself, but all users for an `only(…)`, which is a part of their sketch.
 */
export function measured(
  counted: CountedOutput,
  when: WhichPeriod | 'first' | 'last',
  value: NumberOrUnknown,
  sketchedCount: () => number | null = () => (isUnknown(value) ? null : value),
): NumberRange {
  if (isUnknown(value)) return unknownNumber(value);
  const { insight, output, row } = counted;
  const range = exactNumber(value);
  if (value === 0 || outputKind(insight.query, output) !== 'distinct') return range;
  const error = sketchError(insight.query, output, value, sketchedCount()) * value;
  return range.with({ errors: new Map([[JSON.stringify([insight.name, output, when, row]), error]]) });
}
