import type { ReportedInsight, Results, ResultsRow } from '../../results.ts';
import { plural } from '../../text/plural.ts';
import { bucketUnit, formatBucket, isoDay } from '../format/dates.ts';
import { buildRowView, ratio, tableOf } from './rows.ts';
import { buildColumn, buildKeyColumns } from './columns.ts';
import type { InsightFacts } from './insight-types.ts';
import type { ColumnView, ReturnView, RowView } from './table-types.ts';

/** The fields of a retention; null if its rows are not pairs of a cohort and a period. */
export function buildRetentionView(insight: ReportedInsight, results: Results): Partial<InsightFacts> | null {
  const triangle = buildRetentionTable(insight, results);
  if (triangle === null) return null;
  const { columns, returns, notes } = triangle;
  const rows = triangle.rows.slice(Math.max(0, triangle.rows.length - insight.top));
  return {
    ...tableOf('retention', columns, rows, triangle.rows.length, 'cohort'),
    returns,
    notes: [...insight.notes, ...notes],
  };
}

/**
 * A retention as a triangle: a row for each cohort, and a cell for each later period with the part of the
 * cohort that came back.
 */
interface RetentionTable {
  readonly rows: readonly RowView[];
  readonly columns: readonly ColumnView[];
  readonly returns: readonly ReturnView[];
  readonly notes: readonly string[];
}

const MOST_PERIODS = 12;
const RETURNS = 3;

/**
 * Arranges a retention's rows, one for each pair of a cohort and a period, as a triangle; null if the rows
 * are not such pairs.
 */
function buildRetentionTable(insight: ReportedInsight, results: Results): RetentionTable | null {
  const { dimensions } = insight;
  const rows = withoutFuturePeriods(insight, results);
  if (rows.length === 0 || dimensions.at(-1) !== 'period' || dimensions.at(-2) !== 'cohort') return null;
  const periods = [...new Set(rows.map((row) => row.parts.at(-1) ?? ''))].sort();
  const places = new Map(periods.map((period, index) => [period, index]));
  const cohorts = groupCohorts(rows, places);
  const unit = bucketUnit(insight.query.granularity) ?? 'month';
  const withYear = periods[0]?.slice(0, 4) !== periods.at(-1)?.slice(0, 4);
  const width = Math.min(MOST_PERIODS, periods.length - 1);
  const label = (cohort: string): string => {
    const ms = Date.parse(cohort.slice(0, 10));
    return Number.isNaN(ms)
      ? cohort
      : formatBucket(ms, { unit, withYear, locale: results.locale, timeZone: 'UTC' });
  };
  const views = cohorts.map(({ row, size, after }, index) => {
    const cells = Array.from({ length: width }, (_, place) => ratio(after[place + 1] ?? null, size));
    const of = {
      ...row,
      rank: index + 1,
      parts: row.parts.slice(0, -1),
      value: size,
      share: null,
      previous: null,
    };
    return buildRowView(of, insight, { label: label(row.parts.at(-2) ?? ''), cells });
  });
  const groups = dimensions.slice(0, -2);
  return {
    rows: views,
    columns: [
      ...buildKeyColumns(groups),
      buildColumn('key', null, 'Cohort'),
      buildColumn('metric', insight.metric, 'Users'),
      ...Array.from({ length: width }, (_, index) =>
        buildColumn('rate', null, `+${index + 1} ${plural(unit, index + 1)}`, index),
      ),
    ],
    returns: computeReturns(
      cohorts,
      isFinished(periods.at(-1), insight) ? periods.length : periods.length - 1,
      unit,
    ),
    notes: [...cutNotes(periods.length - 1, unit), ...runningNotes(insight, unit)],
  };
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

interface Cohort {
  readonly row: ResultsRow;
  readonly place: number;
  readonly size: number | null;
  /** Users by the number of periods after the cohort's own; the first is the cohort itself. */
  readonly after: readonly (number | null)[];
}

function groupCohorts(rows: readonly ResultsRow[], places: ReadonlyMap<string, number>): Cohort[] {
  const found = new Map<string, { row: ResultsRow; place: number; after: (number | null)[] }>();
  for (const row of rows) {
    const key = JSON.stringify(row.parts.slice(0, -1));
    const place = places.get(row.parts.at(-2) ?? '') ?? 0;
    const cohort = found.get(key) ?? { row, place, after: [] };
    found.set(key, cohort);
    const offset = (places.get(row.parts.at(-1) ?? '') ?? 0) - place;
    if (offset >= 0) cohort.after[offset] = row.value;
  }
  return [...found.values()].map(({ row, place, after }) => ({ row, place, after, size: after[0] ?? null }));
}

/**
 * Whether a period, given as its first and last day, is over and lies within the insight's period, as far as
 * dates without a time zone can show.
 */
function isFinished(period: string | undefined, { interval }: ReportedInsight): boolean {
  return interval.complete && !(Date.parse(period?.slice(-10) ?? '') >= Date.parse(interval.end));
}

/**
 * How many came back, over the cohorts whose period of return is over and known. A period that is still
 * running, or a number that was left out, would make the rate look lower than it is.
 */
function computeReturns(cohorts: readonly Cohort[], finishedPeriods: number, unit: string): ReturnView[] {
  const returns: ReturnView[] = [];
  for (let offset = 1; offset <= RETURNS; offset += 1) {
    const old = cohorts.flatMap(({ place, size, after }) => {
      const came = after[offset] ?? null;
      return place + offset < finishedPeriods && size !== null && came !== null ? [{ size, came }] : [];
    });
    const users = old.reduce((sum, { size }) => sum + size, 0);
    const came = old.reduce((sum, each) => sum + each.came, 0);
    if (users > 0) returns.push({ after: `${offset} ${plural(unit, offset)} later`, rate: came / users });
  }
  return returns;
}

function cutNotes(periods: number, unit: string): string[] {
  return periods > MOST_PERIODS ? [`Only the first ${MOST_PERIODS} of ${periods} ${unit}s are shown.`] : [];
}

function runningNotes({ interval }: ReportedInsight, unit: string): string[] {
  return interval.complete
    ? []
    : [`The last ${unit} is still running: the last percentage of each row will rise.`];
}
