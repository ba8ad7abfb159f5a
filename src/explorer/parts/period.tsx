// The controls for a period, and its dates in words.
import { formatDays } from '../../report/render/format/dates.ts';
import type { TimeRange } from '../../tql/time/interval.ts';
import { isoDate, isPeriod, type Period } from '../query/page.ts';
import { Input } from './fields.tsx';

const YEAR_DAYS = 365;
const PERIODS = [7, 28, 90, YEAR_DAYS];

interface PeriodFieldProps {
  readonly period: Period;
  /** The dates of `period`, which the fields show: the last 28 days are 3 to 30 November. */
  readonly range: TimeRange;
  readonly change: (changes: { readonly period: Period }) => void;
}

/** The field for the period: buttons for the usual ones, and its first and last date. */
export function PeriodField({ period, range, change }: PeriodFieldProps) {
  const [from, to] = [isoDate(range.startMs), isoDate(range.endMs - 1)];
  const setDates = (first: string, last: string): void => {
    if (isPeriod(first, last)) change({ period: { from: first, to: last } });
  };
  return (
    <div class="row" role="group" aria-label="Period">
      <PeriodButtons
        days={'days' in period ? period.days : null}
        change={(days) => {
          change({ period: { days } });
        }}
      />
      <Input
        label="From"
        type="date"
        value={from}
        change={(date) => {
          setDates(date, to < date ? date : to);
        }}
      />
      <Input
        label="To"
        type="date"
        value={to}
        change={(date) => {
          setDates(date < from ? date : from, date);
        }}
      />
    </div>
  );
}

interface PeriodButtonsProps {
  /** How many days are chosen; null: dates. */
  readonly days: number | null;
  readonly change: (days: number) => void;
}

/** The usual periods. */
export function PeriodButtons({ days, change }: PeriodButtonsProps) {
  return (
    <>
      {PERIODS.map((each) => (
        <button
          key={each}
          aria-pressed={each === days}
          onClick={() => {
            change(each);
          }}
        >
          {each === YEAR_DAYS ? '12 months' : `${each} days`}
        </button>
      ))}
    </>
  );
}

/** The dates of a period in UTC. */
export function daysText({ startMs, endMs }: TimeRange): string {
  return formatDays(startMs, endMs, 'en-US', 'UTC');
}
