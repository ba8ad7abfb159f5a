// The explorer as a person uses it: from imported events to an insight that is added and a workflow that
// runs.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { createExploreApp } from '../../src/cli/explore/app.ts';
import { guardPage } from '../../src/cli/page-guard.ts';
import { proxyTo } from '../../src/cli/explore/proxy.ts';
import { listen } from '../../src/service/http/listen.ts';
import type { RequestEntry } from '../../src/service/http/request-log.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import {
  launchBrowser,
  testInChromium,
  testInChromiumAtLength,
  withPage as withPageOf,
} from '../support/chromium.ts';
import { runAction } from '../support/run-action.ts';
import { run } from '../support/run-command.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addOrganization } from '../support/service/service-of-file.ts';

const HOSTILE = '<img src=x onerror="globalThis.acted=1">\u202e';
const COUNTRIES = ['DE', 'DE', 'DE', 'FR', 'FR', HOSTILE];
const EVENTS = Array.from({ length: 600 }, (_, index) => ({
  timestamp: new Date(Date.now() - (1 + (index % 20)) * 86_400_000).toISOString(),
  appID: 'app',
  clientUser: `user-${index % 60}`,
  type: index % 3 === 0 ? 'opened' : 'saved',
  payload: { country: COUNTRIES[index % COUNTRIES.length] },
}));

/** Two weeks in which a tenth of the users crash, and four days of a version with which most do. */
const RELEASE_EVENTS = Array.from({ length: 18 * 200 }, (_, index) => {
  const [day, user] = [Math.floor(index / 200), index % 200];
  const isNew = day >= 14 && user < 60;
  const type = (user * 7 + day) % 10 < (isNew ? 6 : 1) ? 'crashed' : 'opened';
  return {
    timestamp: new Date(Date.now() - (18 - day) * 86_400_000).toISOString(),
    appID: 'app',
    clientUser: `user-${user}`,
    type,
    payload: { 'TelemetryDeck.AppInfo.version': isNew ? '2.0' : '1.9', country: 'DE' },
  };
});

let folder: string;
let database: string;
let service: RunningService;
let token: string;
let browser: Browser | null;
const entries: RequestEntry[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  folder = emptyFolder();
  database = join(folder, 'events.duckdb');
  service = await startService({ dbPath: database, log: (entry) => entries.push(entry) });
  token = await addOrganization(service, 'a');
  await service.importEvents('a', EVENTS);
});

afterAll(async () => {
  await browser?.close();
  await service.close();
});

const withPage = (task: (page: Page) => Promise<void>) => withPageOf(task, browser);

/** How many different users sent an event with this country. */
function countUsers(country: string) {
  const users = new Set<string>();
  for (const { clientUser, payload } of EVENTS) if (payload.country === country) users.add(clientUser);
  return users.size;
}

async function connect(page: Page, typed = token) {
  page.setDefaultTimeout(30_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${service.url}/#page=ask`);
  await page.getByLabel('Token').fill(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^country/ }).waitFor();
}

async function type(page: Page, text: string) {
  const folded = page.locator('details:not([open]) > summary');
  if ((await folded.count()) > 0) await folded.click();
  await page.getByLabel('Query', { exact: true }).and(page.locator('[contenteditable]')).fill(text);
}

async function readQuery(page: Page) {
  await page.getByRole('button', { name: 'Copy query file' }).click();
  await page.getByText(/^Copied the query file/).waitFor();
  return JSON.parse(await page.evaluate('navigator.clipboard.readText()')) as Record<string, unknown>;
}

