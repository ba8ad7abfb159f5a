// The part of the address after `#`, which holds the page and its state, as a state of the page.
import { useEffect, useState } from 'preact/hooks';

/** The address's fragment, which names the page and its state, and how to go to another one. */
export function useFragment(): readonly [string, (fragment: string, isReplaced: boolean) => void] {
  const [fragment, setFragment] = useState(location.hash);
  useBack(() => {
    setFragment(location.hash);
  });
  const go = (next: string, isReplaced: boolean): void => {
    if (isReplaced) history.replaceState(null, '', next);
    else if (next !== location.hash) history.pushState(null, '', next);
    setFragment(next);
  };
  return [fragment, go];
}

/** Calls `follow` when the browser's "back" or "forward", or a link, has changed the address. */
export function useBack(follow: () => void): void {
  useEffect(() => {
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
    };
  }, []);
}
