import { useEffect, useState } from 'preact/hooks';

/** The address's fragment, which names the page and its state, and how to go to another one. */
export function useFragment(): readonly [string, (fragment: string, isReplaced: boolean) => void] {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => {
      setFragment(location.hash);
    };
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
    };
  }, []);
  const go = (next: string, isReplaced: boolean): void => {
    if (isReplaced) history.replaceState(null, '', next);
    else if (next !== location.hash) history.pushState(null, '', next);
    setFragment(next);
  };
  return [fragment, go];
}
