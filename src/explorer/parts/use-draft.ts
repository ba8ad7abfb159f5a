// Keeps what is typed on the page "Ask" in the address, so that a link opens the same question.
import { useEffect, useState } from 'preact/hooks';
import { type Draft, readAddress, writeAddress } from '../query/address.ts';
import { useBack } from './use-fragment.ts';

/** How long nobody types before the address follows: then "back" is a step that someone means. */
const PAUSE_MS = 800;

/**
 * The question, kept in the page's address: a reload keeps it, a link shows it to others, and the browser's
 * "back" undoes the last change.
 */
export function useDraft(first: () => Draft) {
  const [draft, setDraft] = useState(() => readAddress(location.hash) ?? first());
  useEffect(() => {
    const [address, kept] = [writeAddress(draft), readAddress(location.hash)];
    // The page was just opened: its address gets the question, and "back" leaves the page.
    if (kept === null) history.replaceState(null, '', address);
    // Nothing has changed, or "back" has brought the question of the address.
    if (kept === null || writeAddress(kept) === address) return undefined;
    // Something was typed.
    const timer = setTimeout(() => {
      history.pushState(null, '', address);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [draft]);
  useBack(() => {
    const earlierDraft = readAddress(location.hash);
    if (earlierDraft !== null) setDraft(earlierDraft);
  });
  const change = (changes: Partial<Draft>): void => {
    setDraft((present) => ({ ...present, ...changes }));
  };
  return { draft, change };
}
