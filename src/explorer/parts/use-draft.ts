import { useEffect, useState } from 'preact/hooks';
import { type Draft, readAddress, writeAddress } from '../query/address.ts';

/** How long nobody types before the address follows: then "back" is a step that somebody means. */
const PAUSE_MS = 800;

/**
 * What is asked, kept in the page's address: a reload keeps it, a link shows it to others, and the browser's
 * "back" takes a change back.
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
    if (readAddress(location.hash) === null) history.replaceState(null, '', writeAddress(draft));
    if (isKept(draft)) return undefined;
    const timer = setTimeout(() => {
      history.pushState(null, '', writeAddress(draft));
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

/** Whether the address holds a draft. */
function isKept(draft: Draft): boolean {
  const kept = readAddress(location.hash);
  return kept === null || writeAddress(kept) === writeAddress(draft);
}
