import type { Results } from '../results.ts';
import { display } from './display.ts';
import type { RunView } from './view.ts';

/** The workflow run as a template sees it; null outside Actions. */
export function runView({ run }: Pick<Results, 'run'>): RunView | null {
  if (run === null) return null;
  const number = run.number === undefined ? 'run' : `run ${run.number}`;
  const name = run.workflow === undefined ? number : `${number} of ${display(run.workflow)}`;
  return { url: run.url, id: run.id, attempt: run.attempt, name };
}
