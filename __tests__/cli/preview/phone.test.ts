// What a phone shows of a comment with gates, with GitHub's rules and stylesheet.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../golden/reports.ts';
import { testInChromium, withPage } from '../../support/chromium.ts';
import { startPreview } from '../../support/preview-process.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

testInChromium('on a phone every gate is in view, without scrolling sideways', async () => {
  const folder = emptyFolder();
  const file = join(folder, 'gates.json');
  await writeFile(file, JSON.stringify(REPORTS['gates']));
  const preview = await startPreview(['--results', file, '--post-to', 'pull-request']);
  await withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(preview.address);
    await page.getByRole('button', { name: 'Phone' }).click();
    const gates = page.locator('.markdown-body ul').first().locator('li');
    await gates.first().waitFor();
    expect(await gates.count()).toBe(REPORTS['gates']!.thresholds.length);
    expect(await gates.first().innerText()).toMatch(/^❌ failed: 2\.3%, needs < 2%, /);
    const places = await page.locator('.markdown-body li, .markdown-body li code').all();
    for (const place of places) {
      const box = await place.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390);
    }
  });
  expect(await preview.stop()).toBe(0);
});
