// What a phone shows of a comment with gates, with GitHub's rules and stylesheet.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../golden/reports.ts';
import { testInChromium, withPage } from '../../support/chromium.ts';
import { startPreview } from '../../support/preview-process.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

testInChromium(
  'on a phone the outcome, name and number of each gate are in view, without scrolling sideways',
  async () => {
    const folder = emptyFolder();
    const file = join(folder, 'gates.json');
    await writeFile(file, JSON.stringify(REPORTS['gates']));
    const preview = await startPreview(['--results', file, '--post-to', 'pull-request']);
    await withPage(async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(preview.address);
      await page.getByRole('button', { name: 'Phone' }).click();
      const table = page.locator('.markdown-body table').first();
      await table.waitFor();
      const gates = table.locator('tbody tr').filter({ has: page.locator('td:first-child:not(:empty)') });
      expect(await gates.count()).toBe(REPORTS['gates']!.thresholds.length);
      expect(await gates.first().innerText()).toMatch(
        /Share of iOS 15\s+2\.3% \(286 of 12,450 users\)\s+below 2%/,
      );
      const places = await table.locator('td:nth-child(-n + 3)').all();
      for (const place of places) {
        const box = await place.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390);
      }
    });
    expect(await preview.stop()).toBe(0);
  },
);
