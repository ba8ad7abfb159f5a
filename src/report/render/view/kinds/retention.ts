// Makes the table of a retention: a triangle with a row for each cohort (the users who were first seen in a
// week, say), and a cell for each later week with the part of the cohort that came back. Pure.
import type { ReportedInsight, Results, ResultsRow } from '../../../results/results.ts';
import { plural } from '../../../../text/plural.ts';
import { isoDay } from '../../format/dates.ts';
import { type BucketStyle, bucketUnit, formatBucket } from '../../format/buckets.ts';
import { ratio } from '../../format/numbers.ts';
import { buildRowView, tableOf } from '../rows.ts';
import { buildColumn, buildKeyColumns } from '../columns.ts';
import { cellName } from '../cells.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { RowView } from '../table-types.ts';
import { averageAfter, type Cohort, groupCohorts, sizeOf } from './cohorts.ts';

/** How many later periods have a column. */
const MOST_PERIODS = 12;

/** How many later periods the sentence about the retention names. */
const PERIODS_IN_WORDS = 3;

/** The fields of a retention; null if its rows are not pairs of a cohort and a period. */
export function buildRetentionView(insight: ReportedInsight, results: Results): Partial<InsightFacts> | null {
  const { dimensions, query, metric, top } = insight;
  const pairs = withoutFuturePeriods(insight, results);
  const isOfPairs = dimensions.at(-1) === 'period' && dimensions.at(-2) === 'cohort';
  if (pairs.length === 0 || !isOfPairs) return null;
  const periods = [...new Set(pairs.map((row) => row.parts.at(-1) ?? ''))].sort();
  const cohorts = groupCohorts(pairs, periods);
  const unit = bucketUnit(query.granularity) ?? 'month';
  const withYear = periods[0]?.slice(0, 4) !== periods.at(-1)?.slice(0, 4);
  const style = { unit, withYear, locale: results.locale, timeZone: 'UTC' };
  const offsets = Array.from({ length: Math.min(MOST_PERIODS, periods.length - 1) }, (_, index) => index + 1);
  const all = cohorts.map((cohort, index) =>
    buildRowView({ ...cohort.row, ...cohortFields(cohort), rank: index + 1 }, insight, {
      label: cohortLabel(cohort.row.parts.at(-2) ?? '', style),
      cells: offsets.map((offset) => ratio(cohort.users[offset] ?? null, sizeOf(cohort))),
      hidden: hiddenNames(cohort, offsets),
    }),
  );
  const columns = [
    ...buildKeyColumns(dimensions.slice(0, -2)),
    buildColumn({ kind: 'key', title: 'Cohort' }),
    buildColumn({ kind: 'metric', name: metric, title: 'Users' }),
    ...offsets.map((offset, index) =>
      buildColumn({ kind: 'rate', title: `+${offset} ${plural(unit, offset)}`, index }),
    ),
  ];
  const rows = all.slice(Math.max(0, all.length - top));
  // Days without events have too few users, both of a cohort and of those who came back.
  const isMeasured = insight.noEventsOn === undefined;
  const finishedPeriods = isFinished(periods.at(-1), insight) ? periods.length : periods.length - 1;
  const averages = offsets.map((offset) =>
    isMeasured ? averageAfter(offset, cohorts, finishedPeriods) : null,
  );
  return {
    ...tableOf({ kind: 'retention', columns, rows, count: all.length, word: 'cohort' }),
    average: isMeasured ? averageRow(all, averages) : null,
    returns: averages.slice(0, PERIODS_IN_WORDS).flatMap((average, index) => {
      const after = `${index + 1} ${plural(unit, index + 1)} later`;
      return average === null ? [] : [{ after, ...average }];
    }),
    notes: [...insight.notes, ...notesOf(insight, periods.length - 1, unit)],
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
  const isAhead = (part: string | null) =>
    part !== null && /^\d{4}-\d\d-\d\d/.test(part) && part.slice(0, 10) > today;
  return rows.filter(({ parts }) => !parts.slice(-2).some(isAhead));
}

/** What the row of a cohort has instead of the fields of its first pair. */
function cohortFields(cohort: Cohort) {
  return { parts: cohort.row.parts.slice(0, -1), value: sizeOf(cohort), share: null, previous: null };
}

function hiddenNames({ hiddenOffsets }: Cohort, offsets: readonly number[]): readonly string[] {
  const size = hiddenOffsets.has(0) ? ['value'] : [];
  const cells = offsets.flatMap((offset, index) => (hiddenOffsets.has(offset) ? [cellName(index)] : []));
  return [...size, ...cells];
}

function cohortLabel(cohort: string, style: BucketStyle): string {
  const ms = Date.parse(cohort.slice(0, 10));
  return Number.isNaN(ms) ? cohort : formatBucket(ms, style);
}

/** The line below the cohorts; null if there are fewer than two. */
function averageRow(
  [first, ...others]: readonly RowView[],
  averages: readonly ({ readonly rate: number } | null)[],
): RowView | null {
  if (first === undefined || others.length === 0) return null;
  const cells = averages.map((average) => average?.rate ?? null);
  return {
    ...first,
    key: 'average',
    label: 'Average',
    names: [],
    value: null,
    values: {},
    cells,
    hidden: [],
  };
}

/**
 * Whether a period, such as `2026-10-26_2026-11-01`, is over and lies within the insight's period, as far as
 * dates without a time zone can show.
 */
function isFinished(period: string | undefined, { interval }: ReportedInsight): boolean {
  return interval.complete && !(Date.parse(period?.slice(-10) ?? '') >= Date.parse(interval.end));
}

function notesOf({ interval }: ReportedInsight, laterPeriods: number, unit: string): readonly string[] {
  const notes: string[] = [];
  if (laterPeriods > MOST_PERIODS)
    notes.push(`Only the first ${MOST_PERIODS} of ${laterPeriods} ${unit}s are shown.`);
  if (!interval.complete)
    notes.push(`The last ${unit} is still running: the last percentage of each row will rise.`);
  return notes;
}
