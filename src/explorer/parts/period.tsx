import { formatDays } from '../../report/render/format/dates.ts';
import type { TimeRange } from '../../tql/interval.ts';
import { useId } from 'preact/hooks';
import { isoDate, isPeriod, type Period, type Ranges } from '../query/page.ts';

const PERIODS = [
  [7, '7 days'],
  [28, '28 days'],
  [90, '90 days'],
  [365, '12 months'],
] as const;

interface PeriodFieldProps {
  readonly period: Period;
  readonly ranges: Ranges;
  readonly change: (period: Period) => void;
}

/** The period: one of the usual ones, or dates. Its dates are in the fields. */
export function PeriodField({ period, ranges: { now }, change }: PeriodFieldProps) {
  const from = isoDate(now.startMs);
  const to = isoDate(now.endMs - 1);
  const set = (begin: string, end: string): void => {
    if (isPeriod(begin, end)) change({ from: begin, to: end });
  };
  return (
    <div class="row" role="group" aria-label="Period">
      <PeriodButtons
        days={'days' in period ? period.days : null}
        change={(days) => {
          change({ days });
        }}
      />
      <DateField
        label="From"
        value={from}
        change={(begin) => {
          set(begin, to < begin ? begin : to);
        }}
      />
      <DateField
        label="To"
        value={to}
        change={(end) => {
          set(end < from ? end : from, end);
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
      {PERIODS.map(([each, name]) => (
        <button
          key={each}
          aria-pressed={each === days}
          onClick={() => {
            change(each);
          }}
        >
          {name}
        </button>
      ))}
    </>
  );
}

/** The dates of a period in UTC. */
export function daysText({ startMs, endMs }: TimeRange): string {
  return formatDays(startMs, endMs, 'en-US', 'UTC');
}

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (date: string) => void;
}

function DateField({ label, value, change }: DateFieldProps) {
  const id = useId();
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={(event) => {
          change(event.currentTarget.value);
        }}
      />
    </span>
  );
}
