// Awaits what a part of the page needs, an answer of the service or a script of the page, and cancels it when
// it is no longer wanted.
import { useLayoutEffect, useState } from 'preact/hooks';

/** What a part has of what it queries. */
export interface Asked<T> {
  /** Undefined until it is there, and if there is none. */
  readonly value?: T | undefined;
  /** Why there is none. */
  readonly problem?: unknown;
  /** The value, or an earlier one while there is none. */
  readonly lastValue?: T | undefined;
  readonly isAsking: boolean;
}

/**
 * Queries when a part is shown, and again when what it is `about` changes; this cancels the earlier query. A
 * layout effect, so that the query is not sent a frame later.
 */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, about: readonly unknown[]): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, 'isAsking'> & { about?: readonly unknown[] }>({});
  useLayoutEffect(() => {
    const cancelling = new AbortController();
    const { signal } = cancelling;
    ask(signal).then(
      (value) => {
        if (!signal.aborted) setState({ value, lastValue: value, about });
      },
      (problem: unknown) => {
        if (!signal.aborted) setState(({ lastValue }) => ({ problem, lastValue, about }));
      },
    );
    return () => {
      cancelling.abort();
    };
  }, about);
  const isAsking = about.some((each, index) => each !== state.about?.[index]) || state.about === undefined;
  return isAsking ? { lastValue: state.lastValue, isAsking } : { ...state, isAsking };
}
