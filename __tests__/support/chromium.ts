import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { testWith } from './needs.ts';
import { isLong } from './properties.ts';

/** Debian's browser, or the one that CHROMIUM names. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Drawing in software takes a fifth of what a browser's start takes. */
const OPTIONS = { executablePath: EXECUTABLE, args: ['--disable-gpu'] };

/** Whether there is a browser. */
export const hasChromium = existsSync(EXECUTABLE);

/** A test in a browser. */
export const testInChromium = (title: string, run: () => unknown): void => {
  testWith('chromium', hasChromium)(title, run as () => Promise<unknown>);
};

/** A test in a browser that only the long run has. */
export const testInChromiumAtLength: typeof testInChromium = isLong ? testInChromium : () => undefined;

/** Starts a browser, which the caller closes; null if there is none. */
export async function launchBrowser(): Promise<Browser | null> {
  return hasChromium ? chromium.launch(OPTIONS) : null;
}

/**
 * Runs a task with a page of a new browser; with `shared`, of that one, which keeps nothing from one page to
 * the next.
 */
export async function withPage(
  task: (page: Page) => Promise<void>,
  shared: Browser | null = null,
): Promise<void> {
  const browser = shared ?? (await chromium.launch(OPTIONS));
  try {
    const page = await browser.newPage();
    await task(page);
    await page.close();
  } finally {
    if (shared === null) await browser.close();
  }
}
