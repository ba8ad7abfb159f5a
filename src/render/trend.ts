import type { ReportedInsight, Results } from '../results.ts';
import { sample } from './series.ts';
import { spanOf } from './span.ts';

/** How the histories of an insight are drawn: the values of earlier periods, and that of this one once it is over. */
export interface Trend {
  readonly of: (history: readonly (number | null)[], current: number | null) => readonly (number | null)[];
  /** What it is over: `13-week trend`. */
  readonly text: string;
}

/**
 * Histories may also be the buckets of this very period: then nothing is added to them, and what still runs or has not begun is left
 * out, which would be drawn as a fall.
 */
export function trendOf(insight: ReportedInsight, { generatedAt }: Pick<Results, 'generatedAt'>): Trend {
  const { interval, timezone } = insight;
  const isOver = ({ end }: { readonly end: string }): boolean => Date.parse(end) <= Date.parse(generatedAt);
  const history = interval.complete ? insight.history : insight.history.filter(isOver);
  const [first, last] = [history[0], history.at(-1)];
  const isEarlier = last !== undefined && Date.parse(last.end) <= Date.parse(interval.start);
  const adds = isEarlier && interval.complete;
  const count = history.length + (adds ? 1 : 0);
  const span = first && spanOf(Date.parse(first.start), Date.parse(first.end), timezone);
  return {
    of: (values, current) => {
      const over = values.length === insight.history.length ? values.slice(0, history.length) : values;
      return over.some((value) => value !== null) ? sample(adds ? [...over, current] : over) : [];
    },
    text: span?.count === 1 ? `${count}-${span.unit} trend` : `trend over ${count} periods`,
  };
}
