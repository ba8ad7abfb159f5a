import fc, { runs } from '../../support/properties.ts';
import type { Results } from '../../../src/report/results/results.ts';
import { renderReport, type RenderOptions } from '../../../src/report/render/report.ts';
import { cmark, testWithCmark } from '../../support/render/cmark.ts';
import { hostile } from '../../support/render/tricks.ts';
import { days, failed, ranking, report, row } from '../../support/render/results.ts';

/** Room for a page that only says that the report does not fit. */
const LEAST_UNITS = 200;

const LINKS = { whole: 'https://github.com/acme/app/actions/runs/1' };

function options(count: number | null, more: Partial<RenderOptions> = {}): RenderOptions {
  const limit = count === null ? null : ({ units: 'utf16', count } as const);
  return {
    template: { kind: 'builtin', name: 'report' },
    destination: 'issue',
    limit,
    links: LINKS,
    ...more,
  };
}

function table(count: number, name = 'devices'): ReturnType<typeof ranking> {
  const rows = Array.from({ length: count }, (_, index) =>
    row(index + 1, `${name} ${index + 1}`, count - index, 1 / count),
  );
  return ranking(rows, { name, title: name, top: count });
}

test('a report that does not fit loses its queries first', async () => {
  const whole = await renderReport(report([table(10)]), options(null));
  const fitted = await renderReport(report([table(10)]), options(whole.markdown.length - 1));
  expect(fitted).toMatchObject({ rowsNotShown: 0, sectionsNotShown: 0 });
  expect(fitted.markdown).toContain('**Queries not shown** to stay within');
  expect(fitted.markdown).toContain('| devices 10 |');
});

test('a report that does not fit loses rows from the end next, and says how many directly before its footer', async () => {
  const fitted = await renderReport(report([table(2000)]), options(20_000));
  expect(fitted.markdown.length).toBeLessThanOrEqual(20_000);
  expect(fitted.markdown.length).toBeGreaterThan(19_900);
  const shown = [...fitted.markdown.matchAll(/^\| devices (\d+) \|/gm)].map((match) => Number(match[1]));
  expect(shown).toEqual(Array.from({ length: 2000 - fitted.rowsNotShown }, (_, index) => index + 1));
  const notice = `**${fitted.rowsNotShown} rows not shown** to stay within what this place can hold. [The whole report](<${LINKS.whole}>).`;
  expect(fitted.markdown).toContain(`\n\n${notice}\n\n---\n\n<sub>`);
});

test('a report that does not fit loses rows of its longest tables, so that each keeps its first ones', async () => {
  const fitted = await renderReport(
    report([table(500, 'first'), table(5, 'second'), table(500, 'third')]),
    options(12_000),
  );
  const count = (name: string): number =>
    [...fitted.markdown.matchAll(new RegExp(`\\| ${name} \\d+ \\|`, 'g'))].length;
  expect(count('second')).toBe(5);
  expect(Math.abs(count('first') - count('third'))).toBeLessThanOrEqual(1);
  expect(fitted.rowsNotShown).toBe(1005 - count('first') - count('second') - count('third'));
});

test('a report that does not fit loses whole sections from the end last', async () => {
  const many = Array.from({ length: 200 }, (_, index) => table(2, `insight ${index}`));
  const fitted = await renderReport(report(many), options(3000));
  expect(fitted.markdown.length).toBeLessThanOrEqual(3000);
  expect(fitted.sectionsNotShown).toBeGreaterThan(100);
  expect(fitted.markdown).toContain(`**400 rows and ${fitted.sectionsNotShown} sections not shown**`);
  expect(fitted.markdown).toContain(`<b>insight ${199 - fitted.sectionsNotShown}</b>`);
  expect(fitted.markdown).not.toContain(`<b>insight ${200 - fitted.sectionsNotShown}</b>`);
});

test('a report that does not fit keeps the latest buckets of a timeseries', async () => {
  const series = days(
    Array.from({ length: 300 }, (_, index) => index),
    { top: 300 },
  );
  const fitted = await renderReport(report([series], { generatedAt: '2028-01-01T00:00:00Z' }), options(4000));
  expect(fitted.markdown).not.toContain('Nov 9, 2026 |');
  expect(fitted.markdown).toMatch(/<sub>\d+ earlier<\/sub>/);
});

