import type { ThresholdRequest } from '../inputs/request.ts';
import type { Verdict } from '../results.ts';
import type { Deciding } from './comparison.ts';
import type { Grounds } from './told.ts';
import { toldSample } from './told-sample.ts';

/** What a verdict shows of the comparison that decided it. */
export type ShownNumbers = Pick<Verdict, 'value' | 'limit' | 'subject' | 'needs' | 'unit' | 'sample'>;

/** The numbers of a verdict that nothing was compared for. */
export const NO_NUMBERS: ShownNumbers = {
  value: null,
  limit: null,
  subject: null,
  needs: null,
  unit: 'number',
  sample: null,
};

/** The numbers to show of the comparison that decided, and what they were counted from. */
export function shownNumbers(deciding: Deciding | null, grounds: Grounds, request: ThresholdRequest): ShownNumbers {
  const sample = toldSample(deciding, grounds, request);
  if (deciding === null) return { ...NO_NUMBERS, sample };
  const { subject, sign, limitText, value, limit, call } = deciding;
  const isPercent = PERCENTAGE.test(limitText) || call?.name === 'share';
  const isChange = call?.name === 'change' || call?.name === 'totalChange';
  return {
    value,
    limit,
    subject,
    needs: `${sign} ${limitText}`,
    unit: isChange ? 'change' : isPercent ? 'percent' : 'number',
    sample,
  };
}

/** A percentage alone; one within an expression makes no percentage of it. */
const PERCENTAGE = /^-?\s*[\d.]+(?:e[+-]?\d+)?%$/i;
