// Checks that need a browser: the page is drawn, follows a change of the template, and nothing in a report
// can act.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PAGE_DESTINATIONS } from '../../../src/report/inputs/request.ts';
import { REPORTS } from '../../golden/reports.ts';
import {
  launchBrowser,
  testInChromium,
  testInChromiumAtLength,
  withPage as withPageOf,
} from '../../support/chromium.ts';
import { startPreview } from '../../support/preview-process.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const HOSTILE = `<script>globalThis.acted = 'script'</script>

<img src="x" onerror="globalThis.acted = 'image'">
<svg onload="globalThis.acted = 'svg'"></svg>
<details open ontoggle="globalThis.acted = 'toggle'"><summary>x</summary></details>
<iframe srcdoc="<script>parent.acted = 'frame'</script>"></iframe>
<a id="press" href="javascript:globalThis.acted = 'link'">press</a>
[press](javascript:globalThis.acted='markdown')

\`\`\`mermaid
flowchart LR
  a["<img src=x onerror=globalThis.acted='diagram'>"] --> b
  click a call eval("globalThis.acted='call'")
  click b href "javascript:globalThis.acted='href'"
\`\`\`
`;

const template = () => join(folder, 't.hbs');

const folder = emptyFolder();
await writeFile(template(), '# First\n');
const weekly = REPORTS['weekly']!;
await writeFile(join(folder, 'weekly.json'), JSON.stringify(weekly));
const results = ['--results', join(folder, 'weekly.json'), '--post-to', 'issue, summary'];
const preview = await startPreview([...results, '--template', `issue: ${template()}`]);

afterAll(async () => {
  expect(await preview.stop()).toBe(0);
});

const browser = await launchBrowser();
afterAll(() => browser?.close());

const withPage = (task: (page: Page) => Promise<void>) => withPageOf(task, browser);

const COLOUR = 'getComputedStyle(document.querySelector(".markdown-body")).backgroundColor';

testInChromium('the page shows the report, draws its diagram, and changes its theme and width', () =>
  withPage(async (page) => {
    page.setDefaultTimeout(20_000);
    await page.goto(preview.address);
    await page.getByRole('button', { name: 'Job summary' }).click();
    await page.getByRole('heading', { name: 'Daily active users' }).waitFor();
    expect(await page.locator('.use').textContent()).toMatch(/^[\d,]+ of 1,048,573 bytes \(0\.\d%\)$/);
    await page.getByText('All 7 days, with a chart').click();
    await page.locator('.diagram svg').first().waitFor();
    expect(await page.locator('.diagram svg rect').count()).toBeGreaterThan(6);
    await page.getByRole('button', { name: 'Dark' }).click();
    await becomes(page, 'rgb(13, 17, 23)');
    await page.getByRole('button', { name: 'Dark' }).click();
    await becomes(page, 'rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Phone' }).click();
    expect((await page.locator('.place').boundingBox())?.width).toBe(390);
    await page.getByRole('button', { name: 'Side by side' }).click();
    expect(await page.locator('.place').count()).toBe(PAGE_DESTINATIONS.length);
  }),
);

testInChromiumAtLength(
  'the page can be as narrow as a phone, copies the Markdown, and shows the limit of a release',
  () =>
    withPage(async (page) => {
      page.setDefaultTimeout(20_000);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(preview.address);
      await page.getByRole('button', { name: 'Phone' }).click();
      for (const name of ['Job summary', 'Pull request', 'Release']) {
        await page.getByRole('button', { name, exact: true }).click();
        const { x, width } = (await page.locator('.place').boundingBox())!;
        expect([x >= 0, x + width <= 390]).toEqual([true, true]);
      }
      const facts = page.locator('[data-place="release"] .facts');
      expect(await facts.locator('.use').textContent()).toMatch(/^[\d,]+ of 65,536 characters \(/);
      expect(await facts.locator('p').textContent()).toBe(
        "GitHub's limit for the whole text is 125,000 characters; what else it contains counts too",
      );
      await facts.getByRole('button', { name: 'Copy Markdown' }).click();
      await facts.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        /^## Weekly usage · Nov 9 – 15, 2026 \(7 days\)\n/,
      );
      await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined })');
      await facts.getByRole('button', { name: 'Copied' }).click();
      await facts.getByRole('button', { name: 'The browser does not allow copying here' }).waitFor();
    }),
);

testInChromium(
  'the page opens on the first destination, follows the template, and nothing in a report is executed',
  () =>
    withPage(async (page) => {
      page.setDefaultTimeout(20_000);
      const elsewhere: string[] = [];
      page.on('requestfailed', (sent) => elsewhere.push(`${sent.url()} ${sent.failure()?.errorText ?? ''}`));
      page.on('requestfinished', (sent) => {
        if (!sent.url().startsWith(preview.url)) elsewhere.push(sent.url());
      });
      await page.goto(preview.address);
      await page.getByRole('heading', { name: 'First' }).waitFor();
      await writeFile(template(), `# Second\n\n${HOSTILE}![out](https://example.com/x.png)\n`);
      await page.getByRole('heading', { name: 'Second' }).waitFor();
      // The diagram is the last to be drawn.
      await page.locator('.diagram svg').waitFor();
      await page.locator('#user-content-press').click();
      await page.getByText('press').last().click();
      for (const node of await page.locator('.diagram .node').all()) await node.click({ force: true });
      expect(await page.evaluate('globalThis.acted ?? null')).toBeNull();
      // The page's policy stops both before they are sent.
      expect(new Set(elsewhere)).toEqual(new Set([`${preview.url}/x csp`, 'https://example.com/x.png csp']));
      await writeFile(template(), '# Third {{totl}}\n');
      await page
        .getByRole('alert')
        .getByText(/line 1: there is no "totl"/)
        .waitFor();
      expect(await page.getByRole('heading', { name: 'Second' }).count()).toBe(1);
    }),
);

testInChromium(
  'on a phone the outcome, name and number of each gate are in view, without scrolling sideways',
  async () => {
    const file = join(folder, 'gates.json');
    await writeFile(file, JSON.stringify(REPORTS['gates']));
    const gated = await startPreview(['--results', file, '--post-to', 'pull-request']);
    await withPage(async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(gated.address);
      await page.getByRole('button', { name: 'Phone' }).click();
      const table = page.locator('.markdown-body table').first();
      await table.waitFor();
      const gates = table.locator('tbody tr').filter({ has: page.locator('td:first-child:not(:empty)') });
      expect(await gates.count()).toBe(REPORTS['gates']!.thresholds.length);
      expect(await gates.first().innerText()).toMatch(
        /Share of iOS 15\s+2\.3% \(286 of 12,450 users\)\s+below 2%/,
      );
      for (const place of await table.locator('td:nth-child(-n + 3)').all()) {
        const box = await place.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390);
      }
    });
    expect(await gated.stop()).toBe(0);
  },
);

/** Waits for a colour. The page's own policy forbids what Playwright would wait with. */
async function becomes(page: Page, colour: string) {
  let shown: unknown = null;
  for (let tries = 0; tries < 200 && shown !== colour; tries++) {
    if (tries > 0) await page.waitForTimeout(50);
    shown = await page.evaluate(COLOUR);
  }
  expect(shown).toBe(colour);
}
