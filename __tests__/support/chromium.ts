import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';

/** Debian's browser, or the one that CHROMIUM names. On CI its absence is a failure, elsewhere a skipped test. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser. */
export const hasChromium = existsSync(EXECUTABLE);

/** How a test that needs it is called where it has to be left out. */
export const withoutChromium = 'SKIPPED: chromium is not installed (apt-get install chromium)';

/** Runs a task with a page of a browser of its own. */
export async function withPage(task: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: EXECUTABLE });
  try {
    await task(await browser.newPage());
  } finally {
    await browser.close();
  }
}
