import type { Results } from '../results.ts';
import { buildView } from './view/report.ts';
import { display } from './format/display.ts';
import { toTitle } from '../text/title.ts';
import { createEngine, stringifyValue } from './template/engine.ts';
import { numberFormat } from './format/numbers.ts';
import { sentenceAsText } from './plain/sentence.ts';
import { Sentence } from './view/sentences/sentence.ts';

/**
 * Renders an issue's title from a Handlebars template over the report's view: one line, control characters
 * visible, never empty. A title is not Markdown and would show escapes, so values are not escaped; only an
 * `@` is followed by a U+200B.
 */
export async function renderTitle(results: Results, template: string): Promise<string> {
  const escape = (value: unknown): string => formatTitleValue(value, results.locale);
  const title =
    template === DEFAULT_TEMPLATE ? escape(results.title) : await renderTemplate(results, template, escape);
  return toTitle(title, escape(results.title));
}

// The default title is rendered without loading Handlebars.
const DEFAULT_TEMPLATE = '{{title}}';

async function renderTemplate(
  results: Results,
  source: string,
  escape: (value: unknown) => string,
): Promise<string> {
  const { default: library } = await import('handlebars');
  return createEngine(library, escape, [])({ name: 'issue-title', source })(
    buildView(results, 'issue', null),
  );
}

function formatTitleValue(value: unknown, locale: string): string {
  if (typeof value === 'number') return numberFormat(locale).number(value);
  if (value instanceof Sentence) return withoutMentions(sentenceAsText(value));
  const text = value === null || typeof value === 'string' ? value : stringifyValue(value);
  return withoutMentions(display(text));
}

function withoutMentions(text: string): string {
  return text.replaceAll('@', '@\u200b');
}
