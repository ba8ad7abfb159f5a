// The home as a team opens it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { parse } from 'yaml';
import { type RunningService, startService } from '../../src/service/start.ts';
import {
  launchBrowser,
  testInChromium,
  testInChromiumAtLength,
  withPage as withPageOf,
} from '../support/chromium.ts';
import { addOrganization } from '../support/service/service-of-file.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const DAY_MS = 86_400_000;
const SYSTEMS = ['iOS 18', 'iOS 17', 'iOS 16', 'iOS 15'];

/** Over 56 days: the newer half has twice as many users, and a version that came 10 days ago. */
const EVENTS = Array.from({ length: 56 }, (_, day) => day + 1).flatMap((daysAgo) =>
  Array.from({ length: daysAgo <= 28 ? 40 : 20 }, (_, user) => ({
    timestamp: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    appID: 'app',
    clientUser: `user-${user}`,
    sessionID: `${user}-${daysAgo}`,
    type: user % 4 === 0 ? 'saved' : 'opened',
    payload: {
      'TelemetryDeck.AppInfo.version': daysAgo <= 10 ? '2.0' : '1.9',
      'TelemetryDeck.Device.systemMajorVersion': SYSTEMS[Math.min(3, Math.floor(user / 10))],
      country: user % 2 === 0 ? 'DE' : 'FR',
      plan: 'free',
    },
  })),
);

const RECENT = EVENTS.filter(({ timestamp }) => Date.parse(timestamp) > Date.now() - 28.9 * DAY_MS);

let service: RunningService;
let token: string;
let browser: Browser | null;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startService({ dbPath: join(emptyFolder(), 'events.duckdb') });
  token = await addOrganization(service, 'tidewater');
  await service.importEvents('tidewater', EVENTS);
});

afterAll(async () => {
  await browser?.close();
  await service.close();
});

const withPage = (task: (page: Page) => Promise<void>) => withPageOf(task, browser);

