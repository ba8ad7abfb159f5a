import { expect, test } from '@jest/globals';
import { buildView } from '../../../src/render/view/report.ts';
import { ranking, report, row } from '../../support/render/results.ts';

function funnel(...users: readonly (number | null)[]) {
  const rows = users.map((value, index) => row(index + 1, `step ${index + 1}`, value));
  const insight = ranking(rows, { queryType: 'funnel', unit: 'users', metric: 'Users', dimensions: ['step'] });
  return buildView(report([insight]), 'file', null).insights[0]?.funnel;
}

test('the step that fewest go on to is the one with the least of the step before', () => {
  expect(funnel(100, 50, 20, 18)).toMatchObject({ rate: 0.18, narrowestRate: 0.4, narrowest: { key: 'step 3' } });
});

test('where a step is left out for being small, nobody knows which that is', () => {
  expect(funnel(95, 49, null, 0)).toMatchObject({ rate: 0, narrowestRate: null, narrowest: null });
});

test('after a step that nobody reached there is no way on that could be the narrowest', () => {
  expect(funnel(90, 45, 0, 0)).toMatchObject({ rate: 0, narrowestRate: 0, narrowest: { key: 'step 3' } });
  expect(funnel(0, 0, 0)).toBeNull();
});
