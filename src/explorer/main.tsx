import { render } from 'preact';
import { App } from './parts/app.tsx';

const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';

const place = document.getElementById('explorer');
if (place !== null) render(<App />, place);
