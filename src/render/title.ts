import type { Results } from '../results.ts';
import { buildView } from './view/report.ts';
import { display } from './format/display.ts';
import { toTitle } from '../text/title.ts';
import { createEngine, printer } from './template/engine.ts';
import { sentenceAsText } from './plain/sentence.ts';

/**
 * Renders an issue's title from a Handlebars template over the report's view: one line, control characters
 * visible, never empty. A title is not Markdown and would show escapes, so values are not escaped; only an
 * `@` is followed by a U+200B.
 */
export async function renderTitle(results: Results, template: string): Promise<string> {
  const print = printer(results.locale, display, sentenceAsText);
  const escape = (value: unknown): string => print(value).replaceAll('@', '@\u200b');
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
  const engine = createEngine(library, escape, []);
  return engine({ name: 'issue-title', source })(buildView(results, 'issue', null));
}
