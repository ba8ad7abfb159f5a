import { buildView } from '../../../../src/report/render/view/report.ts';
import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import { ranking, report, row } from '../../../support/render/results.ts';

function headingsOf(insight: ReportedInsight) {
  const [view] = buildView(report([insight]), 'summary', null).insights;
  return view?.columns.map(({ title }) => title) ?? [];
}

function table(dimensions: readonly string[], outputs: readonly string[]) {
  const values = Object.fromEntries(outputs.map((name) => [name, 2]));
  return ranking([{ ...row(1, 'a', 2), parts: dimensions, values }], { dimensions, outputs });
}

test.each([
  ['TelemetryDeck.Device.modelName', 'Model name'],
  ['plan', 'Plan'],
  ['country_code', 'Country code'],
  ['os', 'OS'],
  ['sessionId', 'Session ID'],
  ['isTestMode', 'Is test mode'],
  // What is not plainly words stays as its author wrote it.
  ['iOSVersion', 'iOSVersion'],
  ['Average price (€)', 'Average price (€)'],
  ['p95_', 'p95_'],
  ['日本', '日本'],
])('the heading of the column %s is %s', (name, heading) => {
  expect(headingsOf(table([name], ['count']))).toContain(heading);
  expect(headingsOf(table(['other'], ['count', name]))).toContain(heading);
});

test('names that would have the same heading are shown whole', () => {
  expect(headingsOf(table(['Old.modelName', 'New.model_name'], ['count']))).toEqual(
    expect.arrayContaining(['Old.modelName', 'New.model_name']),
  );
});

test('a name next to a column of the report with the same heading is shown unchanged', () => {
  const insight = ranking([{ ...row(1, 'a', 2, 1), values: { share: 1, events: 3 } }], {
    dimensions: ['plan'],
    outputs: ['count', 'share', 'events'],
  });
  expect(headingsOf(insight)).toEqual(['#', 'Plan', 'Events', 'Share', 'share', 'events']);
});

test('only the event time of a scan is headed as its time', () => {
  const insight = ranking([row(1, 'a', 2)], {
    queryType: 'scan',
    dimensions: [],
    outputs: ['__time', 'price'],
  });
  expect(headingsOf(insight)).toEqual(expect.arrayContaining(['Time', 'Price']));
});
