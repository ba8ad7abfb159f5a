import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';

/** Debian's browser, or the one that CHROMIUM names. Without it, a test fails on CI and is skipped elsewhere. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser. */
export const hasChromium = existsSync(EXECUTABLE);

/** The name of a test that is skipped because there is no browser. */
export const withoutChromium = 'SKIPPED: chromium is not installed (apt-get install chromium)';

/** Runs a task with a page of a new browser. */
export async function withPage(task: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: EXECUTABLE });
  try {
    await task(await browser.newPage());
  } finally {
    await browser.close();
  }
}
