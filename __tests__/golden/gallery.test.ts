import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { checkTemplate } from '../../src/report/render/template/check.ts';
import { renderReport } from '../../src/report/render/report.ts';
import type { Results } from '../../src/report/results/results.ts';
import { VERDICTS } from './gates.ts';
import { REPORTS } from './reports.ts';

const FOLDER = new URL('../../examples/templates/', import.meta.url);
const weekly = REPORTS['weekly']!;

/** Each example, and the results that it is rendered from. */
const GALLERY: Readonly<Record<string, Results>> = {
  executive: weekly,
  digest: weekly,
  checklist: weekly,
  appendix: REPORTS['kinds']!,
  charts: REPORTS['plain']!,
  wochenbericht: {
    ...weekly, locale: 'de-DE', timezone: 'Europe/Berlin', title: 'Nutzung der Woche',
    thresholds: [{ ...VERDICTS[0]!, title: 'Abschied von iOS 15', value: 0.023, valueText: '2,3 %' }],
  },
};

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const partials = Object.fromEntries(
  readdirSync(new URL('partials/', FOLDER)).map((file) => [file.replace('.hbs', ''), read(`partials/${file}`)]),
);

describe.each(Object.entries(GALLERY))('%s', (name, results) => {
  const source = read(`${name}.hbs`);

  test('a template of the gallery has nothing wrong with it', async () => {
    expect(checkTemplate(`${name}.hbs`, source, partials)).toBeNull();
  });

  test('a template of the gallery renders the report next to it (UPDATE_GOLDEN=1 writes it)', async () => {
    const template = { kind: 'file', name: `${name}.hbs`, source, partials } as const;
    // As posted beside a job summary, which holds the whole report.
    const links = { whole: results.run?.url ?? null };
    const options = { template, destination: 'issue', limit: null, links } as const;
    const { markdown } = await renderReport(results, options);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(new URL(`${name}.md`, FOLDER), markdown);
    expect(markdown).toBe(read(`${name}.md`));
  });

  test('a template of the gallery renders every golden report', async () => {
    const template = { kind: 'file', name: `${name}.hbs`, source, partials } as const;
    for (const other of Object.values(REPORTS)) {
      const options = { template, destination: 'issue', limit: null, links: { whole: null } } as const;
      await expect(renderReport(other, options)).resolves.toBeDefined();
    }
  });
});

test('every template of the gallery is tested', () => {
  const names = readdirSync(FOLDER).filter((file) => file.endsWith('.hbs'));
  expect(names.sort()).toEqual(Object.keys(GALLERY).map((name) => `${name}.hbs`).sort());
});
