// Writes the sentences about a report as a whole: heading, period, failures, footer. Pure.
import { plural } from '../../../../text/plural.ts';
import { formatDay } from '../../format/dates.ts';
import { formatDuration } from '../../format/numbers.ts';
import type { View } from '../report-types.ts';
import { leadOf } from './lead.ts';
import { datesOf, whenOf } from './period.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { join, link, prose, say, type Sentence, strong, value, words } from './sentence.ts';
import type { ReportSentences } from '../insight-types.ts';

/** A report without its sentences. */
type ReportFacts = Omit<View, 'says'>;

/** The sentences of a report; `repeating` names the insights of the same `total`, which stands above them. */
export function sayReport(
  report: ReportFacts,
  repeating: readonly string[],
  total: Sentence | null,
): ReportSentences {
  const phrases = phrasesOf(report.locale, null);
  const took = tookOf(report, phrases);
  return {
    heading: headingOf(report),
    when: whenOf(report.period, report.compared),
    failure: failureOf(report, phrases),
    comparison: join([total, comparisonOf(report)], ' '),
    usual: usualOf(report, repeating),
    took,
    footer: footerOf(report, took),
    reading: READING,
  };
}

/** The title, and the dates of the report. */
function headingOf({ title, period }: ReportFacts): Sentence {
  return say`${prose(title)}${period && say` · ${datesOf(period, period.days)}`}`;
}

const READING = words(
  '▲ 4.2% is the change from the compared period; points are the difference of two percentages. ▲2 next to a ' +
    'name means two places up. Bars and trends start at zero. In a table the longest bar is its largest value; ' +
    'steady values over time are drawn at half height.',
);

function comparisonOf({ compared, several }: ReportFacts): Sentence | null {
  if (compared === null || !several) return null;
  return say`Compared with ${value(compared.words)} (${value(compared.dates)}):`;
}

function failureOf({ failedCount, insightCount }: ReportFacts, { number }: Phrases): Sentence | null {
  if (failedCount === 0) return null;
  const couldNot =
    insightCount === 1
      ? words('The insight could not')
      : say`${number(failedCount)} of ${number(insightCount)} insights could not`;
  const reasons = words(plural('reason', failedCount));
  return say`${strong(say`${couldNot} be reported`)}, for the ${reasons} below.`;
}

function day(at: string, { locale, timezone }: ReportFacts): Sentence {
  return words(formatDay(Date.parse(at), locale, timezone));
}

function usualOf({ usual, locale }: ReportFacts, repeating: readonly string[]): Sentence | null {
  if (usual.length === 0) return null;
  const each = usual.map((insight) => {
    const isRepeated = repeating.includes(insight.name);
    // Its total is what lies in the usual range, not the average of its buckets.
    const total = { ...insight, series: null };
    const lead = isRepeated ? null : leadOf(total, phrasesOf(locale, insight.format), ', ');
    return say`${prose(insight.title)}${lead && say` (${lead})`}`;
  });
  return say`${strong(words('As usual'))}: ${join(each, ', ')}.`;
}

function tookOf({ durationMs, insightCount }: ReportFacts, { locale, number }: Phrases): Sentence {
  const duration = words(formatDuration(durationMs, locale));
  // A report may be of releases alone.
  if (insightCount === 0) return say`took ${duration}`;
  return say`${number(insightCount)} ${words(plural('insight', insightCount))} in ${duration}`;
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
