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

/** The period: one of the usual ones, or dates. Its dates stand in the fields. */
export function PeriodField({ period, ranges: { now }, change }: PeriodFieldProps) {
  const from = isoDate(now.startMs);
  const to = isoDate(now.endMs - 1);
  const set = (begin: string, end: string): void => {
    if (isPeriod(begin, end)) change({ from: begin, to: end });
  };
  return (
    <div class="row" role="group" aria-label="Period">
      {PERIODS.map(([days, name]) => (
        <button
          key={days}
          aria-pressed={'days' in period && period.days === days}
          onClick={() => {
            change({ days });
          }}
        >
          {name}
        </button>
      ))}
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
