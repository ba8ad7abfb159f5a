// Writes the sentences about one insight: in one line (`12,450 users, ▲ 4.2%. Biggest gain: iPhone 17
// (+412).`), as the lead of its section, and what is below.
import type { FailedInsight } from '../../../results/results.ts';
import { plural } from '../../../../text/plural.ts';
import { subtract } from '../../format/numbers.ts';
import {
  type ComparedView,
  type InsightFacts,
  type InsightSentences,
  isByTime,
  type PeriodView,
} from '../insight-types.ts';
import { countOf, describeChange, figuresOf, goneOf, newsOf } from './news.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { join, link, prose, say, type Sentence, strong, value, words } from './sentence.ts';

/**
 * Where in the report an insight is, as far as its sentences depend on that: what stands above the insight's
 * section is not said again in it.
 */
export interface Place {
  readonly locale: string;
  /** Whether the lines at the top of the report are a list, in which each begins with its insight's title. */
  readonly isTopList: boolean;
  /** Whether a line above already says what changes are relative to. */
  readonly isComparisonSaid: boolean;
  /** Whether the insight's period and its comparison are those of the report. */
  readonly isReportPeriod: boolean;
  /** Whether a line at the top of the report is about it alone. */
  readonly hasTopLine: boolean;
  /** Whether a line at the top of the report is about it, alone or with others. */
  readonly isAtTop: boolean;
  /** Whether a line above that one says its total and change. */
  readonly isTotalSaid: boolean;
}

/**
 * Writes the sentences of an insight, once its place in the report is known. Templates print them
 * (`{{says.glance}}`), as do Slack and the terminal.
 */
export function sayInsight(insight: InsightFacts, place: Place): InsightSentences {
  const phrases = phrasesOf(place.locale, insight.format);
  const when = place.isReportPeriod ? null : whenOf(insight.period, insight.compared);
  const isReported = insight.error === null;
  const glance = isReported ? glanceOf(insight, phrases, place) : null;
  const more = isReported ? moreOf(insight, phrases, when) : [];
  const topLine = place.isTotalSaid ? newsOf(insight, phrases, { withChange: true }) : glance;
  return {
    glance,
    highlight: join([titleOf(insight, place), topLine ?? rowsOf(insight, phrases)], ' '),
    lead: isReported ? (leadOf(insight, phrases, ' · ') ?? rowsOf(insight, phrases)) : null,
    more,
    section: place.isAtTop ? more : withoutNulls([glance, ...more]),
    summary: summaryOf(insight, phrases),
    failure: insight.error === null ? null : sayFailure({ ...insight, error: insight.error }),
    fold: foldOf(insight, phrases),
    gone: goneOf(insight, phrases),
    open: openOf(insight),
  };
}

function openOf({ address: url }: InsightFacts): Sentence | null {
  if (url === null) return null;
  // TelemetryDeck has a dashboard; your own query service has the explorer.
  return link(url, `Open in the ${url.startsWith('https://dashboard.') ? 'dashboard' : 'explorer'}`);
}

/** Why an insight or a release could not be reported. */
export function sayFailure({ id, title, error }: Pick<FailedInsight, 'id' | 'title' | 'error'>): Sentence {
  const outcome = error.kind === 'not-found' && id !== null ? 'is missing' : 'could not be reported';
  return say`${strong(value(title))} ${words(outcome)}: ${prose(error.message)}`;
}

/**
 * The title at the beginning of a line: `Devices (Nov 9 – 15):`. A line that stands alone has none if its
 * number says what it counts, as in `12,450 users`.
 */
function titleOf(insight: InsightFacts, { isTopList, isReportPeriod }: Place): Sentence | null {
  const { period, rowCount, title, unit } = insight;
  const saysWhatItCounts = unit !== 'other' || rowCount === 0 || isSummedUp(insight);
  if (!isTopList && saysWhatItCounts) return null;
  const hasOtherPeriod = isTopList && !isReportPeriod && period !== null;
  return say`${strong(prose(title))}${hasOtherPeriod ? say` (${datesOf(period, '')})` : null}:`;
}

/** A period, and what it is compared with; null without a period. */
export function whenOf(period: PeriodView | null, compared: ComparedView | null): Sentence | null {
  if (period === null) return null;
  const against = compared && say`, compared with ${value(compared.words)}`;
  const late = period.complete && period.late !== '' ? say` · ${value(period.late)}` : null;
  const dates = datesOf(period, [period.days, period.timezone].filter(Boolean).join(', '));
  return say`${dates}${against}${late}`;
}

/** `Nov 9 – 15, 2026 (7 days), today so far`, with what is in brackets. */
export function datesOf({ dates, soFar }: PeriodView, more: string): Sentence {
  const bracket = more === '' ? null : say` (${value(more)})`;
  return say`${value(dates)}${bracket}${soFar === '' ? null : say`, ${value(soFar)}`}`;
}

