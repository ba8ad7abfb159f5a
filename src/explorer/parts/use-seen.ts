import { useEffect, useRef, useState } from 'preact/hooks';

/** Whether an element has been on the screen. */
export function useSeen<T extends HTMLElement>() {
  const place = useRef<T>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current !== null) watching.observe(place.current);
    return () => {
      watching.disconnect();
    };
  }, []);
  return { place, isSeen };
}
