import { expect, test } from '@jest/globals';
import { buildRunView } from '../../../src/render/view/report.ts';

const RUN = { url: 'https://github.com/octo/app/actions/runs/16438742981', id: '16438742981', attempt: 1 };

test('a run is named as GitHub shows it, as far as that is known', () => {
  expect(buildRunView({ run: { ...RUN, number: '57', workflow: 'Weekly metrics' } })?.name).toBe(
    'run 57 of Weekly metrics',
  );
  expect(buildRunView({ run: { ...RUN, number: '57' } })?.name).toBe('run 57');
  // In a results file of an earlier version, or from some runners, the number is unknown. An id is of no use to people.
  expect(buildRunView({ run: RUN })).toEqual({ ...RUN, name: 'run' });
  expect(buildRunView({ run: null })).toBeNull();
});
