import { plural } from '../../../text/plural.ts';
import { formatDay } from '../../format/dates.ts';
import { formatDuration } from '../../format/numbers.ts';
import type { InsightView } from '../insight-types.ts';
import type { View } from '../report-types.ts';
import { leadOf, whenOf } from './insight.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { join, link, prose, say, type Sentence, strong, value, words } from './sentence.ts';
import type { ReportSentences } from './types.ts';

/** A report without its sentences. */
type ReportFacts = Omit<View, 'says'>;

/** The sentences of a report; `repeating` are the insights whose total an earlier line already shows. */
export function sayReport(report: ReportFacts, repeating: ReadonlySet<InsightView>): ReportSentences {
  const { compared, highlights, period, usual } = report;
  const phrases = phrasesOf(report.locale, null);
  const usualLine = usualOf(report, repeating, phrases);
  const lines = highlights.map((each) => lineOf(each, repeating));
  const more = report.highlightsMore;
  const moreLine = more > 0 ? say`${phrases.number(more)} more below` : null;
  const isList = usual.length > 0 || highlights.length > 1;
  const list = isList ? [...lines, usualLine, moreLine].filter((line) => line !== null) : [];
  const against = compared && say`Compared with ${value(compared.words)} (${value(compared.dates)}):`;
  const took = tookOf(report, phrases);
  return {
    when: whenOf(period, compared),
    failure: failureOf(report, phrases),
    missed: missedOf(report, phrases),
    comparison: isList ? against : null,
    list,
    alone: isList ? [] : highlights.map(aloneOf),
    usual: usualLine,
    rounding: roundingOf(report, phrases),
    took,
    footer: footerOf(report, took),
    reading: READING,
  };
}

const READING = words(
  'A change is relative to the comparison; one in points is the difference of two percentages; ▲2 beside a name ' +
    'is two places up. A bar is measured by the largest row of its table; a trend begins at zero, too, and is ' +
    'measured by its own highest value, but steady values are a line at half of the height.',
);

function failureOf({ failedCount, insightCount }: ReportFacts, { number }: Phrases): Sentence | null {
  if (failedCount === 0) return null;
  const which =
    failedCount < insightCount
      ? say`${number(failedCount)} of ${number(insightCount)} insights could not`
      : insightCount === 1
        ? words('The insight could not')
        : say`None of the ${number(insightCount)} insights could`;
  const reasons = words(plural('reason', failedCount));
  return say`${strong(say`${which} be reported`)}, for the ${reasons} below.`;
}

function missedOf(report: ReportFacts, { number }: Phrases): Sentence | null {
  const { previousPost } = report;
  if (previousPost === null || previousPost.missed === 0) return null;
  const { url, at, missed } = previousPost;
  const before = url === null ? words('The report before this one') : link(url, 'The report before this one');
  const are = words(missed === 1 ? 'report is' : 'reports are');
  const count = say`${number(missed)} ${are} missing in between`;
  return say`${before} is of ${day(at, report)}: by the schedule, ${count}.`;
}

function day(at: string, { locale, timezone }: ReportFacts): Sentence {
  return words(formatDay(Date.parse(at), locale, timezone));
}

/** A highlight's line in a list. */
function lineOf(insight: InsightView, repeating: ReadonlySet<InsightView>): Sentence {
  const { period, samePeriod, says } = insight;
  const soFar = period === null || period.soFar === '' ? null : say`, ${value(period.soFar)}`;
  const dates = samePeriod || period === null ? null : say` (${value(period.dates)}${soFar})`;
  const what = repeating.has(insight) ? says.news : says.glance;
  return say`${join([say`${strong(prose(insight.title))}${dates}:`, what], ' ')}`;
}

/** The only highlight: what it counts says what it is about, or else its title. */
function aloneOf({ experiments, funnel, returns, rowCount, says, title, unit }: InsightView): Sentence {
  const isNamed = unit !== 'other' || rowCount === 0 || funnel || returns.length + experiments.length > 0;
  return isNamed ? say`${says.glance}` : say`${strong(prose(title))}: ${says.glance}`;
}

function usualOf(
  { usual, locale }: ReportFacts,
  repeating: ReadonlySet<InsightView>,
  { number }: Phrases,
): Sentence | null {
  if (usual.length === 0) return null;
  const each = usual.map((insight) => {
    const lead = repeating.has(insight) ? null : leadOf(insight, phrasesOf(locale, insight.format), ', ');
    return say`${prose(insight.title)}${lead && say` (${lead})`}`;
  });
  const all = strong(say`${number(usual.length)} insights within their usual range`);
  return say`${all}, by the periods before: ${join(each, ', ')}.`;
}

function roundingOf({ roundedTo }: ReportFacts, { number }: Phrases): Sentence | null {
  if (roundedTo === null) return null;
  const multiples = say`Counts are rounded to multiples of ${number(roundedTo)}`;
  return say`${multiples}, each after an offset of its own, and smaller rows are in “Other”.`;
}

function tookOf({ durationMs, insightCount, locale }: ReportFacts, { number }: Phrases): Sentence {
  const insights = words(plural('insight', insightCount));
  return say`${number(insightCount)} ${insights} in ${words(formatDuration(durationMs, locale))}`;
}

function footerOf(report: ReportFacts, took: Sentence): Sentence {
  const { period, previousPost, run, whole } = report;
  const isSame = run !== null && whole === run.url;
  const previous = previousPost && day(previousPost.at, report);
  const url = previousPost?.url ?? null;
  const parts = [
    whenOf(period, null),
    took,
    run && say`${link(run.url, run.name)}${isSame ? words(' with the full report') : null}`,
    whole === null || isSame ? null : link(whole, 'full report'),
    previous &&
      (url === null ? say`last posted ${previous}` : say`${link(url, 'previous report')}, ${previous}`),
  ];
  return say`${join(parts, ' · ')}`;
}
