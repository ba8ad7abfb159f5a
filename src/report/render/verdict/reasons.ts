// Writes why a gate has its outcome: "233 users, fewer than the 500 of min-sample", for each reason that the
// gate's judgement has. Pure.
import type { VerdictReason } from '../../expression/reasons.ts';
import type { Judgement } from '../../gate/verdict/judgement.ts';
import { quoteKey } from '../../../text/list.ts';
import { makeVisible } from '../../../text/visible.ts';
import { countedWord, formatCount, formatVerdictValue } from '../format/verdicts.ts';
import { rangeText, waitText } from '../format/releases.ts';
import { doubtText } from './doubt.ts';

/** What a verdict's numbers are compared with, and how they are written. */
type Compared = Pick<Judgement, 'unit' | 'limit' | 'read' | 'isCount'>;

/**
 * Why a gate has its outcome, in words without a full stop: `233 users, fewer than the 500 of min-sample`.
 */
export function describeReason(
  reason: Exclude<VerdictReason, { readonly kind: 'warning-false' }>,
  compared: Compared,
  locale: string,
  fewerThan = 0,
): string {
  const bound = (value: number) =>
    compared.isCount && value < fewerThan
      ? formatCount(value, locale, fewerThan)
      : formatVerdictValue(value, compared.limit, compared.unit, locale);
  switch (reason.kind) {
    case 'explained':
    case 'division-by-zero':
    case 'shared-rows':
      return reason.of === undefined ? reason.why : `${makeVisible(reason.of)}: ${reason.why}`;
    case 'missing-row':
      return `${reason.why}${ofInsight(reason.of)} (missing-row: fail)`;
    case 'small-sample':
      return describeSmallSample(reason, locale, fewerThan);
    case 'warning-unknown':
      return `the warning level could not be checked: ${describeReason(reason.reason, compared, locale, fewerThan)}`;
    case 'within-error': {
      const { value, error } = reason;
      const [low, high] = [value - error, value + error];
      const within = compared.read === 'share' ? [Math.max(0, low), Math.min(1, high)] : [low, high];
      return `within the error of the estimate (${within.map(bound).join(' to ')})`;
    }
    case 'value-range':
      return `${bound(reason.low)} to ${bound(reason.high)}, because a user may be in several of the rows that are added`;
    case 'interval':
      return describeInterval(reason, bound);
    case 'every-look': {
      const { low, high, days, isDecided } = reason;
      const range = rangeText({ low, high, limit: compared.limit }, locale);
      const wait = isDecided ? '' : `; ${waitText(days)}`;
      return `interval ${range} at ${percentage(reason.confidence)} confidence at every look${wait}`;
    }
    case 'doubt':
      return doubtText(reason.doubt, reason.names, locale, fewerThan);
    case 'no-interval':
      return `at ${percentage(reason.confidence)} confidence only a share or a rate of users, in which each counts once, can be decided`;
    case 'without-dimension':
      return describeWithout(reason, locale, fewerThan);
  }
}

function describeWithout(
  reason: VerdictReason & { readonly kind: 'without-dimension' },
  locale: string,
  fewerThan: number,
): string {
  const { count, whole, counted, dimension, period, role, of } = reason;
  const have = `${count === 1 ? 'has' : 'have'} no `;
  const word = counted === null ? '' : countedWord({ count: null, of: whole, ...counted });
  return `${formatCount(count, locale, fewerThan)} of ${formatCount(whole, locale, fewerThan)}${word}${ofInsight(of)}${inPeriod(period)} ${have}${quoteKey(dimension)}${WITHOUT_VALUE[role]}`;
}

const WITHOUT_VALUE = {
  row: ', so they may be of any row',
  filter: ', which the filter reads, so they may match it',
  'left-out': ' (left out)',
};

function describeSmallSample(
  reason: VerdictReason & { readonly kind: 'small-sample' },
  locale: string,
  fewerThan: number,
): string {
  const counted = reason.counted === null ? '' : countedWord({ count: null, of: null, ...reason.counted });
  return `${formatCount(reason.size, locale, fewerThan)}${counted === '' ? ' in total' : counted}${ofInsight(reason.of)}${inPeriod(reason.period)}, fewer than the ${formatCount(reason.minSample, locale)} of min-sample`;
}

function describeInterval(
  { confidence, isSure, interval }: VerdictReason & { readonly kind: 'interval' },
  format: (bound: number) => string,
): string {
  const { low, high } = interval;
  const range = high === Infinity ? `${format(low)} or more` : `${format(low)} to ${format(high)}`;
  const level = `${percentage(confidence)} confidence`;
  return isSure ? `${range} at ${level}` : `the limit is inside the interval at ${level}: ${range}`;
}

/** A fraction as a percentage, with the digits that it was given with. */
export function percentage(fraction: number): string {
  return `${Number((fraction * 100).toFixed(6))}%`;
}

function inPeriod(period: 'now' | 'before' | undefined): string {
  return period === 'before' ? ' in the earlier period' : '';
}

/** ` of "os"`; empty if there is only one insight. */
function ofInsight(name: string | undefined): string {
  return name === undefined ? '' : ` of ${quoteKey(name)}`;
}
