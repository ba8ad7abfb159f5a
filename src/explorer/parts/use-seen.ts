import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Which of the items below a place were on the screen since it was made: the `data-name` of each. `shown`
 * says which are there.
 */
export function useSeen<T extends HTMLElement>(shown: readonly string[]) {
  const place = useRef<T>(null);
  const [seenNames, setSeenNames] = useState<ReadonlySet<string>>(new Set());
  const names = JSON.stringify(shown);
  useEffect(() => {
    const watching = new IntersectionObserver((entries) => {
      const newNames = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => nameOf(target));
      if (newNames.length > 0) setSeenNames((before) => new Set([...before, ...newNames]));
    });
    for (const item of place.current?.querySelectorAll('[data-name]') ?? []) watching.observe(item);
    return () => {
      watching.disconnect();
    };
  }, [names]);
  return { place, seenNames };
}

function nameOf(item: Element): string {
  return item.getAttribute('data-name') ?? '';
}
