import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import fc, { runs } from '../../../support/properties.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import { renderLineDiagram, renderPieDiagram } from '../../../../src/report/render/view/diagram.ts';
import { REPORTS } from '../../../golden/reports.ts';
import { hostile } from '../../../support/render/tricks.ts';
import { days, ranking, report, row } from '../../../support/render/results.ts';
import { asQuery } from '../../../support/as-query.ts';

// Mermaid's build for browsers wants a document as it starts; its grammars do not need one.
const browser = createContext({
  ...{ AbortController, performance, structuredClone, TextEncoder, URL },
  document: { nodeType: 9, createElement: () => ({}) },
  Element: Object,
  addEventListener: () => undefined,
});
const build = new URL('../../../../node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js', import.meta.url);
runInContext(`globalThis.window = globalThis; ${readFileSync(build, 'utf8')}`, browser);
const { parse } = runInContext('mermaid', browser) as { parse: (diagram: string) => Promise<unknown> };

const points = (values: readonly number[]) =>
  values.map((value, index) => ({ label: `day ${index}`, value }));

test('a diagram over time is readable for Mermaid', async () => {
  const diagram = renderLineDiagram(points([4402, 3871, 4103]), 'Users');
  expect(diagram).toBe(
    'xychart-beta\n  x-axis ["day 0", "day 1", "day 2"]\n  y-axis "Users" 0 --> 4402\n  bar [4402, 3871, 4103]\n%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "steelblue"}}}}%%',
  );
  await expect(parse(diagram)).resolves.toMatchObject({ diagramType: 'xychart' });
  await expect(parse('xychart-beta\n  bar [')).rejects.toThrow();
});

test.each([
  ['nothing', []],
  ['too little', [1, 2]],
  ['zeros alone', [0, 0, 0, 0]],
  ['infinities', [1, Infinity, 3]],
  ['numbers that would take an exponent', [1e15, 1, 2]],
])('a diagram over time is not drawn for %s', (_, values) => {
  expect(renderLineDiagram(points(values), 'x')).toBe('');
});

test('a diagram over time is a line if values are negative, since bars would start at the lowest one', async () => {
  const diagram = renderLineDiagram(points([-5, 3, -9]), 'x');
  expect(diagram).toContain('y-axis "x" -9 --> 3\n  line [-5, 3, -9]');
  await parse(diagram);
});

test('a diagram over time has fewer labels if their characters are wide', () => {
  const written = (label: (index: number) => string) =>
    renderLineDiagram(
      Array.from({ length: 20 }, (_, index) => ({ label: label(index), value: index })),
      'x',
    ).match(/\d日|d\d/g)?.length ?? 0;
  // With 2 between them 20 labels of 7 take 180 columns, every second fits into 90; of 11 or 12 they take
  // 270, every third fits.
  expect([
    written((index) => `Nov d${index % 10}${'abcdefghijklmnopqrst'[index]!}`),
    written((index) => `十一月十${index}日`),
  ]).toEqual([10, 7]);
});

test('a diagram over time has only the latest of many points, each at its own place', async () => {
  const diagram = renderLineDiagram(points(Array.from({ length: 100 }, (_, index) => index - 50)), 'x');
  const labels = /x-axis \[(.*)\]/.exec(diagram)![1]!.split(', ');
  // Mermaid trims labels, and draws equal ones at one place.
  expect(new Set(labels.map((label) => label.slice(1, -1).trim())).size).toBe(31);
  expect(labels.filter((label) => label.includes('day')).length).toBeLessThanOrEqual(12);
  expect(diagram).toContain('y-axis "x" 0 --> 49\n  line [19, 20,');
  await parse(diagram);
});

describe('a pie', () => {
  const rows = (values: readonly number[]) =>
    buildView(
      report([ranking(values.map((value, index) => row(index + 1, `k${index}`, value, 0.1)))]),
      'file',
      null,
    ).insights[0]!.rows;

  test('a pie has the first slices and the rest', async () => {
    const diagram = renderPieDiagram(rows([9, 8, 7, 6, 5, 4, 3, 2, 1]), 45);
    expect(diagram.split('\n')).toEqual([
      'pie',
      ...[9, 8, 7, 6, 5, 4, 3].map((value, index) => `  "k${index}" : ${value}`),
      '  "Other" : 3',
    ]);
    await expect(parse(diagram)).resolves.toMatchObject({ diagramType: 'pie' });
  });

  test('a pie is drawn only for values that add up: for events, not for users, who may have several devices', () => {
    const diagramOf = (type: string) => {
      const query = asQuery({ queryType: 'topN', aggregations: [{ type, name: 'count' }] });
      const insight = ranking([row(1, 'a', 6, 0.6), row(2, 'b', 5, 0.4)], { total: 12, query, cutOff: true });
      return buildView(report([insight]), 'file', null).insights[0]!.diagram;
    };
    expect(diagramOf('eventCount')).toContain('"a" : 6');
    expect(diagramOf('userCount')).toBe('');
  });

  test('a pie adds up slices whose labels differ only in blanks at the ends, which Mermaid would draw as one', () => {
    const keys = ['a', ' a', 'b'];
    const insight = ranking(keys.map((key, index) => row(index + 1, key, 3 - index, 0.1)));
    expect(buildView(report([insight]), 'file', null).insights[0]!.diagram).toBe('pie\n  "a" : 5\n  "b" : 1');
  });

  test.each([
    ['negative parts', [3, -1], 2],
    ['one part', [3], 3],
    ['no total', [3, 2], null],
    ['nothing', [], 0],
  ])('a pie is not drawn for %s', (_, values, total) => {
    expect(renderPieDiagram(rows(values), total)).toBe('');
  });
});

test('Mermaid can read a diagram with any labels and titles, and nothing in it notifies anybody', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { minLength: 3, maxLength: 8 }),
      fc.array(fc.double({ min: -1e6, max: 1e6 }), { minLength: 8, maxLength: 8 }),
      async (labels, values) => {
        const line = renderLineDiagram(
          labels.map((label, index) => ({ label, value: values[index]! })),
          labels[0]!,
        );
        const keyed = ranking(
          labels.map((label, index) => row(index + 1, label, Math.abs(values[index]!) + 1, 0.1)),
        );
        const pie = renderPieDiagram(buildView(report([keyed]), 'file', null).insights[0]!.rows, keyed.total);
        for (const diagram of [line, pie].filter((each) => each !== '')) {
          await parse(diagram);
          expect(diagram.replace(/\n%%.*$/, '')).not.toMatch(
            /[@#;`<&%]|:\/\/|\p{Bidi_Control}|(?!\n)\p{Cc}/u,
          );
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test('Mermaid can read every diagram of the golden reports', async () => {
  const diagrams = Object.values({ ...REPORTS, days: report([days([1, 2, 3, 4])]) })
    .flatMap((results) => buildView(results, 'file', null).insights)
    .map(({ diagram }) => diagram)
    .filter((diagram) => diagram !== '');
  expect(diagrams.length).toBeGreaterThan(5);
  for (const diagram of diagrams) await parse(diagram);
});
