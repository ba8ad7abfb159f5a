// Writes the limits of gates in words: `< 2%` becomes `below 2%`. Pure.
import { toOneLine } from '../../../text/visible.ts';
import { RowSet } from '../../expression/calls.ts';
import { type ComparisonSign, NEGATED } from '../../expression/syntax.ts';
import type { ThresholdRequest } from '../../inputs/request.ts';
import type { Verdict } from '../../results/results.ts';
import { formatLimit } from '../format/verdicts.ts';
import type { GateSurroundings } from './gate-words.ts';
import { type SoleComparison, soleComparison } from './sole-comparison.ts';

/** A gate's limit in words: `below 2%`, `at least 700, warns below 900`; null if it is no single number. */
export function limitOf(
  { assert, warn, insight }: ThresholdRequest,
  judged: Pick<Verdict, 'limit' | 'needs' | 'unit'>,
  surroundings: GateSurroundings,
): string | null {
  const { locale } = surroundings;
  const main = soleComparison(assert, insight, surroundings);
  const words = main === null ? judgedLimit(judged, locale) : limitWords(main, locale);
  if (words === null || warn === null) return words;
  const warning = soleComparison(warn, insight, surroundings);
  if (warning === null || warning.subject !== main?.subject) return words;
  return `${words}, warns ${BEYOND[NEGATED[warning.sign]]} ${formatLimit(warning.limit, warning.unit, locale)}`;
}

/** The limit of the users that requiring a version may lose; null for a gate of anything else. */
export function lossLimitOf(
  { assert, insight }: ThresholdRequest,
  surroundings: GateSurroundings,
): string | null {
  const sole = soleComparison(assert, insight, surroundings);
  const row = sole?.call?.row;
  const isLoss = sole?.call?.name === 'share' && row instanceof RowSet && row.isOnly && row.kind === 'below';
  return isLoss ? formatLimit(sole.limit, sole.unit, surroundings.locale) : null;
}

/** Why a gate warns: `below the warning level of 900`; empty for a gate without `warn`. */
export function warningText(request: ThresholdRequest, surroundings: GateSurroundings): string {
  const { warn, insight } = request;
  if (warn === null) return '';
  const warning = soleComparison(warn, insight, surroundings);
  if (warning === null) return `the warning condition ${toOneLine(warn.source)} does not hold`;
  const limit = formatLimit(warning.limit, warning.unit, surroundings.locale);
  return `${BEYOND[NEGATED[warning.sign]]} the warning level of ${limit}`;
}

/** Where a value is for which a comparison with this sign holds: `below` the limit. */
const BEYOND: Readonly<Record<ComparisonSign, string>> = {
  '<': 'below',
  '<=': 'at or below',
  '>': 'above',
  '>=': 'at or above',
  '==': 'at',
  '!=': 'not at',
};

/** What a comparison with this sign requires: `at most` the limit. */
const IN_WORDS: Readonly<Record<ComparisonSign, string>> = {
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
  '==': 'exactly',
  '!=': 'other than',
};

function limitWords(
  { sign, limit, unit }: Pick<SoleComparison, 'sign' | 'limit' | 'unit'>,
  locale: string,
): string {
  return `${IN_WORDS[sign]} ${formatLimit(limit, unit, locale)}`;
}

/** The limit of the comparison that decided, if the assertion has several. `needs` is as `<= 2%`. */
function judgedLimit(
  { limit, needs, unit }: Pick<Verdict, 'limit' | 'needs' | 'unit'>,
  locale: string,
): string | null {
  // `<=` before `<`, which it begins with.
  const sign = (['<=', '>=', '==', '!=', '<', '>'] as const).find((each) => needs?.startsWith(each));
  return sign === undefined || limit === null ? null : limitWords({ sign, limit, unit }, locale);
}
