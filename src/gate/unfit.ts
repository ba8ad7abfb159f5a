import type { ThresholdRequest } from '../inputs/request.ts';
import { visible } from '../inputs/visible.ts';
import { isEmpty } from './sample.ts';
import type { Grounds } from './told.ts';
import { sampleSize } from './told-sample.ts';
import { countText } from './words.ts';

/** Why nothing can be concluded from an answer, whatever is asserted of it; null where something can. */
export function unfitness(
  { minSample, insight }: ThresholdRequest,
  { evidence, told }: Grounds,
  locale: string,
): string | null {
  if (evidence.insight.rows.length === 0) return 'the answer is empty';
  if (minSample !== 0 && isEmpty(evidence.insight)) {
    return 'the answer is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)';
  }
  if (minSample === null || minSample === 0) return null;
  const size = sampleSize(evidence);
  if (size === null) return `min-sample is ${minSample}, and how many ${visible(insight)} counts is not known`;
  if (size >= minSample) return null;
  const count = sampleSize(told) === size ? `only ${countText(size, locale)}` : 'a small number';
  return `${count} in total, fewer than min-sample (${countText(minSample, locale)})`;
}