testInChromium(
  'a person finds a column, counts by it, tries a gate, and gets an insight and a workflow that work',
  () =>
    withPage(async (page) => {
      const broken: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') broken.push(message.text());
      });
      page.on('pageerror', (error) => broken.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(service.url) && !/^(?:data|blob):/.test(request.url()))
          broken.push(request.url());
      });
      await connect(page);
      await page.getByRole('button', { name: /^country/ }).click();
      await page.getByText(`${EVENTS.length} events · 3 values`).waitFor();
      await page.getByRole('button', { name: 'Count by this' }).click();
      for (const country of ['DE', 'FR']) {
        const row = page.getByRole('row').filter({ hasText: country });
        await row.getByText(String(countUsers(country)), { exact: true }).waitFor();
      }
      await page.getByRole('cell', { name: '<img src=x onerror="globalThis.acted=1">⟨U+202E⟩' }).waitFor();
      expect(await page.evaluate('globalThis.acted')).toBeUndefined();

      await page.getByTitle('Only events with this value').filter({ hasText: 'DE' }).click();
      expect(await readQuery(page)).toMatchObject({
        filter: { type: 'selector', dimension: 'country', value: 'DE' },
      });
      await page.getByRole('button', { name: 'Remove the filter on country' }).click();

      await page
        .getByLabel('Gate', { exact: true })
        .and(page.locator('input'))
        .fill('value("DE") >= 1000000');
      await page
        .getByText(`failed, ${countUsers('DE')}`)
        .first()
        .waitFor();
      await page.getByText(/Of 6 earlier periods it would have failed in \d/).waitFor();
      await page
        .getByRole('img', { name: "The gate's value in the periods before, with its limit" })
        .waitFor();
      await page.getByLabel('limit', { exact: true }).fill('1');
      expect(await page.getByLabel('Gate', { exact: true }).and(page.locator('input')).inputValue()).toBe(
        'value("DE") >= 1',
      );
      expect(await page.getByLabel('Fail if').locator('option:checked').innerText()).toBe('DE');

      await page.getByLabel('Name').fill('By country');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as insight' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('by-country.json');
      const file = join(folder, 'by-country.json');
      await download.saveAs(file);
      const added = await run('insight', 'add', file, '--org', 'a', '--db', database);
      expect(added).toMatchObject({ code: 0, stderr: '' });
      expect(added.stdout).toMatch(/By country/);

      const query = await readQuery(page);
      await page.getByRole('button', { name: 'Copy workflow' }).click();
      await page.getByText(/^Copied the workflow\. Save it as .*No runner can reach http:\/\/127/).waitFor();
      const workflow = parse(await page.evaluate('navigator.clipboard.readText()')) as Workflow;
      const step = workflow.jobs.report.steps.at(-1)!;
      await mkdir(join(folder, '.github', 'queries'), { recursive: true });
      await writeFile(join(folder, '.github', 'queries', 'by-country.json'), JSON.stringify(query));
      const ended = await runAction({ inputs: { ...step.with, 'api-token': token }, workspace: folder });
      expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'passed']);
      expect(ended.summary).toContain('By country');
      expect(page.url()).not.toContain(token);
      expect(broken).toEqual([]);
    }),
);

interface Workflow {
  readonly jobs: {
    readonly report: { readonly steps: readonly { readonly with: Readonly<Record<string, string>> }[] };
  };
}

testInChromiumAtLength('a person judges a release, sees its days, and gets a workflow that stops it', () =>
  withPage(async (page) => {
    const releaseToken = await organizationWith('releases', RELEASE_EVENTS);
    await connect(page, releaseToken);
    await page.getByLabel('Show', { exact: true }).selectOption('Release');
    await page.getByText('The query is not complete yet.').waitFor();
    expect(await page.locator('.answer canvas, .gate').count()).toBe(0);
    await page.getByLabel('Bad event').selectOption('crashed');
    await page
      .getByText(/^Stop: .* of users with 2\.0 had “crashed” .*The same users: in the \d+ days before/)
      .waitFor();
    await page.locator('.verdict.failed').waitFor();
    await page.getByText(/earlier days since the release it would have failed in \d/).waitFor();
    await page.getByLabel('Name').fill('Stability');
    await page.getByRole('button', { name: 'Copy workflow' }).click();
    await page.getByText(/^Copied the workflow\. Save it as \S+, and a token/).waitFor();
    const workflow = parse(await page.evaluate('navigator.clipboard.readText()')) as Workflow;
    await page.getByLabel('Name').fill('Another');
    await page.getByText(/^Copied/).waitFor({ state: 'detached' });
    const inputs = workflow.jobs.report.steps.at(-1)!.with;
    expect(parse(inputs['releases'] ?? '')).toEqual({ stability: { event: 'crashed' } });
    const ended = await runAction({ inputs: { ...inputs, 'api-token': releaseToken } });
    expect([ended.code, ended.outputs['conclusion']]).toEqual([1, 'failed']);
  }),
);

