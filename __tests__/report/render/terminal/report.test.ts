import stringWidth from 'string-width';
import { renderTerminal } from '../../../../src/report/render/terminal/report.ts';
import fc from '../../../support/properties.ts';
import { hostile } from '../../../support/render/tricks.ts';
import { days, failed, ranking, report, row } from '../../../support/render/results.ts';

test('a report for a terminal keeps to its width and holds no control character, whatever the values are', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 20 }), fc.integer({ min: 60, max: 160 }), (keys, width) => {
      const rows = keys.map((key, index) => row(index + 1, key, keys.length - index, 0.1));
      const insights = [ranking(rows, { title: 'T' }), days([1, 2, 3]), failed(keys.join(' '))];
      const text = renderTerminal(report(insights), { width, color: false });
      expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
      const tables = text.split('\n').filter((line) => line.startsWith('    '));
      for (const line of tables) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('a report for a terminal has colours only if they are requested', () => {
  const results = report([ranking([row(1, 'a\u001b[31m', 2), row(2, null, 1)])]);
  const plain = renderTerminal(results, { width: 80, color: false });
  const colored = renderTerminal(results, { width: 80, color: true });
  expect(plain).not.toContain('\u001b');
  // oxlint-disable-next-line no-control-regex -- these are the escape sequences in question
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  expect(colored).toContain('a␛[31m');
});

test('in a terminal, the text about the rows left out is complete, and extends over several key columns', () => {
  const one = ranking([row(1, 'a', 5), row(2, 'b', 4), row(3, 'c', 3)], { top: 1 });
  const three = ['a', 'b', 'c'].map((part, index) => ({
    ...row(index + 1, part, 5 - index),
    parts: [part, 'x', 'y'],
  }));
  const several = ranking(three, { top: 1, dimensions: ['k', 'l', 'mnopqrstuvw'] });
  for (const insight of [one, several]) {
    const text = renderTerminal(report([insight]), { width: 80, color: false });
    expect(text).toMatch(/ {7}Other \(2 more\) +7\n/);
  }
});

test('in a wide terminal, narrow key columns are widened for the text about the rows left out', () => {
  const three = ['a', 'b', 'c'].map((part, index) => ({
    ...row(index + 1, part, 5 - index),
    parts: [part, 'x'],
  }));
  const insight = ranking(three, { top: 1, dimensions: ['k', 'l'] });
  const lines = renderTerminal(report([insight]), { width: 80, color: false }).split('\n');
  const [head = '', , rest = ''] = lines.slice(lines.findIndex((line) => line.includes('#')));
  expect(rest.trim()).toMatch(/^Other \(2 more\) +7$/);
  expect(rest.length).toBe(head.length);
});

test('in a narrow terminal, the trend is left out before keys are cut', () => {
  const trending = { ...row(1, 'k'.repeat(50), 5), history: [3, 4, 5] };
  const text = renderTerminal(report([ranking([trending])]), { width: 60, color: false });
  expect(text).not.toMatch(/…$/m);
});