/** The number that leads an insight, and its change: `12,450 users · ▲ 4.2%`; null if it has none. */
export function leadOf(insight: InsightFacts, phrases: Phrases, separator: string): Sentence | null {
  const { funnel, returns, series, total, unit } = insight;
  const [experiment, another] = insight.experiments;
  const { amount, change, measured, percent } = phrases;
  if (funnel) return join([say`${percent(funnel.rate)} did every step`, movedOf(funnel, phrases)], separator);
  if (experiment && !another) return experiment.outcome;
  if (returns[0])
    return say`${percent(returns[0].rate)} of ${amount(returns[0].users, 'users')} came back ${words(returns[0].after)}`;
  const average = series?.average ?? null;
  if (average !== null && (average.leads || total === null)) {
    const moved = average.change === null ? null : change(average.change, average.difference);
    return join([say`average ${measured(average.value)}`, moved], separator);
  }
  if (isTotalHidden(insight)) return fewOf(insight, phrases);
  if (total === null) return null;
  const { moved, noneBefore } = totalMoved(insight, phrases);
  return join([amount(total, unit), moved, noneBefore], separator);
}

/** The number that `leadOf` writes; null if it is a verdict, or not known. */
export function leadValue({ funnel, returns, series, total }: InsightFacts): number | null {
  const average = series?.average ?? null;
  if (average !== null && (average.leads || total === null)) return average.value;
  return funnel?.rate ?? returns[0]?.rate ?? total;
}

function isTotalHidden({ hidden }: InsightFacts): boolean {
  return hidden.includes('total');
}

/** `fewer than 10 users`. */
function fewOf({ fewerThan, unit }: InsightFacts, { number }: Phrases): Sentence {
  return say`fewer than ${number(fewerThan)} ${words(unit === 'events' ? unit : 'users')}`;
}

/** How a funnel's rate has changed; null without a comparison. */
function movedOf(
  { rate, previousRate }: NonNullable<InsightFacts['funnel']>,
  { points }: Phrases,
): Sentence | null {
  return previousRate === null ? null : points(subtract(rate, previousRate));
}

/** How a total has changed, and whether it is the first that is not 0. */
function totalMoved(
  { change, previousTotal, total }: InsightFacts,
  phrases: Phrases,
): { readonly moved: Sentence | null; readonly noneBefore: Sentence | null } {
  const isFirst = previousTotal === 0 && (total ?? 0) > 0;
  return {
    moved: change === null ? null : phrases.change(change, subtract(total, previousTotal)),
    noneBefore: isFirst ? words('none before') : null,
  };
}

/** `12 rows`, `7 days`. */
function rowsOf({ rowCount, rowWord }: InsightFacts, { number }: Phrases): Sentence {
  return say`${number(rowCount)} ${words(rowWord)}`;
}

/**
 * An insight in one line, by its kind: a funnel's rate, an experiment's verdict, how many users came back, or
 * the total and what moved; null for a list of rows that counts nothing.
 */
function glanceOf(insight: InsightFacts, phrases: Phrases, place: Place): Sentence | null {
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

/** Whether an insight is summed up by one result, so that lowest buckets and trends add nothing. */
function isSummedUp({ funnel, returns, experiments }: InsightFacts): boolean {
  return funnel !== null || returns.length > 0 || experiments.length > 0;
}

/** The paragraphs below the glance: further experiments, the lowest bucket, trends, the insight's period. */
function moreOf(insight: InsightFacts, phrases: Phrases, when: Sentence | null): readonly Sentence[] {
  const verdicts = insight.experiments.slice(2).map(({ verdict }) => verdict);
  if (isSummedUp(insight) || insight.rowCount === 0) return withoutNulls([...verdicts, when]);
  const hasFigures = isByTime(insight) || insight.trend !== null || when !== null;
  return withoutNulls([hasFigures ? figuresOf(insight, phrases, when) : null]);
}

function withoutNulls(parts: readonly (Sentence | null)[]): readonly Sentence[] {
  return parts.filter((part) => part !== null);
}

/** The title of a folded section, and what is inside. */
function summaryOf(insight: InsightFacts, phrases: Phrases): Sentence {
  const { cutOff, rowCount, versions } = insight;
  const isSingle = rowCount === 1 && !cutOff;
  const minimum = versions?.minimum ?? null;
  const minimumKeeps =
    minimum && say`minimum ${value(minimum.version)} keeps ${phrases.percent(minimum.kept)} of users`;
  const parts = [
    strong(prose(insight.title)),
    leadOf(insight, phrases, ', ') ?? (isSingle ? null : rowsOf(insight, phrases)),
    minimumKeeps,
  ];
  return say`${join(parts, ' · ')}`;
}

/** The title of a folded table. */
function foldOf(insight: InsightFacts, phrases: Phrases): Sentence {
  const { diagram, rowCount, rows } = insight;
  const shownPart = say`The ${words(isByTime(insight) ? 'last' : 'first')} ${phrases.number(rows.length)} of `;
  const all = rowCount > rows.length ? shownPart : words('All ');
  return say`${all}${rowsOf(insight, phrases)}${diagram === '' ? null : words(', with a chart')}`;
}
