import { plural } from '../../../text/plural.ts';
import { describeChange } from '../change-note.ts';
import { subtract } from '../../format/numbers.ts';
import type { ComparedView, InsightFacts, PeriodView } from '../insight-types.ts';
import { countOf, figuresOf } from './figures.ts';
import { newsOf } from './news.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { join, prose, say, type Sentence, strong, value, words } from './sentence.ts';
import type { InsightSentences } from './types.ts';

/** What an insight's sentences depend on besides the insight. */
export interface Surroundings {
  readonly locale: string;
  /** Whether it is one of several in a list. */
  readonly several: boolean;
  /** Whether a line above already says what changes are relative to. */
  readonly saysComparison: boolean;
}

/** The sentences of an insight. */
export function sayInsight(
  insight: InsightFacts,
  { locale, several, saysComparison }: Surroundings,
): InsightSentences {
  const phrases = phrasesOf(locale, insight.format);
  const when = whenOf(insight.period, insight.compared);
  const ownWhen = insight.samePeriod ? null : when;
  const glance = insight.ok ? glanceOf(insight, phrases, saysComparison) : null;
  const figures = figuresOf(insight, phrases, ownWhen);
  const more = moreOf(insight, figures, ownWhen);
  return {
    title: titleOf(insight, several),
    glance,
    news: join(newsOf(insight, phrases, true), ' '),
    lead: insight.ok ? (leadOf(insight, phrases, ' · ') ?? rowsOf(insight, phrases)) : null,
    more,
    figures,
    when,
    summary: summaryOf(insight, phrases),
    folded: foldedOf(insight, glance, more, ownWhen),
    fold: foldOf(insight, phrases),
    gone: goneOf(insight, phrases),
  };
}

/** In a list with its own dates; alone only if what it counts does not say what it is about. */
function titleOf(insight: InsightFacts, several: boolean): Sentence | null {
  const { period, rowCount, samePeriod, title, unit } = insight;
  if (!several && (unit !== 'other' || rowCount === 0 || isSummedUp(insight))) return null;
  const soFar = period === null || period.soFar === '' ? null : say`, ${value(period.soFar)}`;
  const dates = !several || samePeriod || period === null ? null : say` (${value(period.dates)}${soFar})`;
  return say`${strong(prose(title))}${dates}:`;
}

/** A period, and what it is compared with; null without a period. */
export function whenOf(period: PeriodView | null, compared: ComparedView | null): Sentence | null {
  if (period === null) return null;
  const against = compared && say`, compared with ${value(compared.words)}`;
  const late = period.complete && period.late !== '' ? say` · ${value(period.late)}` : null;
  return say`${value(period.text)}${against}${late}`;
}

/** The number that leads an insight, and its change: `12,450 users · ▲ 4.2%`; null if it has none. */
export function leadOf(insight: InsightFacts, phrases: Phrases, separator: string): Sentence | null {
  const { funnel, returns, average, total, unit } = insight;
  const [experiment, another] = insight.experiments;
  const { amount, change, measured, percent, points } = phrases;
  if (funnel) {
    const { rate, previousRate } = funnel;
    const moved = previousRate === null ? null : points(subtract(rate, previousRate));
    return join([say`${percent(rate)} came through`, moved], separator);
  }
  if (experiment && !another) return experiment.outcome;
  if (returns[0]) return say`${percent(returns[0].rate)} came back ${words(returns[0].after)}`;
  if (average !== null && (insight.leadsWithAverage || total === null)) {
    const moved =
      insight.averageChange === null ? null : change(insight.averageChange, insight.averageDifference);
    return join([say`average ${measured(average)}`, moved], separator);
  }
  if (total === null) return null;
  const moved =
    insight.change === null ? null : change(insight.change, subtract(total, insight.previousTotal));
  const isFirst = insight.previousTotal === 0 && total > 0;
  return join([amount(total, unit), moved, isFirst ? words('none before') : null], separator);
}

function rowsOf({ rowCount, rowWord }: InsightFacts, { number }: Phrases): Sentence {
  return say`${number(rowCount)} ${words(rowWord)}`;
}

function glanceOf(insight: InsightFacts, phrases: Phrases, saysComparison: boolean): Sentence | null {
  const { funnel, returns, experiments, leadsWithAverage, total, average } = insight;
  if (insight.rowCount === 0) return nothingIn(insight, phrases);
  if (funnel) return funnelSentence(funnel, insight.unit, phrases);
  const [first, second] = experiments;
  if (first) return join([first.verdict, second?.verdict ?? null], ' ');
  if (returns.length > 0) return returnsSentence(returns, phrases);
  const news = newsOf(insight, phrases, leadsWithAverage);
  if (leadsWithAverage) {
    const users = words(`different ${plural('user', total ?? 0)} in the period.`);
    return join([...news, total === null ? null : say`${phrases.measured(total)} ${users}`], ' ');
  }
  if (total !== null) return join([totalSentence(insight, phrases, saysComparison), ...news], ' ');
  const rows = average === null ? countOf(insight, phrases) : null;
  return join([rows && say`${rows}.`, ...news], ' ');
}

