import { readResultsFile } from '../../../src/cli/preview/results-file.ts';
import { REPORTS } from '../../golden/reports.ts';

test.each(Object.entries(REPORTS))('the results of %s are read as they were written', (_, results) => {
  const text = JSON.stringify(results);
  expect(JSON.stringify(readResultsFile('r.json', () => text))).toBe(`[${text}]`);
});

test('a file of several reports gives all of them', () => {
  const text = JSON.stringify({
    schema: 1,
    conclusion: 'neutral',
    reports: [REPORTS['plain'], REPORTS['gates']],
  });
  expect(readResultsFile('r.json', () => text)).toEqual([REPORTS['plain'], REPORTS['gates']]);
});

const PLAIN = REPORTS['plain']!;

test('a file of an earlier version is read, and so is one of a later version with further keys', () => {
  const compare = { start: PLAIN.generatedAt, end: PLAIN.generatedAt };
  const insights = PLAIN.insights.map((insight) => ({ ...insight, compare, later: 1 }));
  const text = JSON.stringify({ ...PLAIN, insights, later: { deep: true } });
  expect(JSON.stringify(readResultsFile('r.json', () => text))).toBe(`[${text}]`);
});

test.each([
  ['{', 'r.json is not JSON'],
  ['[]', 'r.json is not a results file: schema is missing'],
  [JSON.stringify({ schema: 1, conclusion: 'passed', reports: [{}] }), 'reports.0.schema is missing'],
  [JSON.stringify({ ...PLAIN, title: 7 }), 'title is 7; expected string'],
  [
    JSON.stringify({ ...PLAIN, insights: [{ ...PLAIN.insights[0], rows: [{}] }] }),
    'insights.0.rows.0.key is missing',
  ],
])('the results file %.60j is refused', (text, message) => {
  expect(() => readResultsFile('r.json', () => text)).toThrow(message);
});

test('a missing file is reported as such', () => {
  const read = () => {
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  };
  expect(() => readResultsFile('r.json', read)).toThrow('r.json cannot be read: there is no such file');
});
