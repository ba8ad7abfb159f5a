import { useEffect, useState } from 'preact/hooks';
import { type Draft, readAddress, writeAddress } from '../query/address.ts';

/** How long nobody types before the address follows: then "back" is a step that someone means. */
const PAUSE_MS = 800;

/**
 * The question, kept in the page's address: a reload keeps it, a link shows it to others, and `undo` is the
 * browser's "back", as long as that leads to an earlier question of this page.
 */
export function useDraft(first: () => Draft) {
  const [draft, setDraft] = useState(() => readAddress(location.hash) ?? first());
  // A text that the editor did not type itself.
  const [replacement, replace] = useState({ text: draft.text });
  const show = (next: Draft): void => {
    setDraft(next);
    replace({ text: next.text });
  };
  useEffect(() => {
    if (readAddress(location.hash) === null) history.replaceState(null, '', writeAddress(draft));
    if (replacedBy(draft) === null) return undefined;
    const timer = setTimeout(() => {
      history.pushState(changesBefore() + 1, '', writeAddress(draft));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [draft]);
  useEffect(() => {
    const follow = (): void => {
      const earlierDraft = readAddress(location.hash);
      if (earlierDraft !== null) show(earlierDraft);
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
  const undo = (): void => {
    const kept = replacedBy(draft);
    if (kept === null) history.back();
    else show(kept);
  };
  const canUndo = replacedBy(draft) !== null || changesBefore() > 0;
  return { draft, change, replacement, undo: canUndo ? undo : null };
}

/** What the address still holds of a draft that was changed a moment ago; null if it holds the draft. */
function replacedBy(draft: Draft): Draft | null {
  const kept = readAddress(location.hash);
  return kept === null || writeAddress(kept) === writeAddress(draft) ? null : kept;
}

/** How many changes led to the entry of the browser's history that is shown. */
function changesBefore(): number {
  const state: unknown = history.state;
  return typeof state === 'number' ? state : 0;
}
