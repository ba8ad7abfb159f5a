// The explorer's page begins here: sets the theme and draws `App`. scripts/explorer.mjs bundles it; `serve`
// and `explore` send it to the browser.
import { render } from 'preact';
import { App } from './parts/app.tsx';

const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';

const root = document.getElementById('explorer');
if (root !== null) render(<App />, root);
