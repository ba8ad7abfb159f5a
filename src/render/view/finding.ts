import { findBreak } from '../../compare/breaks.ts';
import type { ReportedInsight, Results, ResultsRow } from '../../results.ts';
import { numberFormat } from '../format/numbers.ts';
import { bucketUnit, isoDay } from '../format/dates.ts';
import { display } from '../format/display.ts';

const SEASONS: ReadonlyMap<string, number> = new Map([
  ['hour', 24],
  ['day', 7],
]);

/** Where the finished buckets of a series leave their usual course, in a sentence; empty if they do not. */
export function describeBreak(
  insight: ReportedInsight,
  { insights, locale, marks = [] }: Pick<Results, 'insights' | 'locale' | 'marks'>,
  finished: readonly ResultsRow[],
  labelOf: (key: string) => string,
): string {
  if (insight.unit === 'other') return '';
  const values = finished.map(({ value }) => value ?? 0);
  const season = SEASONS.get(bucketUnit(insight.query.granularity) ?? '') ?? 1;
  const found = findBreak(values, season, insights.length);
  if (found === null) return '';
  const at = finished[found.index];
  const label = at === undefined ? '' : labelOf(at.key);
  const after = at === undefined ? '' : markBefore(at.key, marks, insight.timezone);
  const times = (factor: number): string => numberFormat(locale).tenths(factor);
  switch (found.kind) {
    case 'silence':
      return `No ${insight.unit} since ${label}${after}.`;
    case 'step':
      return found.factor > 1
        ? `Since ${label} about ${times(found.factor)} times as many as before${after}.`
        : `Since ${label} about ${numberFormat(locale).percent(1 - found.factor)} fewer than before${after}.`;
    case 'outlier':
      return `${label} had ${times(found.factor)} times the usual (about ${numberFormat(locale).number(Math.round(found.usual))})${after}.`;
  }
}

/** How many days after a mark a change may be its doing. */
const FOLLOWS_DAYS = 3;
const DAY_MS = 86_400_000;

/** The last mark that a bucket follows, in words; empty if there is none. */
function markBefore(key: string, marks: NonNullable<Results['marks']>, timeZone: string): string {
  const day = Date.parse(isoDay(Date.parse(key), timeZone));
  const mark = marks.findLast(({ at }) => {
    const days = (day - Date.parse(isoDay(Date.parse(at), timeZone))) / DAY_MS;
    return days >= 0 && days <= FOLLOWS_DAYS;
  });
  if (mark === undefined) return '';
  const days = Math.round((day - Date.parse(isoDay(Date.parse(mark.at), timeZone))) / DAY_MS);
  const when = days === 0 ? 'the day of' : days === 1 ? 'the day after' : `${days} days after`;
  return `, ${when} ${display(mark.text)}`;
}
