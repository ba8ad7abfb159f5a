import { visible } from '../inputs/visible.ts';
import type { Verdict } from '../results.ts';
import type { Assertion } from './assertion.ts';
import type { Deciding } from './comparison.ts';
import { statedError } from './estimate.ts';
import { type Evidence, kindOf } from './evidence.ts';
import { evaluatePart } from './evaluate.ts';
import { createReader, type MissingRow } from './reader.ts';
import type { Grounds } from './told.ts';
import { quantifiersOf } from './tree.ts';
import { valueText } from './words.ts';

const SHOWN = 3;
const LONGEST_KEY = 60;

/** The rows for which a `rows.all(…)` does not hold, by name if they are `told`; null where there is none, or several parts to blame. */
export function offenders(assertion: Assertion, { evidence, told }: Grounds, missingRow: MissingRow): string | null {
  const [part, ...others] = quantifiersOf(assertion.tree);
  if (part === undefined || others.length > 0) return null;
  const { rows } = evidence.insight;
  const named = new Set(told.insight.rows.map(({ key }) => key));
  const found: string[] = [];
  let count = 0;
  for (const [index, { key }] of rows.entries()) {
    if (evaluatePart(assertion, part, evidence, missingRow, index).kind !== 'false') continue;
    count += 1;
    if (found.length < SHOWN && named.has(key)) found.push(`"${visible(key.slice(0, LONGEST_KEY))}"`);
  }
  if (count === 0) return null;
  if (found.length === 0) return `not so for ${count} small ${count === 1 ? 'group' : 'groups'}`;
  return `not so for ${found.join(', ')}${count > found.length ? ` and ${count - found.length} more` : ''}`;
}

/** Says that a value lies within the stated error of its limit, where it comes of distinct counts that are estimates. */
export function estimateNote(
  deciding: Deciding | null,
  unit: Verdict['unit'],
  evidence: Evidence,
  locale: string,
): string | null {
  if (deciding === null || deciding.value === null || deciding.limit === null) return null;
  const { value, limit, firstCall } = deciding;
  const error = relativeError(firstCall, evidence);
  if (error === 0 || Math.abs(value - limit) > Math.abs(value) * error) return null;
  const around = valueText(error, null, 'percent', locale);
  const [low, high] = [value * (1 - error), value * (1 + error)].map((each) => valueText(each, null, unit, locale));
  return `within the error of the estimate (± ${around}: ${low ?? ''} to ${high ?? ''})`;
}

/** The errors of what a value is made of, together, as a fraction of the value. */
function relativeError(call: Deciding['firstCall'], evidence: Evidence): number {
  if (call === null) return 0;
  const { insight } = evidence;
  const isRow = ['value', 'share', 'previous', 'change'].includes(call.name);
  const [key, output] = isRow
    ? [call.args[0] ?? null, call.args[1] ?? insight.metric]
    : [null, call.args[0] ?? insight.metric];
  if (output === null || kindOf(insight, output) !== 'distinct') return 0;
  const reader = createReader(evidence, null);
  const errorOf = (read: () => { readonly exact: number | null }): number => {
    try {
      return statedError(insight, output, read().exact ?? 0);
    } catch {
      return 0;
    }
  };
  const part = isRow && key !== null ? errorOf(() => reader.row('value', key, output)) : 0;
  const whole = call.name === 'value' ? 0 : errorOf(() => reader.table('total', output));
  const before = call.name === 'change' || call.name === 'totalChange' ? Math.max(part, whole) : 0;
  return Math.hypot(part, whole, before);
}
