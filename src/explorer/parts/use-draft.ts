import { useEffect, useState } from 'preact/hooks';
import { type Draft, readAddress, writeAddress } from '../query/address.ts';

/** How long nobody types before the address follows: then "back" is a step that somebody means. */
const PAUSE_MS = 800;

/**
 * What is asked, kept in the page's address: a reload keeps it, "back" undoes a change, and a link shows it
 * to others.
 */
export function useDraft(first: () => Draft) {
  const [draft, setDraft] = useState(() => readAddress(location.hash) ?? first());
  // A text that the editor did not type itself.
  const [written, setWritten] = useState({ text: draft.text });
  const show = (next: Draft): void => {
    setDraft(next);
    setWritten({ text: next.text });
  };
  useEffect(() => {
    const address = writeAddress(draft);
    if (readAddress(location.hash) === null) history.replaceState(null, '', address);
    if (location.hash === address) return undefined;
    const timer = setTimeout(() => {
      history.pushState(null, '', address);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [draft]);
  useEffect(() => {
    const follow = (): void => {
      const found = readAddress(location.hash);
      if (found !== null) show(found);
    };
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
    };
  }, []);
  const change = (changes: Partial<Draft>, isWritten = false): void => {
    const next = { ...draft, ...changes };
    if (isWritten) show(next);
    else setDraft(next);
  };
  return { draft, change, written };
}
