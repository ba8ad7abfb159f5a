import { renderMarkdownTable } from '../../../../../src/report/render/markdown/table.ts';
import { sentenceAsText } from '../../../../../src/report/render/view/sentences/sentence.ts';
import { buildView } from '../../../../../src/report/render/view/report.ts';
import { ranking, report, row } from '../../../../support/render/results.ts';

function funnelOf(...users: readonly (number | null)[]) {
  const rows = users.map((value, index) => row(index + 1, `step ${index + 1}`, value));
  const insight = ranking(rows, {
    queryType: 'funnel',
    unit: 'users',
    metric: 'Users',
    dimensions: ['step'],
  });
  return buildView(report([insight]), 'file', null).insights[0];
}

const funnel = (...users: readonly (number | null)[]) => funnelOf(...users)?.funnel;

test('the narrowest step is the one with the smallest part of the step before', () => {
  expect(funnel(100, 50, 20, 18)).toMatchObject({
    rate: 0.18,
    narrowestRate: 0.4,
    narrowest: { key: 'step 3' },
    before: { key: 'step 2' },
  });
});

test('the narrowest step is unknown if a small step was left out', () => {
  expect(funnel(95, 49, null, 0)).toMatchObject({ rate: 0, narrowestRate: null, narrowest: null });
});

test('the biggest drop-off is named by its two steps, and each step says how many users it lost', () => {
  const insight = funnelOf(100, 50, 20, 18);
  expect(sentenceAsText(insight?.says.glance ?? null)).toContain(
    '; biggest drop-off: step 2 → step 3 (40.0% continue).',
  );
  expect(renderMarkdownTable(insight!, 'en-US')).toMatch(/\| Drop-off \|[^]*\| step 3 \| 20 \|.*\| 30 \|/);
});

test('a funnel says with one word how many go on, to its end and at each step', () => {
  const insight = funnelOf(100, 50, 20);
  expect(sentenceAsText(insight?.says.glance ?? null)).toBe(
    '20.0% of 100 users did all 3 steps from step 1 to step 3; biggest drop-off: step 2 → step 3 (40.0% continue).',
  );
  expect(insight?.columns.map(({ title }) => title)).toContain('Continue');
  expect(sentenceAsText(insight?.says.lead ?? null)).toBe('20.0% did every step');
  expect(sentenceAsText(funnelOf(100, 50)?.says.glance ?? null)).toBe(
    '50.0% of 100 users did both step 1 and step 2.',
  );
});

test('a step after one that nobody reached is not the narrowest', () => {
  expect(funnel(90, 45, 0, 0)).toMatchObject({ rate: 0, narrowestRate: 0, narrowest: { key: 'step 3' } });
  expect(funnel(0, 0, 0)).toBeNull();
});

test('a rate has not changed if users who came last may only need more time for the last step', () => {
  const rateBefore = (begun: number, ended: number) => {
    const rows = [
      { ...row(1, 'trial', begun), previous: 400 },
      { ...row(2, 'bought', ended), previous: 200 },
    ];
    const insight = ranking(rows, { queryType: 'funnel', unit: 'users', dimensions: ['step'] });
    return buildView(report([insight]), 'file', null).insights[0]?.funnel?.previousRate;
  };
  expect([rateBefore(900, 250), rateBefore(250, 190)]).toEqual([null, null]);
  expect([rateBefore(900, 180), rateBefore(400, 250), rateBefore(800, 400)]).toEqual([0.5, 0.5, 0.5]);
});
