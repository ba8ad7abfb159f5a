import { useEffect, useState } from 'preact/hooks';

/** An answer: undefined until it is there, and an error if there is none. */
interface Loaded<T> {
  readonly value?: T;
  readonly problem?: unknown;
}

/** Queries when a part is shown, and again when what it is `about` changes; this cancels the earlier one. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, about: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { readonly about: readonly unknown[] }>({ about: [] });
  useEffect(() => {
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const keep = (loaded: Loaded<T>): void => {
      if (!signal.aborted) setState({ ...loaded, about });
    };
    ask(signal).then(
      (value) => {
        keep({ value });
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
