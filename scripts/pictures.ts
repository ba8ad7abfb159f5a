// Draws the pictures of README.md and docs/, for light and dark pages: `node scripts/pictures.ts` draws all,
// `node scripts/pictures.ts report terminal` those two. They show the demo's events, queried over HTTP.
// Needs what scripts/picture.ts needs.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { reportDemo, seedDemo } from '../src/cli/demo/report.ts';
import { renderReport } from '../src/report/render/report.ts';
import { renderTerminal } from '../src/report/render/terminal/report.ts';
import type { Results } from '../src/report/results/results.ts';
import { startService } from '../src/service/start.ts';
import { drawMarkdown, drawTerminal, openBrowser } from './picture.ts';

const NOW_MS = Date.parse('2026-11-16T09:41:00Z');
const FOLDER = join(import.meta.dirname, '..', 'docs');
/** As wide as the README shows it, so that its text is as large as the page's. */
const COMMENT = { width: 640 };
const QUESTION = '- { insight: os, title: "Can we drop iOS 15?", assert: share(only(below("iOS 16"))) < 2% }';

const browser = await openBrowser();
const service = await startService({ dbPath: ':memory:', nowMs: NOW_MS });
const { token } = await seedDemo(service, NOW_MS);

/** What each picture shows. */
const PICTURES: Readonly<Record<string, (target: string, dark: boolean) => Promise<void>>> = {
  report: drawReport(
    { title: 'Tidewater', interval: 'last week', history: '7', thresholds: QUESTION },
    'commented',
  ),
  'raise-the-minimum': async (target, dark) => {
    const results = await report({ title: 'Tidewater', interval: 'last 4 complete weeks', minimums: 'auto' });
    const section = { ...results, insights: [], thresholds: [] };
    await drawMarkdown(browser, await markdownOf(section), target, { ...COMMENT, dark, frame: 'commented' });
  },
  'weekly-issue': drawReport({ title: 'Weekly metrics', interval: 'last week', history: '7' }, 'opened'),
  terminal: async (target, dark) => {
    const results = await report({ title: 'Usage of Tidewater', interval: 'last week', history: '7' });
    const text = renderTerminal(
      { ...results, insights: results.insights.filter(({ title }) => title === 'OS versions') },
      { width: 100, color: true },
    );
    await drawTerminal(browser, text, target, { dark, width: 900 });
  },
  'explorer-home': (target, dark) =>
    drawPage(target, dark, '', async (page) => {
      await page.locator('.figure').first().waitFor();
    }),
  'explorer-drop': (target, dark) =>
    drawPage(target, dark, '', async (page) => {
      await page.getByText('Can we drop it?').first().click();
      await page.getByText('Copy gate').first().waitFor();
    }),
};

const names = process.argv.slice(2);
for (const [name, draw] of Object.entries(PICTURES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  await draw(join(FOLDER, `${name}.png`), false);
  await draw(join(FOLDER, `${name}-dark.png`), true);
}
await service.close(0);
await browser.close();

type Inputs = Parameters<typeof reportDemo>[3];

function report(inputs: Inputs): Promise<Results> {
  return reportDemo(service.url, token, NOW_MS, inputs);
}

function drawReport(inputs: Inputs, frame: string) {
  return async (target: string, dark: boolean): Promise<void> => {
    await drawMarkdown(browser, await markdownOf(await report(inputs)), target, { ...COMMENT, dark, frame });
  };
}

async function markdownOf(results: Results): Promise<string> {
  const page = { template: { kind: 'builtin', name: 'compact' }, destination: 'pull-request' } as const;
  return (await renderReport(results, { ...page, limit: null, links: { whole: null } })).markdown;
}

/** Draws a page of the explorer once `ready` has found what it shows. */
async function drawPage(
  target: string,
  dark: boolean,
  fragment: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browserPage(browser, dark);
  await page.goto(`${service.url}/${fragment}`);
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await ready(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: target });
  await page.close();
}

async function browserPage(from: Browser, dark: boolean): Promise<Page> {
  const page = await from.newPage({
    viewport: { width: 1100, height: 760 },
    colorScheme: dark ? 'dark' : 'light',
  });
  await page.clock.setFixedTime(NOW_MS);
  return page;
}
