// Makes the table of versions that an app could require: the users that each would lose, and perhaps trend,
// forecast and counts. Pure.
import type { ReportedInsight, Results, ResultsRow, VersionRow } from '../../../results/results.ts';
import { sparkline } from '../../format/chart.ts';
import { formatMonth } from '../../format/dates.ts';
import { numberFormat } from '../../format/numbers.ts';
import { parseValueFormat } from '../../format/values.ts';
import { formatLimit } from '../../format/verdicts.ts';
import { metricTitle } from '../headings.ts';
import { trendSpanOf } from '../trend.ts';
import { phrasesOf } from '../sentences/phrases.ts';
import { chart, say, type Sentence, strong, value, words } from '../sentences/sentence.ts';
import type { VersionFamilyView } from '../analysis-types.ts';

/**
 * The table of versions, its headings first; `counted` are the insight's rows, if it has no table besides.
 */
export function tableOf(
  rows: readonly VersionRow[],
  required: VersionRow | undefined,
  keep: number,
  counted: readonly ResultsRow[],
  insight: ReportedInsight,
  results: Results,
): Pick<VersionFamilyView, 'lines' | 'numeric'> {
  const { locale } = results;
  const { interval, fewerThan = 0 } = insight;
  const { change, measured } = phrasesOf(locale, parseValueFormat(insight.query));
  const writeShare = writerOfShares(rows, keep, locale);
  const trendOf = ({ history, share }: VersionRow) =>
    sparkline(interval.complete ? [...history, share] : history);
  const countedRow = ({ version }: VersionRow) => counted.find(({ key }) => key === version);
  const countOf = (row: ResultsRow | undefined) =>
    row?.hidden?.includes('value') === true ? say`< ${measured(fewerThan)}` : measured(row?.value ?? null);
  const nameOf = ({ version }: VersionRow) =>
    version === required?.version ? strong(value(version)) : value(version);
  const monthOf = ({ expected }: VersionRow) =>
    words(expected === null ? '' : formatMonth(Date.parse(expected.at), locale));
  const columns: VersionColumn[] = [
    { title: words('Require'), isNumeric: false, cellOf: nameOf },
    { title: words('Users lost'), isNumeric: true, cellOf: (row) => lostOf(row, fewerThan, locale) },
    { title: words('Share'), isNumeric: true, cellOf: ({ share }) => writeShare(share) },
  ];
  if (rows.some((row) => trendOf(row) !== '')) {
    const title = words(`Trend${trendSpanOf(insight, results).overTime}`);
    columns.push({ title, isNumeric: false, cellOf: (row) => chart(trendOf(row)) });
  }
  if (rows.some(isExpected)) {
    const title = say`Falls to ${formatBound(1 - keep, locale)} in`;
    columns.push({ title, isNumeric: false, cellOf: monthOf });
  }
  if (counted.length > 0) {
    const title = say`${value(metricTitle(insight))} on it`;
    columns.push({ title, isNumeric: true, cellOf: (row) => countOf(countedRow(row)) });
  }
  if (counted.some((row) => row.change !== null)) {
    const cellOf = (row: VersionRow) => change(countedRow(row)?.change ?? null, null);
    columns.push({ title: words('Change'), isNumeric: true, cellOf });
  }
  const titles = columns.map(({ title }) => title);
  return {
    lines: [titles, ...rows.map((row) => columns.map(({ cellOf }) => cellOf(row)))],
    numeric: columns.map(({ isNumeric }) => isNumeric),
  };
}

/** A column of the table of versions. */
interface VersionColumn {
  readonly title: Sentence;
  readonly isNumeric: boolean;
  readonly cellOf: (row: VersionRow) => Sentence;
}

export function isExpected({ expected }: VersionRow): boolean {
  return expected !== null;
}

/** The users that requiring a version loses: `81`, `< 10`. */
export function lostOf({ lost, hidden = [] }: VersionRow, fewerThan: number, locale: string): Sentence {
  const { number } = phrasesOf(locale, null);
  return hidden.includes('lost') ? say`< ${number(fewerThan)}` : number(lost);
}

/** Writes the shares that versions lose with as many decimals as tell each from the limit: 1.96%, 2.003%. */
export function writerOfShares(rows: readonly VersionRow[], keep: number, locale: string) {
  const limit = Number((1 - keep).toFixed(12));
  const { percent } = numberFormat(locale);
  const isClear = (decimals: number) =>
    rows.every(
      ({ share }) =>
        share === null || share === limit || percent(share, decimals) !== percent(limit, decimals),
    );
  const decimals = DECIMALS.find(isClear) ?? DECIMALS.length;
  return (share: number | null): Sentence => words(percent(share, decimals));
}

const DECIMALS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** A share that its author wrote, such as `keep: 99.995%`. */
export function formatBound(share: number, locale: string): Sentence {
  return words(formatLimit(share, 'percent', locale));
}
