import { SaxesParser } from 'saxes';
import { badgeJson, badgeSvg, buildBadge } from '../../../src/report/render/badge.ts';
import { conclude, concludeReport } from '../../../src/report/gate/conclude.ts';
import type { Conclusion, Results, Verdict } from '../../../src/report/results/results.ts';
import fc, { runs } from '../../support/properties.ts';
import { failed, ranking, report, row, verdict } from '../../support/render/results.ts';

/**
 * Parses a picture as XML does, strictly: its elements' names, the attributes of the first, and all texts.
 */
function parseSvg(svg: string) {
  const names: string[] = [];
  const texts: string[] = [];
  let root: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (names.length === 0) root = { ...attributes };
    names.push(name);
  });
  parser.on('text', (text) => {
    if (text.trim() !== '') texts.push(text);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return { names, root, texts };
}

function gated(thresholds: readonly Verdict[], more: Partial<Results> = {}) {
  const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' };
  const devices = ranking([row(1, 'iPhone15,3', 12_450)], { compare, previousTotal: 12_075 });
  return report([devices], { thresholds, conclusion: conclude(thresholds), ...more });
}

const badgeOf = (results: Results) => buildBadge([results], results.conclusion);

test('a single gate is shown with its name, its outcome and its value', () => {
  const gate = verdict('failed', { title: 'iOS 15 is rare', valueText: '2.4%' });
  expect(badgeOf(gated([gate]))).toMatchObject({ label: 'iOS 15 is rare', message: 'failed, 2.4%' });
});

test('several gates are counted, the worst first, in the colour of the worst', () => {
  const badge = badgeOf(gated([verdict('passed'), verdict('failed'), verdict('passed')]));
  expect(badge).toMatchObject({ label: 'Weekly usage', message: '1 gate failed, 2 passed' });
  expect(badgeOf(gated([verdict('failed'), verdict('failed')])).message).toBe('2 gates failed');
  expect(badge.color).toBe(badgeOf(gated([verdict('failed')])).color);
  expect(badge.color).not.toBe(badgeOf(gated([verdict('passed')])).color);
});

test("a badge without gates shows the first insight's number", () => {
  expect(badgeOf(gated([]))).toMatchObject({ label: 'Devices', message: '12,450 events · ▲ 3.1%' });
  expect(badgeOf(report([failed('gone')]))).toMatchObject({
    label: 'Weekly usage',
    message: 'no data',
  });
});

test('a run that could report nothing says so in grey, unless a gate is open for that reason', () => {
  const open = [verdict('inconclusive')];
  expect(concludeReport(report([failed('gone')]))).toBe('error');
  expect(concludeReport(report([failed('gone')], { releases: [failed('stability')] }))).toBe('error');
  expect(concludeReport(report([failed('gone'), ranking([row(1, 'a', 3)])]))).toBe('neutral');
  expect(concludeReport(report([failed('gone')], { thresholds: open }))).toBe('inconclusive');
  expect(concludeReport(report([]))).toBe('neutral');
  const results = report([failed('gone')], { conclusion: 'error' });
  expect(badgeOf(results)).toMatchObject({ label: 'Weekly usage', message: 'no data', color: '#57606a' });
});

test('a run that could not begin and one that was skipped say so', () => {
  expect(badgeOf(report([], { conclusion: 'error' })).message).toBe('no data');
  expect(badgeOf(report([], { conclusion: 'skipped' })).message).toBe('skipped');
});

describe('whatever the titles hold', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      ']]>',
      '<!--',
      '-->',
      '&amp;',
      '&#0;',
      '"/><script>',
      "'",
      '\u0000',
      '\ud800',
      '\uffff',
      '\u202e',
    ),
  );
  const hostile = fc.array(unit, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));

  test('the SVG is valid XML that shows and names both texts, and the JSON is what shields takes', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.boolean(), (title, value, isGate) => {
        const gates = isGate ? [verdict('failed', { title, valueText: value })] : [];
        const results = { ...gated(gates), insights: [ranking([row(1, 'a', 3)], { title })] };
        const badge = badgeOf(results);
        const { names, root, texts } = parseSvg(badgeSvg(badge));
        expect(names).toEqual(['svg', 'title', 'clipPath', 'rect', 'g', 'rect', 'rect', 'g', 'text', 'text']);
        const [shown, label, message] = texts;
        expect([root['role'], root['aria-label']]).toEqual(['img', shown]);
        expect(shown).toBe(`${label}: ${message}`);
        const json = JSON.parse(badgeJson(badge)) as Record<string, unknown>;
        expect(json).toEqual({
          schemaVersion: 1,
          label: badge.label,
          message: badge.message,
          color: badge.color.slice(1),
        });
        expect(String(json['message'])).not.toBe('');
        expect(Array.from(badge.label).length).toBeLessThanOrEqual(60);
      }),
      { numRuns: runs(3000, 200) },
    );
  });
});

/** Relative luminance and contrast as WCAG 2 defines them. */
function contrastWithWhite(color: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

test('the white text of a badge has a contrast of 4.5 at least with every background', () => {
  const conclusions: Conclusion[] = [
    'error',
    'failed',
    'inconclusive',
    'warned',
    'passed',
    'neutral',
    'skipped',
  ];
  const svgs = conclusions.map((conclusion) => badgeSvg(buildBadge([gated([])], conclusion)));
  const fills = svgs.flatMap((svg) =>
    [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, fill = '']) => fill),
  );
  expect(new Set(fills).size).toBeGreaterThan(5);
  for (const fill of fills) expect(contrastWithWhite(fill)).toBeGreaterThanOrEqual(4.5);
});
