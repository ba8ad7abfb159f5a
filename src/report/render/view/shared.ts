// Finds what several insights of a report share, so that it is said once: notes, the period, the reason of an
// error. Pure.
import type { Results, Verdict } from '../../results/results.ts';
import type { ComparedView, InsightFacts, PeriodView } from './insight-types.ts';
import { isSamePeriod } from './period.ts';

/** The notes that most insights have, if there are several: such as the day of the last event. */
export function findSharedNotes(views: readonly InsightFacts[]): readonly string[] {
  const reported = views.filter(({ error }) => error === null);
  const all = [...new Set(reported.flatMap(({ notes }) => notes))];
  const countOf = (note: string) => reported.filter(({ notes }) => notes.includes(note)).length;
  return all.filter((note) => countOf(note) > 1 && countOf(note) * 2 > reported.length);
}

/** The period that more than half of them have; null if there is none. */
export function commonValue<T extends PeriodView | ComparedView>(all: readonly (T | null)[]): T | null {
  const isCommon = (each: T | null) =>
    all.filter((other) => isSamePeriod(each, other)).length * 2 > all.length;
  return all.find((each) => each !== null && isCommon(each)) ?? null;
}

/**
 * Gives the full reason only once if several insights failed for the same one, such as a refused token; the
 * others refer to the first.
 */
export function shortenRepeatedErrors(views: readonly InsightFacts[]): readonly InsightFacts[] {
  return views.map((view) => {
    const first = views.find(({ error }) => error !== null && error.message === view.error?.message);
    if (first === undefined || first === view || view.error === null) return view;
    return { ...view, error: { ...view.error, message: `the reason is that of ${first.title}.` } };
  });
}

/**
 * A verdict for the top of a report. Why an insight could not be reported is in the insight's own section;
 * the verdict's `(timeout): FULL MESSAGE` becomes `(timeout), for the reason below`.
 */
export function referToSections(verdict: Verdict, { insights }: Results): Verdict {
  const messages = insights.flatMap((insight) => (insight.status === 'error' ? [insight.error.message] : []));
  // One message may begin with another.
  const longestFirst = messages.toSorted((one, other) => other.length - one.length);
  const refer = (text: string) => {
    let referring = text;
    for (const message of longestFirst)
      referring = referring.replaceAll(`): ${message}`, '), for the reason below');
    return referring;
  };
  return {
    ...verdict,
    note: verdict.note === null ? null : refer(verdict.note),
    message: refer(verdict.message),
  };
}
