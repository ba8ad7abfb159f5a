// Writes an insight in one line, by its kind: `12,450 users, ▲ 4.2%. Biggest gain: iPhone 17 (+412).` Pure.
import { plural } from '../../../../text/plural.ts';
import type { InsightFacts } from '../insight-types.ts';
import { countOf, describeChange, newsOf } from './news.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { join, say, type Sentence, strong, value, words } from './sentence.ts';
import type { Place } from './place.ts';
import { fewOf, isTotalHidden, movedOf, totalMoved } from './lead.ts';

/**
 * An insight in one line, by its kind: a funnel's rate, an experiment's verdict, how many users came back, or
 * the total and what moved; null for a list of rows that counts nothing.
 */
export function glanceOf(insight: InsightFacts, phrases: Phrases, place: Place): Sentence | null {
  const { funnel, returns, series, total } = insight;
  if (insight.rowCount === 0) return nothingIn(insight, phrases);
  if (funnel) return funnelSentence(funnel, insight, phrases);
  const [first, second] = insight.experiments;
  if (first) return join([first.verdict, second?.verdict ?? null], ' ');
  if (returns.length > 0) return returnsSentence(returns, phrases);
  const average = series?.average ?? null;
  const isAverageFirst = average?.leads === true;
  const news = newsOf(insight, phrases, { withChange: isAverageFirst });
  if (isAverageFirst) {
    const users = words(`different ${plural('user', total ?? 0)} in the period.`);
    return join([news, total === null ? null : say`${phrases.measured(total)} ${users}`], ' ');
  }
  if (total !== null) return join([totalSentence(insight, phrases, place), news], ' ');
  if (isTotalHidden(insight)) return join([say`${strong(fewOf(insight, phrases))}.`, news], ' ');
  const rows = average === null ? countOf(insight, phrases) : null;
  return join([rows && say`${rows}.`, news], ' ');
}

/** Why there is no row: no event in the period, or each row is below `min-group-size`. */
function nothingIn(insight: InsightFacts, phrases: Phrases): Sentence {
  const { unit, previousTotal, total, rest, fewerThan } = insight;
  const { amount } = phrases;
  if (rest !== null && fewerThan !== null) {
    const all = total === null ? null : say`, ${amount(total, unit)} in all`;
    return say`All rows have ${fewOf(insight, phrases)}${all}.`;
  }
  const before = (previousTotal ?? 0) > 0 ? say`, ${amount(previousTotal, unit)} before` : null;
  return say`No ${words(unit === 'other' ? 'rows' : unit)} in this period${before}.`;
}

/**
 * `7.7% of 5,210 users did all 3 steps from Paywall to Purchased; biggest drop-off: Paywall → Plan (22.8%
 * continue).`
 */
function funnelSentence(
  funnel: NonNullable<InsightFacts['funnel']>,
  { unit, rowCount }: Pick<InsightFacts, 'unit' | 'rowCount'>,
  phrases: Phrases,
): Sentence {
  const { first, last, rate, before, narrowest, narrowestRate } = funnel;
  const { amount, percent } = phrases;
  const moved = movedOf(funnel, phrases);
  const pair = before && narrowest && say`${value(before.label)} → ${value(narrowest.label)}`;
  const drop = pair && say`; biggest drop-off: ${pair} (${percent(narrowestRate)} continue)`;
  const [one, other] = [value(first.label), strong(value(last.label))];
  const count = phrases.number(rowCount);
  const steps =
    rowCount === 2 ? say`both ${one} and ${other}` : say`all ${count} steps from ${one} to ${other}`;
  return say`${strong(percent(rate))} of ${amount(first.value, unit)} did ${steps}${moved && say`, ${moved}`}${drop}.`;
}

/** `41% of 200 users came back 1 week later, 30% of 150 users 2 weeks later.` */
function returnsSentence(returns: InsightFacts['returns'], { percent, amount }: Phrases): Sentence {
  const parts = returns.map(({ rate, users, after }, index) => {
    const came = index === 0 ? words('came back ') : null;
    return say`${strong(percent(rate))} of ${amount(users, 'users')} ${came}${words(after)}`;
  });
  return say`${join(parts, ', ')}.`;
}

/** The total of an insight and its change: `12,450 users, ▲ 4.2%.` */
export function sayTotal(insight: InsightFacts, place: Place): Sentence {
  return totalSentence(insight, phrasesOf(place.locale, insight.format), place);
}

function totalSentence(
  insight: InsightFacts,
  phrases: Phrases,
  { isReportPeriod, isComparisonSaid }: Place,
): Sentence {
  const { total, previousTotal, unit, compared } = insight;
  const note = describeChange(insight, total, previousTotal, phrases.locale);
  const noted = note === '' ? null : say` (${words(note)})`;
  const isSaidAbove = isReportPeriod && isComparisonSaid;
  const against = compared && !isSaidAbove ? say` on ${value(compared.words)}` : null;
  const { moved, noneBefore } = totalMoved(insight, phrases);
  const parts = [
    strong(phrases.amount(total, unit)),
    moved && say`${strong(moved)}${noted}${against}`,
    noneBefore,
  ];
  return say`${join(parts, ', ')}.`;
}
