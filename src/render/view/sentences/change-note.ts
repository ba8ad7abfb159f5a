import { isBeyondNoise } from '../../../compare/movers.ts';
import { numberFormat } from '../../format/numbers.ts';
import type { InsightView } from '../insight-types.ts';

/** Below this, a percentage says less than the two numbers. */
export const SMALL = 30;

/** Whether a change is one of so small a number that its percentage says little. */
export function isSmallChange(
  value: number | null,
  previous: number | null,
  unit: InsightView['unit'],
): boolean {
  return (
    unit !== 'other' &&
    value !== null &&
    previous !== null &&
    previous > 0 &&
    previous < SMALL &&
    value !== previous
  );
}

/**
 * What is shown beside a change: whether it is good news, if the insight's entry says which direction is, and
 * the numbers of a small one.
 */
export function describeChange(
  { good, unit }: Pick<InsightView, 'unit'> & { readonly good?: InsightView['good'] },
  value: number | null,
  previous: number | null,
  locale: string,
): string {
  if (value === null || previous === null || value === previous || previous === 0) return '';
  const isSmall = isSmallChange(value, previous, unit);
  const isChance = unit !== 'other' && value < 10 * SMALL && !isBeyondNoise(value, previous, []);
  const news = good == null || isChance ? [] : [value > previous === (good === 'up') ? 'better' : 'worse'];
  const { number } = numberFormat(locale);
  const numbers = isSmall
    ? [`from ${number(previous)} to ${number(value)}${isChance ? ', may be chance' : ', small numbers'}`]
    : [];
  return [...news, ...numbers].join(', ');
}
