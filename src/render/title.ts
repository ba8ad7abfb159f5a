import type { Results } from '../results.ts';
import { buildView } from './build-view.ts';
import { display, visible } from './display.ts';
import { createEngine } from './engine.ts';
import { numberFormat } from './format.ts';
import { printed } from './printed.ts';

/** The longest title that GitHub takes, in UTF-16 units. */
const TITLE_LIMIT = 256;

/**
 * Renders an issue's title from a Handlebars template over the report's view: one line, controls visible, never empty.
 * A title is not Markdown: escapes would be shown, so values stand as they are; only an `@` gets its U+200B.
 */
export async function renderTitle(results: Results, template: string): Promise<string> {
  const escape = (value: unknown): string => titleText(value, results.locale);
  const title = template === DEFAULT ? escape(results.title) : await rendered(results, template, escape);
  return oneLine(title) || oneLine(escape(results.title)) || 'Insight report';
}

// The default needs no template language, and that not loaded.
const DEFAULT = '{{title}}';

async function rendered(results: Results, source: string, escape: (value: unknown) => string): Promise<string> {
  const { default: library } = await import('handlebars');
  return createEngine(library, escape, [])({ name: 'issue-title', source })(buildView(results, 'issue', null));
}

function titleText(value: unknown, locale: string): string {
  if (typeof value === 'number') return numberFormat(locale).number(value);
  const text = value === null || typeof value === 'string' ? value : printed(value);
  return display(text).replaceAll('@', '@\u200b');
}

function oneLine(text: string): string {
  const line = visible(text.replace(/\s+/g, ' ').trim());
  if (line.length <= TITLE_LIMIT) return line;
  const kept = line.slice(0, TITLE_LIMIT - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