testInChromiumAtLength(
  'typing is followed by the choices, and marked at the place that the service refuses',
  () =>
    withPage(async (page) => {
      await connect(page);
      await type(
        page,
        '{"queryType":"timeseries","granularity":"week","aggregations":[{"type":"eventCount","name":"Events"}],"relativeIntervals":[{"beginningDate":{"component":"day","offset":-9,"position":"beginning"},"endDate":{"component":"day","offset":0,"position":"end"}}]}',
      );
      await page.getByLabel('with today').and(page.locator(':checked')).waitFor();
      expect(await page.getByLabel('Every').inputValue()).toBe('week');
      expect(await page.getByLabel('Days').inputValue()).toBe('10');
      await type(
        page,
        '{"queryType":"timeseries","granularity":"all","filter":{"type":"and","fields":[{"type":"selectr"}]}}',
      );
      await page.getByText('This query says more than can be chosen here.').waitFor();
      await page.getByRole('alert').getByText('filter.fields[0].type ').waitFor();
      // The editor marks the place a moment after the page says it.
      const mark = page.locator('.cm-lintRange-error');
      await mark.filter({ hasText: '"selectr"' }).waitFor();
      expect(await mark.allTextContents()).toEqual(['"selectr"']);
    }),
);

testInChromiumAtLength('the page fits a phone, has a dark theme, and is used with the keyboard alone', () =>
  withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await connect(page);
    await page.getByText(/\d+ rows · /).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const shown = page.getByLabel('Show', { exact: true });
    for (const kind of ['Ranking', 'Versions']) {
      await shown.selectOption(kind);
      const headline = page.locator('.panel:not(.stale) .headline');
      expect((await headline.boundingBox())?.y).toBeLessThan(700);
    }
    await shown.selectOption('Over time');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(13, 17, 23)');
    await page.getByLabel('Show', { exact: true }).focus();
    await page.keyboard.press('T');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT');
    await page.getByRole('tab', { name: 'Plan' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Compiled query' }).waitFor();
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    ).toBe('[{},{},""]');
  }),
);

testInChromiumAtLength('two values of a split are not drawn as a line and what it is compared with', () =>
  withPage(async (page) => {
    await connect(page);
    const styleOf = (line: string) =>
      page.locator('.u-series').filter({ hasText: line }).locator('.u-marker').getAttribute('style');
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByLabel('compare with the period before').check();
    const ofComparison = await styleOf('Period before');
    await page.getByLabel('Split by').selectOption('type');
    expect([await styleOf('opened'), await styleOf('saved')]).not.toContain(ofComparison);
  }),
);

/** Its own organization, and a token for it. */
async function organizationWith(name: string, events: readonly object[]) {
  await service.store.organizations.create(name, 'paid');
  await service.importEvents(name, events);
  return (await service.store.tokens.create(name, null)).token;
}

const statusText = (page: Page) => page.locator('.answer [role=status]');

testInChromiumAtLength('on the first day the page shows today, and events of long ago are found, too', () =>
  withPage(async (page) => {
    const now = Date.now() - 1000;
    const today = await organizationWith('today', [{ ...EVENTS[0], timestamp: new Date(now).toISOString() }]);
    await connect(page, today);
    await page.getByText('The first event is from today, so this shows today by the hour.').waitFor();
    expect(await readQuery(page)).toMatchObject({ granularity: 'hour' });
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('cell', { name: '1', exact: true }).waitFor();

    const old = await organizationWith('old', [{ ...EVENTS[0], timestamp: '2024-03-05T12:00:00Z' }]);
    await page.goto('about:blank');
    await connect(page, old);
    await page
      .getByText(/^The last event is from 2024-03-05, so this goes back to the 28 days before it\.$/)
      .waitFor();
    await statusText(page).getByText(/rows/).waitFor();
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('cell', { name: '1', exact: true }).waitFor();
  }),
);

