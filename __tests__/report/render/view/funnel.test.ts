import { buildView } from '../../../../src/report/render/view/report.ts';
import { ranking, report, row } from '../../../support/render/results.ts';

function funnel(...users: readonly (number | null)[]) {
  const rows = users.map((value, index) => row(index + 1, `step ${index + 1}`, value));
  const insight = ranking(rows, {
    queryType: 'funnel',
    unit: 'users',
    metric: 'Users',
    dimensions: ['step'],
  });
  return buildView(report([insight]), 'file', null).insights[0]?.funnel;
}

test('the narrowest step is the one with the smallest part of the step before', () => {
  expect(funnel(100, 50, 20, 18)).toMatchObject({
    rate: 0.18,
    narrowestRate: 0.4,
    narrowest: { key: 'step 3' },
  });
});

test('the narrowest step is unknown if a small step was left out', () => {
  expect(funnel(95, 49, null, 0)).toMatchObject({ rate: 0, narrowestRate: null, narrowest: null });
});

test('a step after one that nobody reached is not the narrowest', () => {
  expect(funnel(90, 45, 0, 0)).toMatchObject({ rate: 0, narrowestRate: 0, narrowest: { key: 'step 3' } });
  expect(funnel(0, 0, 0)).toBeNull();
});