function nothingIn({ unit, previousTotal }: InsightFacts, { amount }: Phrases): Sentence {
  const before = (previousTotal ?? 0) > 0 ? say`, ${amount(previousTotal, unit)} before` : null;
  return say`No ${words(unit === 'other' ? 'rows' : unit)} in this period${before}.`;
}

function funnelSentence(
  { first, last, rate, previousRate, narrowest, narrowestRate }: NonNullable<InsightFacts['funnel']>,
  unit: string,
  { amount, percent, points }: Phrases,
): Sentence {
  const moved = previousRate === null ? null : say`, ${points(subtract(rate, previousRate))}`;
  const fewest = narrowest && say`; fewest go on to ${value(narrowest.label)} (${percent(narrowestRate)})`;
  const way = say`from ${value(first.label)} to ${strong(value(last.label))}`;
  return say`${strong(percent(rate))} of ${amount(first.value, unit)} came ${way}${moved}${fewest}.`;
}

function returnsSentence(returns: InsightFacts['returns'], { percent }: Phrases): Sentence {
  const parts = returns.map(({ rate, after }, index) => {
    const came = index === 0 ? words('came back ') : null;
    return say`${strong(percent(rate))} ${came}${words(after)}`;
  });
  return say`${join(parts, ', ')}.`;
}

function totalSentence(
  { total, previousTotal, change, unit, good, samePeriod, compared }: InsightFacts,
  phrases: Phrases,
  saysComparison: boolean,
): Sentence {
  const note = describeChange({ good, unit }, total, previousTotal, phrases.locale);
  const noted = note === '' ? null : say` (${words(note)})`;
  const against = compared && !(samePeriod && saysComparison) ? say` on ${value(compared.words)}` : null;
  const moved =
    change === null
      ? null
      : say`, ${strong(phrases.change(change, subtract(total, previousTotal)))}${noted}${against}`;
  const isFirst = previousTotal === 0 && (total ?? 0) > 0;
  return say`${strong(phrases.amount(total, unit))}${moved}${isFirst ? words(', none before') : null}.`;
}

/** Whether a result of its own sums up an insight, rather than figures. */
function isSummedUp({ funnel, returns, experiments }: InsightFacts): boolean {
  return funnel !== null || returns.length > 0 || experiments.length > 0;
}

/** The paragraphs that say what a glance does not. */
function moreOf(insight: InsightFacts, figures: Sentence | null, when: Sentence | null): readonly Sentence[] {
  if (!insight.ok) return [];
  const verdicts = insight.experiments.slice(2).map(({ verdict }) => verdict);
  if (isSummedUp(insight) || insight.rowCount === 0) return known([...verdicts, when]);
  return known([insight.series || insight.trend.length > 1 || when !== null ? figures : null]);
}

/** The paragraphs of a section whose title has the total, or of an insight without rows. */
function foldedOf(
  { experiments, gone, highlighted, notes, rowCount, title }: InsightFacts,
  glance: Sentence | null,
  more: readonly Sentence[],
  when: Sentence | null,
): readonly Sentence[] {
  const name = strong(prose(title));
  if (rowCount > 0 && highlighted) return more;
  if (rowCount > 0) return known(experiments.length > 0 ? [glance, ...more] : [when]);
  if (!highlighted) return [say`${name}: ${glance}`, ...more];
  return gone.length > 0 || notes.length > 0 || when !== null ? [say`${name}:`, ...more] : more;
}

function known(parts: readonly (Sentence | null)[]): readonly Sentence[] {
  return parts.filter((part) => part !== null);
}

/** The title of a folded section; the lines at the top have the total of a highlight. */
function summaryOf(insight: InsightFacts, phrases: Phrases): Sentence {
  const { cutOff, highlighted, rowCount, versions } = insight;
  const isSingle = rowCount === 1 && !cutOff;
  const rows = say`${cutOff ? words('at least ') : null}${rowsOf(insight, phrases)}`;
  const minimum = versions?.minimum ?? null;
  const kept =
    minimum && say`minimum ${value(minimum.version)} keeps ${phrases.percent(minimum.kept)} of users`;
  const parts = [
    strong(prose(insight.title)),
    highlighted ? null : leadOf(insight, phrases, ' · '),
    isSingle ? null : rows,
    kept,
  ];
  return say`${join(parts, ' · ')}`;
}

/** The title of a folded table. */
function foldOf(insight: InsightFacts, phrases: Phrases): Sentence {
  const { diagram, hidden, rows, series } = insight;
  const part = say`The ${words(series ? 'last' : 'first')} ${phrases.number(rows.length)} of `;
  const counted = hidden > 0 ? say`${part}${rowsOf(insight, phrases)}` : say`All ${rowsOf(insight, phrases)}`;
  return say`${counted}${diagram === '' ? null : words(', with a chart')}`;
}

/** The largest rows that have disappeared. */
function goneOf({ gone, goneMore }: InsightFacts, { number, measured }: Phrases): Sentence | null {
  const rows = gone.map(({ label, previous }) => {
    const before = previous === null ? null : say` (${measured(previous)} before)`;
    return say`${value(label)}${before}`;
  });
  const more = goneMore > 0 ? say` and ${number(goneMore)} more` : null;
  return rows.length === 0 ? null : say`Gone: ${join(rows, ', ')}${more}.`;
}