testInChromiumAtLength(
  'the address holds the whole question: a reload keeps it, "back" undoes it, and it has no token',
  () =>
    withPage(async (page) => {
      await connect(page);
      await page.getByLabel('Show', { exact: true }).selectOption('Versions');
      await page.getByLabel('Name').fill('My versions');
      await page.waitForURL(/name=My\+versions/);
      await page.getByLabel('Show', { exact: true }).selectOption('Over time');
      await page.waitForURL(/timeseries/);
      expect(page.url()).not.toContain(token);
      await page.goBack();
      expect(await page.getByLabel('Show', { exact: true }).inputValue()).toBe('versions');
      await page.reload();
      await page.getByLabel('Token').fill(token);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^country/ }).waitFor();
      expect(await page.getByLabel('Show', { exact: true }).inputValue()).toBe('versions');
      expect(await page.getByLabel('Name').inputValue()).toBe('My versions');
    }),
);

testInChromiumAtLength('axe finds nothing, at three widths and in both schemes', () =>
  withPage(async (page) => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const found: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto('about:blank');
        await connect(page);
        await statusText(page).getByText(/rows/).waitFor();
        await page.evaluate(await readFile(axe, 'utf8'));
        for (const tab of ['Chart', 'Report', 'Table'])
          found.push(...(await violations(page, tab)).map((rule) => [colorScheme, width, tab, rule]));
      }
    expect(found).toEqual([]);
  }),
);

/** What axe has against the page with one of its tabs open: each rule, and where. */
async function violations(page: Page, tab: string): Promise<readonly string[]> {
  await page.getByRole('tab', { name: tab }).click();
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
  );
}

const SHOWN_AT_LAST = [
  ['home', 'Users by day'],
  ['drop', 'Column of versions'],
  ['ask', 'Copy workflow'],
] as const;

testInChromiumAtLength('each page loads at most 450 KB of script, before compression', async () => {
  for (const [name, shown] of SHOWN_AT_LAST)
    await withPage(async (page) => {
      await page.goto(`${service.url}/#page=${name}`);
      await page.getByLabel('Token').fill(token);
      await page.keyboard.press('Enter');
      await page.getByText(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      const bytes = Number(await page.evaluate(LOADED_SCRIPT_BYTES));
      expect([name, bytes > 50_000, bytes <= 450_000 || bytes]).toEqual([name, true, true]);
    });
});

const LOADED_SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`;

testInChromiumAtLength(
  'a saved insight is opened with the period of the page, on serve and through explore',
  () =>
    withPage(async (page) => {
      const aggregations = [{ type: 'eventCount', name: 'sent' }];
      const query = { queryType: 'timeseries', granularity: 'day', aggregations };
      await service.store.insights.add('a', [{ name: 'Daily events', query }], false);
      const open = async () => {
        await page.getByLabel('Saved insight').selectOption('Daily events');
        await page.getByText(/^28 rows/).waitFor();
        expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Daily events');
        expect(await page.getByLabel('Count', { exact: true }).inputValue()).toBe('events');
      };
      await connect(page);
      await open();
      expect(await readQuery(page)).toMatchObject({
        ...query,
        relativeIntervals: [{ endDate: { component: 'day' } }],
      });

      const session = { needsToken: false, source: 'a' };
      const app = createExploreApp(
        proxyTo(new URL(service.url), token, {}, null),
        session,
        guardPage('127.0.0.1', 'of-this-run'),
      );
      const server = await listen(app, '127.0.0.1', 0);
      try {
        await page.goto(`${server.url}/?key=of-this-run#page=ask`);
        await open();
      } finally {
        await server.close(0);
      }
    }),
);
