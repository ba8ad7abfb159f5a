import type { ReportedInsight, Results, ResultsRow } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { type BucketStyle, bucketUnit, formatBucket, isoDay } from '../format/dates.ts';
import { ratio } from '../format/numbers.ts';
import { buildRowView, tableOf } from './rows.ts';
import { buildColumn, buildKeyColumns } from './columns.ts';
import { cellName } from './cells.ts';
import type { InsightFacts } from './insight-types.ts';
import type { RowView } from './table-types.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

const MOST_PERIODS = 12;
const RETURNS = 3;

/**
 * The fields of a retention: a triangle with a row for each cohort, and a cell for each later period with the
 * part of the cohort that came back. Null if its rows are not pairs of a cohort and a period.
 */
export function buildRetentionView(insight: ReportedInsight, results: Results): Partial<InsightFacts> | null {
  const { dimensions } = insight;
  const pairs = withoutFuturePeriods(insight, results);
  if (pairs.length === 0 || dimensions.at(-1) !== 'period' || dimensions.at(-2) !== 'cohort') return null;
  const periods = [...new Set(pairs.map((row) => row.parts.at(-1) ?? ''))].sort();
  const cohorts = groupCohorts(pairs, new Map(periods.map((period, index) => [period, index])));
  const unit = bucketUnit(insight.query.granularity) ?? 'month';
  const withYear = periods[0]?.slice(0, 4) !== periods.at(-1)?.slice(0, 4);
  const style = { unit, withYear, locale: results.locale, timeZone: 'UTC' };
  const later = Array.from({ length: Math.min(MOST_PERIODS, periods.length - 1) }, (_, index) => index + 1);
  const all = cohorts.map(({ row, size, after, hidden }, index) => {
    const parts = row.parts.slice(0, -1);
    const cohortRow = { ...row, rank: index + 1, parts, value: size, share: null, previous: null };
    return buildRowView(cohortRow, insight, {
      label: cohortLabel(parts.at(-1) ?? '', style),
      cells: later.map((offset) => ratio(after[offset] ?? null, size)),
      hidden: [
        ...(hidden.has(0) ? ['value'] : []),
        ...later.flatMap((offset, index) => (hidden.has(offset) ? [cellName(index)] : [])),
      ],
    });
  });
  const rows = all.slice(Math.max(0, all.length - insight.top));
  const columns = [
    ...buildKeyColumns(dimensions.slice(0, -2)),
    buildColumn('key', null, 'Cohort'),
    buildColumn('metric', insight.metric, 'Users'),
    ...later.map((offset) => buildColumn('rate', null, `+${offset} ${plural(unit, offset)}`, offset - 1)),
  ];
  const finished = periods.length - (isFinished(periods.at(-1), insight) ? 0 : 1);
  // A period with days without events has too few users, of its own and of those who came back.
  const isKnown = insight.noEventsOn === undefined;
  const rates = later.map((offset) => (isKnown ? averageAfter(offset, cohorts, finished) : null));
  const [first] = all;
  return {
    ...tableOf({ kind: 'retention', columns, rows, count: all.length, word: 'cohort' }),
    average: first === undefined || all.length < 2 || !isKnown ? null : averageRow(first, rates),
    returns: rates.slice(0, RETURNS).flatMap((rate, index) => {
      const after = `${index + 1} ${plural(unit, index + 1)} later`;
      return rate === null ? [] : [{ after, rate }];
    }),
    notes: [...insight.notes, ...notesOf(insight, periods.length - 1, unit)],
  };
}

/** The line below the cohorts. */
function averageRow(row: RowView, cells: RowView['cells']): RowView {
  return { ...row, key: 'average', label: 'Average', names: [], value: null, values: {}, cells, hidden: [] };
}

function cohortLabel(cohort: string, style: BucketStyle): string {
  const ms = Date.parse(cohort.slice(0, 10));
  return Number.isNaN(ms) ? cohort : formatBucket(ms, style);
}

/**
 * Leaves out periods that have not begun: nobody could come back in them, and 0% would say that nobody did.
 */
function withoutFuturePeriods(
  { rows, timezone }: ReportedInsight,
  { generatedAt }: Results,
): readonly ResultsRow[] {
  const today = isoDay(Date.parse(generatedAt), timezone);
  const isAhead = (part: string | null | undefined): boolean =>
    DATED.test(part ?? '') && (part ?? '').slice(0, 10) > today;
  return rows.filter(({ parts }) => !parts.slice(-2).some(isAhead));
}

const DATED = /^\d{4}-\d\d-\d\d/;

/**
 * A cohort: its users by the number of periods after its own, the first being its size, and the places of
 * hidden numbers.
 */
type Cohort = ReturnType<typeof groupCohorts>[number];

function groupCohorts(rows: readonly ResultsRow[], places: ReadonlyMap<string, number>) {
  const cohorts = new Map<
    string,
    { row: ResultsRow; place: number; after: (number | null)[]; hidden: Set<number> }
  >();
  for (const row of rows) {
    const key = JSON.stringify(row.parts.slice(0, -1));
    const place = places.get(row.parts.at(-2) ?? '') ?? 0;
    const cohort = getOrAdd(cohorts, key, () => ({ row, place, after: [], hidden: new Set<number>() }));
    const offset = (places.get(row.parts.at(-1) ?? '') ?? 0) - place;
    if (offset >= 0) cohort.after[offset] = row.value;
    if (row.hidden?.includes('value') === true) cohort.hidden.add(offset);
  }
  return [...cohorts.values()].map((cohort) => ({ ...cohort, size: cohort.after[0] ?? null }));
}

/**
 * Whether a period, such as `2026-10-26_2026-11-01`, is over and lies within the insight's period, as far as
 * dates without a time zone can show.
 */
function isFinished(period: string | undefined, { interval }: ReportedInsight): boolean {
  return interval.complete && !(Date.parse(period?.slice(-10) ?? '') >= Date.parse(interval.end));
}

/**
 * The part that came back after so many periods, over the cohorts whose period of return is over and known;
 * null without any. A period that is still running, or a number that was left out, would make it look lower
 * than it is.
 */
function averageAfter(offset: number, cohorts: readonly Cohort[], finishedPeriods: number): number | null {
  // Without the smallest cohorts the rate would look higher than it is.
  if (cohorts.some(({ hidden }) => hidden.has(offset))) return null;
  const old = cohorts.flatMap(({ place, size, after }) => {
    const came = after[offset] ?? null;
    return place + offset < finishedPeriods && size !== null && came !== null ? [{ size, came }] : [];
  });
  const users = old.reduce((sum, { size }) => sum + size, 0);
  return ratio(
    old.reduce((sum, { came }) => sum + came, 0),
    users,
  );
}

function notesOf({ interval }: ReportedInsight, periods: number, unit: string): readonly string[] {
  const cut = `Only the first ${MOST_PERIODS} of ${periods} ${unit}s are shown.`;
  const running = `The last ${unit} is still running: the last percentage of each row will rise.`;
  return [...(periods > MOST_PERIODS ? [cut] : []), ...(interval.complete ? [] : [running])];
}
