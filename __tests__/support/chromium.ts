import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Debian's browser, or the one that CHROMIUM names. Without it, a test fails on CI and is skipped elsewhere.
 */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser. */
export const hasChromium = existsSync(EXECUTABLE);

/** The name of a test that is skipped because there is no browser. */
export const withoutChromium = 'SKIPPED: chromium is not installed (apt-get install chromium)';

/** Starts a browser, which the caller closes; null if there is none. */
export async function launchBrowser(): Promise<Browser | null> {
  return hasChromium ? chromium.launch({ executablePath: EXECUTABLE }) : null;
}

/**
 * Runs a task with a page of a new browser; with `shared`, of that one, which keeps nothing from one page to
 * the next.
 */
export async function withPage(
  task: (page: Page) => Promise<void>,
  shared: Browser | null = null,
): Promise<void> {
  const browser = shared ?? (await chromium.launch({ executablePath: EXECUTABLE }));
  try {
    const page = await browser.newPage();
    await task(page);
    await page.close();
  } finally {
    if (shared === null) await browser.close();
  }
}
