import { render } from 'preact';
import { App } from './parts/app.tsx';

const place = document.getElementById('explorer');
if (place !== null) render(<App />, place);
