import { useEffect, useState } from 'preact/hooks';

/** An answer: undefined until it is there, and an error if there is none. */
interface Asked<T> {
  readonly found?: T;
  readonly problem?: unknown;
}

/** Queries when a part is shown, and again when what it is `about` changes; that cancels the earlier query. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, about: readonly unknown[]): Asked<T> {
  const [state, setState] = useState<Asked<T> & { readonly about: readonly unknown[] }>({ about: [] });
  useEffect(() => {
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const keep = (asked: Asked<T>): void => {
      if (!signal.aborted) setState({ ...asked, about });
    };
    ask(signal).then(
      (found) => {
        keep({ found });
      },
      (problem: unknown) => {
        keep({ problem });
      },
    );
    return () => {
      cancelling.abort();
    };
  }, about);
  return about.every((each, index) => each === state.about[index]) ? state : {};
}