test('a report that does not fit is measured in bytes if the destination counts bytes', async () => {
  const limit = { units: 'bytes', count: 20_000 } as const;
  const fitted = await renderReport(report([table(2000)]), options(null, { limit, links: { whole: null } }));
  expect(Buffer.byteLength(fitted.markdown)).toBeLessThanOrEqual(20_000);
  expect(Buffer.byteLength(fitted.markdown)).toBeGreaterThan(19_800);
  expect(fitted.markdown).toContain('The whole report is the file that the output `report-path` names.');
});

test("a report that does not fit says so at the end if a user's template does not", async () => {
  const template = {
    kind: 'file',
    name: './mine.hbs',
    source: '# Mine\n\n{{#each insights}}{{table this}}\n{{/each}}',
  } as const;
  const fitted = await renderReport(report([table(500)]), options(5000, { template }));
  expect(fitted.markdown.length).toBeLessThanOrEqual(5000);
  expect(fitted.markdown).toMatch(/\|\n\n\*\*\d+ rows not shown\*\* to stay within .*\n$/);
});

test.each([
  ['fixed text that is too long', 'x'.repeat(9000)],
  ['a row by its number', '{{insights.0.rows.[499].key}}{{#each insights}}{{table this}}{{/each}}'],
])('a report that does not fit becomes a page that says so if the template has %s', async (_, source) => {
  const template = { kind: 'file', name: './mine.hbs', source } as const;
  const fitted = await renderReport(report([table(500)]), options(5000, { template }));
  expect(fitted.markdown).toMatch(/^## Weekly usage\n\n\*\*500 rows and 1 section not shown\*\*/);
});

const anyResults: fc.Arbitrary<Results> = fc
  .array(
    fc.oneof(
      fc.array(fc.tuple(hostile, fc.nat(100_000)), { maxLength: 60 }).map((rows) =>
        ranking(
          rows.map(([key, value], index) => row(index + 1, key, value, 0.1)),
          { top: 1000, title: rows[0]?.[0] ?? 'x' },
        ),
      ),
      fc.array(fc.nat(50), { maxLength: 40 }).map((values) => days(values, { top: 1000 })),
      hostile.map(failed),
    ),
    { maxLength: 12 },
  )
  .map((insights) => report(insights));

describe('any report, fitted into any limit,', () => {
  const places = fc.record({
    results: anyResults,
    count: fc.integer({ min: LEAST_UNITS, max: 12_000 }),
    units: fc.constantFrom('utf16', 'bytes'),
    name: fc.constantFrom('report', 'compact'),
  });

  test('any report fits into any limit, and says what is missing', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ({ results, count, units, name }) => {
        const fitted = await renderReport(
          results,
          options(null, { limit: { units, count }, template: { kind: 'builtin', name } }),
        );
        const size = units === 'bytes' ? Buffer.byteLength(fitted.markdown) : fitted.markdown.length;
        expect(size).toBeLessThanOrEqual(count);
        for (const [missing, word] of [
          [fitted.rowsNotShown, 'row'],
          [fitted.sectionsNotShown, 'section'],
        ] as const) {
          if (missing > 0)
            expect(fitted.markdown).toMatch(
              new RegExp(`${missing} ${word}s? (and \\d+ sections? )?not shown`),
            );
        }
      }),
      { numRuns: runs(300) },
    );
  });

  testWithCmark('any report, fitted into any limit, is whole Markdown', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ({ results, count, units, name }) => {
        const { markdown } = await renderReport(
          results,
          options(null, { limit: { units, count }, template: { kind: 'builtin', name } }),
        );
        const html = cmark(markdown, 'html');
        for (const tag of ['details', 'summary', 'table', 'sub', 'b']) {
          expect(html.split(`<${tag}>`)).toHaveLength(html.split(`</${tag}>`).length);
        }
        const shown = (markdown.match(/^\|:?--/gm) ?? []).length;
        expect(html.match(/<table>/g) ?? []).toHaveLength(shown);
      }),
      { numRuns: runs(60) },
    );
  });
});
