import { summaryLimitBytes } from '../publish/limits.ts';
import type { RunContext } from '../publish/context.ts';
import type { PublishEffects } from '../publish/post.ts';
import { formatDay } from '../render/dates.ts';
import { numberFormat } from '../render/format.ts';
import { renderPages, type Pages } from './pages.ts';
import type { Reported } from './report-all.ts';

/** Renders every report. They share the step's summary: each has an even part of what those before it leave. */
export async function renderAllPages(
  reported: readonly Reported[],
  context: RunContext,
  effects: Pick<PublishEffects, 'fileSizeBytes'>,
): Promise<readonly Pages[]> {
  const all: Pages[] = [];
  let usedBytes = 0;
  for (const [index, { results, request }] of reported.entries()) {
    const sharing = reported.slice(index).filter((each) => each.request.posting.destinations.includes('summary'));
    const others = Math.max(0, sharing.length - 1);
    const fileSizeBytes = async (path: string): Promise<number> => {
      const heldBytes = (await effects.fileSizeBytes(path)) + usedBytes;
      return heldBytes + Math.ceil((summaryLimitBytes(heldBytes) * others) / (others + 1));
    };
    const pages = await renderPages(results, request, context, { fileSizeBytes });
    const summary = pages.posts.find(({ destination }) => destination === 'summary');
    if (summary !== undefined && !request.dryRun) usedBytes += Buffer.byteLength(summary.body) + BETWEEN_BYTES;
    all.push(pages);
  }
  return all;
}

/** A blank line before a page and the end of its last one. */
const BETWEEN_BYTES = 3;

/** Makes the formats of a locale ready: the first use of Intl takes 15 ms. */
export function prepareFormats(locale: string): void {
  numberFormat(locale).number(1000);
  formatDay(0, locale, 'UTC');
}

/** The whole of every report, one after the other, as `report-path` holds it. */
export function wholeOf(pages: readonly Pages[]): string {
  const [only, ...others] = pages;
  if (only !== undefined && others.length === 0) return only.whole;
  return `${pages.map(({ whole }) => whole.trimEnd()).join('\n\n')}\n`;
}
