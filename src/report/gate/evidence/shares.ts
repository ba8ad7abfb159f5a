// The share of a row or of a set of rows in the total: of 100 users, 10 with "iOS 15" are 0.1. `reader.ts`
// calls it for `share(…)`.
import { quoteKey } from '../../../text/list.ts';
import { calculate, exactNumber, type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { because } from '../../expression/reasons.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { outputFacts } from './outputs.ts';
import type { Subject } from './rows.ts';
import { isOnly, orMore } from './without-value.ts';

/** The part divided by the total. Unknown if the output has no share: means and quantiles do not add up. */
export function shareOf(subject: Subject): NumberRange {
  const { insight, output, named, shareInTable = null } = subject;
  // A funnel's and a retention's output does not add up, but their tables have shares.
  const hasShares = output === insight.metric && insight.rows.some(({ share }) => share !== null);
  const kind = outputKind(insight.query, output);
  if (!hasShares && kind !== 'additive' && kind !== 'distinct')
    return unknownNumber(because(`${quoteKey(output)} has no share`));
  const [part, whole] = [subject.count('now'), subject.whole('now')];
  if (part.shown === null) return part;
  // Each cohort of a retention has its own total.
  if (hasShares && insight.total === null)
    return shareInTable === null
      ? unknownNumber(because(`${named} has no share`))
      : exactNumber(shareInTable);
  const share = calculate('/', part, whole);
  const { shown } = share;
  if (shown === null) return share;
  // Errors of estimates can make a part of a count larger than the whole. A part of a sum is larger only if
  // other parts are negative.
  if (shown < 0 || (shown > 1 && !outputFacts(insight, output).isPart))
    return unknownNumber(because(`the share of ${named} is not known, since the true total is not`));
  return withMissing(subject, Math.min(1, shown), part, whole).with({ errors: share.errors });
}

/**
 * A share between none and all of what may be of the row, since it is spelled nearly so or has no value: 10
 * of 100 users have "iOS 15" and 30 have no OS, so 0.1 to 0.4.
 */
function withMissing(subject: Subject, share: number, part: NumberRange, whole: NumberRange): NumberRange {
  const more = orMore(exactNumber(0).between(0, part.high - part.low, part.reason), subject, 'now');
  if (more.isUnknown) return more;
  if (more.high === 0 || whole.shown === null) return exactNumber(share).with({ reason: more.reason });
  // The whole of an `only(…)` is without them: 10 of 70, and 30 more, are between 10 and 40 of 100.
  const all = whole.shown + (isOnly(subject) ? more.high : 0);
  const least = (share * whole.shown) / all;
  return exactNumber(share).between(least, Math.min(1, least + more.high / all), more.reason);
}
