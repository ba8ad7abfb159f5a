import type { Problems } from './problems.ts';
import { givenText, type RawInputs } from './raw.ts';

/** What `on-missing-token` says for a run without an api-token: null when there is one. */
export function missingToken(raw: RawInputs, fromFork: boolean): 'fail' | 'skip' | null {
  if (givenText(raw, 'api-token') !== '') return null;
  const policy = givenText(raw, 'on-missing-token');
  if (policy === 'skip' || policy === 'fail') return policy;
  return fromFork ? 'skip' : 'fail';
}

/** Notes that the api-token is missing where that fails the run. */
export function noteMissingToken(problems: Problems): void {
  problems.add({
    at: 'api-token',
    why: 'is empty',
    expected:
      "a personal access token of the query service (made in the dashboard's user settings, on a paid plan), kept as a secret of the repository and passed as api-token: ${{ secrets.NAME_OF_THE_SECRET }}",
  });
}