async function connect(page: Page, fragment = '') {
  page.setDefaultTimeout(30_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${service.url}/${fragment}`);
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
}

const figure = (page: Page, name: string) => page.locator('.figure').filter({ hasText: name });
const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

testInChromium(
  'the home opens with numbers, their change and tiles, sends requests only to the service, and is filtered by a click',
  () =>
    withPage(async (page) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
          foreign.push(request.url());
      });
      page.on('pageerror', (error) => foreign.push(error.message));
      const isQuery = (request: Request) => request.url().endsWith('/query/tql');
      let unanswered = 0;
      page.on('request', (request) => {
        unanswered += Number(isQuery(request));
        // The list of apps takes the service as long as a query of all events.
        if (request.url().includes('/api/v3/') && unanswered > 0) foreign.push('the list of apps is early');
      });
      page.on('requestfinished', (request) => {
        unanswered -= Number(isQuery(request));
      });
      await connect(page);
      await figure(page, 'Users').getByText('40', { exact: true }).waitFor();
      await figure(page, 'Users')
        .getByText(/^▲.100%$/)
        .waitFor();
      await figure(page, 'Events')
        .getByText(RECENT.length.toLocaleString('en-US'), { exact: true })
        .waitFor();
      await figure(page, 'Sessions')
        .getByText(RECENT.length.toLocaleString('en-US'), { exact: true })
        .waitFor();
      await page.getByText(/^New versions: 2\.0 \(/).waitFor();
      for (const name of ['Event', 'App version', 'OS', 'Country'])
        await tile(page, name).locator('li').first().waitFor();
      expect(await tile(page, 'Device').count()).toBe(0);
      await tile(page, 'Country')
        .locator('.numbers')
        .filter({ hasText: /^20\s*50\.0%\s*▲.100%$/ })
        .first()
        .waitFor();
      await page.getByRole('banner').getByText('tidewater').waitFor();
      expect(page.url()).not.toContain(token);

      await tile(page, 'Event').getByRole('button', { name: 'saved', exact: true }).click();
      await figure(page, 'Users').getByText('10', { exact: true }).waitFor();
      await page.getByRole('list', { name: 'Filters' }).getByText('type = saved').waitFor();
      await page.locator('.home:not(:has([aria-busy=true]))').waitFor();
      expect(await page.getByText(/^New versions/).count()).toBe(0);
      const filtered = page.url();
      await page.getByRole('button', { name: 'Remove the filter on type' }).click();
      await figure(page, 'Users').getByText('40', { exact: true }).waitFor();
      await page.goBack();
      await figure(page, 'Users').getByText('10', { exact: true }).waitFor();
      expect(page.url()).toBe(filtered);
      await tile(page, 'Country').getByRole('link', { name: 'Report of Country' }).click();
      await page.getByRole('button', { name: 'Remove the filter on type' }).waitFor();
      expect(await page.getByLabel('By', { exact: true }).inputValue()).toBe('country');
      expect(foreign).toEqual([]);
    }),
);

testInChromiumAtLength(
  'a period is chosen by a button or by dates, and a longer one cancels the earlier queries',
  () =>
    withPage(async (page) => {
      await connect(page);
      const week = page.getByRole('button', { name: '7 days' });
      await week.focus();
      await page.keyboard.press('Enter');
      await figure(page, 'Events').getByText('280', { exact: true }).waitFor();
      expect(await week.getAttribute('aria-pressed')).toBe('true');
      const day = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10);
      await page.getByLabel('From', { exact: true }).fill(day);
      await page.getByLabel('To', { exact: true }).fill(day);
      await figure(page, 'Users').getByText('20', { exact: true }).waitFor();
      expect(page.url()).toContain(`from=${day}&to=${day}`);

      // The queries of the week are never answered: a longer period cancels them.
      let isHeld = true;
      await page.route('**/api/v4/query/tql', async (route) => {
        if (!isHeld) await route.continue();
      });
      await Promise.all([page.waitForRequest('**/api/v4/query/tql'), week.click()]);
      isHeld = false;
      const [failed] = await Promise.all([
        page.waitForEvent('requestfailed'),
        page.getByRole('button', { name: '28 days' }).click(),
      ]);
      await figure(page, 'Users').getByText('40', { exact: true }).waitFor();
      expect(failed.failure()?.errorText).toBe('net::ERR_ABORTED');
    }),
);

testInChromium(
  'versions are listed with the users that requiring them loses, and the limit is moved by keys',
  () =>
    withPage(async (page) => {
      await connect(page);
      await page.getByRole('link', { name: 'Can we drop it?' }).click();
      expect(await page.getByLabel('Column of versions').inputValue()).toMatch(/systemMajorVersion$/);
      const list = page.getByRole('list', { name: 'Versions' });
      await list.getByText('loses 10', { exact: true }).waitFor();
      await list.getByText('25.0%', { exact: true }).waitFor();
      expect(await list.locator('li').allInnerTexts()).toHaveLength(SYSTEMS.length);
      await page.getByText(/^Not yet\. Requiring iOS 16 loses 10 users \(25\.0%\)/).waitFor();
      const limit = page.getByLabel(/^You may lose at most/);
      await limit.focus();
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
      await page.getByText('share(only(below("iOS 16"))) < 2.5%', { exact: true }).waitFor();
      await limit.fill('0.26');
      await page.getByText(/^Yes\. Requiring iOS 16 loses 10 users/).waitFor();
      await page.getByRole('button', { name: 'Require iOS 17' }).click();
      await page.getByRole('button', { name: 'Copy gate' }).click();
      await page.getByText('Copied the gate.').waitFor();
      expect(parse(await page.evaluate('navigator.clipboard.readText()'))).toEqual([
        { insight: 'os-version', assert: 'share(only(below("iOS 17"))) < 26%' },
      ]);
      await page.getByRole('button', { name: 'Copy workflow' }).click();
      await page.getByText(/^Copied the workflow\./).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain('kind: versions');
      expect(page.url()).toMatch(/version=iOS\+17&limit=0\.26$/);
      await page.goBack();
      await page.getByText(/^Yes\. Requiring iOS 16/).waitFor();
    }),
);

testInChromiumAtLength('axe finds nothing on the page of versions and it fits a phone, light and dark', () =>
  withPage(async (page) => {
    await expectFit(page, '#page=drop', async () => {
      await page.getByRole('button', { name: 'Copy gate' }).waitFor();
    });
  }),
);

testInChromiumAtLength('axe finds nothing on the home and it fits a phone, light and dark', () =>
  withPage(async (page) => {
    await expectFit(page, '#page=home&days=28&filters=[["type","opened",false]]', async () => {
      await tile(page, 'Country').locator('li').first().waitFor();
      await figure(page, 'Users').getByText('30', { exact: true }).waitFor();
    });
  }),
);

/** Opens a page at two widths in both schemes: nothing is wider than the screen, and axe finds nothing. */
async function expectFit(page: Page, fragment: string, isShown: () => Promise<void>) {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto('about:blank');
      await connect(page, fragment);
      await isShown();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.evaluate(axe);
      expect(
        await page.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
        ),
      ).toEqual([]);
    }
}
