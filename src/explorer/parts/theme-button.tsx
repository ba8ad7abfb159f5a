import { useEffect, useState } from 'preact/hooks';

/** Changes between the light and the dark theme; the page begins with the system's. */
export function ThemeButton() {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  }, [isDark]);
  return (
    <button
      aria-pressed={isDark}
      onClick={() => {
        setDark(!isDark);
      }}
    >
      Dark
    </button>
  );
}
