// Writes the sentences about one insight: in one line (`12,450 users, ▲ 4.2%. Biggest gain: iPhone 17
// (+412).`), as the lead of its section, and what is below. Pure.
import type { FailedInsight } from '../../../results/results.ts';
import { type InsightFacts, type InsightSentences, isByTime } from '../insight-types.ts';
import { figuresOf, goneOf, newsOf } from './news.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { join, link, prose, say, type Sentence, strong, value, words } from './sentence.ts';
import type { Place } from './place.ts';
import { datesOf, whenOf } from './period.ts';
import { leadOf, rowsOf } from './lead.ts';
import { glanceOf } from './glance.ts';

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
