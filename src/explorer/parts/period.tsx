import { formatDays } from '../../report/render/format/dates.ts';
import type { TimeRange } from '../../tql/interval.ts';
import { isoDate, isPeriod, type Period, type Ranges } from '../query/page.ts';
import { Input } from './fields.tsx';

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
  const [from, to] = [isoDate(now.startMs), isoDate(now.endMs - 1)];
  const set = (chosen: { readonly from: string; readonly to: string }): void => {
    if (isPeriod(chosen.from, chosen.to)) change(chosen);
  };
  return (
    <div class="row" role="group" aria-label="Period">
      <PeriodButtons
        days={'days' in period ? period.days : null}
        change={(days) => {
          change({ days });
        }}
      />
      <Input
        label="From"
        type="date"
        value={from}
        change={({ value }) => {
          set({ from: value, to: to < value ? value : to });
        }}
      />
      <Input
        label="To"
        type="date"
        value={to}
        change={({ value }) => {
          set({ from: value < from ? value : from, to: value });
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
