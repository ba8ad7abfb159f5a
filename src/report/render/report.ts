// Renders a report as the Markdown of one destination, and the title of its issue, with a built-in template
// or a user's own: for the Action's posts, the command line and the preview.
import type { TemplateSource } from '../inputs/request.ts';
import type { Results } from '../results/results.ts';
import { fitReport, type FittedReport, type Limit } from './fit.ts';
import { getOrAdd } from '../../text/get-or-add.ts';
import { escapeValue } from './markdown/escape.ts';
import { escapeProse } from './markdown/prose.ts';
import { renderGatePages, renderGates } from './markdown/gates.ts';
import { renderReleases } from './markdown/releases.ts';
import { sentenceAsMarkdown } from './markdown/sentence.ts';
import { renderMinimums } from './minimums/section.ts';
import { renderNotRun } from './no-report.ts';
import { renderSignals } from './signals/markdown.ts';
import { createEngine, type Engine, type Template } from './template/engine.ts';
import { printer } from './template/printer.ts';
import { builtinPartials, builtinTemplate, partialPath } from './template/sources.ts';
import { TemplateError } from './template/errors.ts';
import { orderByWorth } from './view/arrange/worth.ts';
import { buildView, prepareView } from './view/report.ts';
import type { RenderDestination, View } from './view/report-types.ts';
import { display } from './format/display.ts';
import { toTitle } from '../../text/title.ts';
import { sentenceAsText } from './view/sentences/sentence.ts';

/**
 * How a report is rendered: `limit` is the size that its destination allows, `links.whole` the address of the
 * whole report.
 */
export interface RenderOptions {
  readonly template: TemplateSource;
  readonly destination: RenderDestination;
  readonly limit: Limit;
  readonly links: { readonly whole: string | null };
}

/**
 * The page that a post links to for the whole report: the run's, which shows the job summary. Null if there
 * is none.
 */
export function linkToWhole(
  destination: RenderDestination,
  hasSummary: boolean,
  runUrl: string | null,
): string | null {
  return destination === 'summary' || !hasSummary ? null : runUrl;
}

/**
 * Renders a report's results as the Markdown of one destination. Throws a TemplateError if a user's template
 * cannot be rendered.
 */
export async function renderReport(unordered: Results, options: RenderOptions): Promise<FittedReport> {
  const results = orderByWorth(unordered);
  const notRun = renderNotRun(results);
  if (notRun !== null) return { markdown: notRun, rowsNotShown: 0, sectionsNotShown: 0 };
  const { name } = options.template;
  const engine = engineFor(results.locale, options.template);
  const template = engine(templateOf(options.template));
  const notice = engine({ name: 'notice', source: '{{> notShown}}' });
  const { view, shorten } = prepareView(results, options.destination, options.links.whole);
  const addedParts = PARTS.filter(({ part }) => !showsPart(part, options.template));
  const partsAt = (place: 'above' | 'below', less: View) =>
    addedParts.flatMap((part) => (part.place === place ? part.render(less) || [] : []));
  const renderer = {
    report: (less: View) =>
      [
        ...partsAt('above', less).map((part) => `${part}\n`),
        trimMarkdown(template(less), name),
        ...partsAt('below', less).map((part) => `${part}\n`),
      ].join('\n'),
    shorten,
    notice: (less: View) => notice(less).trimEnd() + '\n',
    pages: (less: View) => fallbackPages(less, notice(less)),
  };
  return fitReport(view, renderer, options.limit);
}

/**
 * What no template of a user's may leave out. If the template does not show a part, it is put above or below
 * the template's text.
 */
const PARTS = [
  { part: 'gates', place: 'above', render: ({ gates }: View) => renderGates(gates) },
  {
    part: 'releases',
    place: 'above',
    render: ({ releases, locale }: View) => renderReleases(releases, locale),
  },
  {
    part: 'minimums',
    place: 'above',
    render: ({ minimums, locale }: View) => renderMinimums(minimums, locale),
  },
  {
    part: 'signals',
    place: 'below',
    render: ({ signals, locale }: View) => renderSignals(signals, locale),
  },
] as const;

/** Whether a template shows a part itself: whether it names the part within `{{…}}`, outside of comments. */
function showsPart(part: string, template: TemplateSource): boolean {
  if (template.kind === 'builtin') return true;
  return [template.source, ...Object.values(template.partials ?? {})].some((text) =>
    new RegExp(`\\{\\{[^}]*\\b${part}\\b`).test(text.replace(TEMPLATE_COMMENTS, '')),
  );
}

const TEMPLATE_COMMENTS = /\{\{~?!--[^]*?--~?\}\}|\{\{~?![^}]*\}\}/g;

function templateOf(template: TemplateSource): Template {
  return template.kind === 'file' ? template : { ...template, source: builtinTemplate(template.name) };
}

const engines = new Map<string, Engine>();

/** The engine for a locale and a template's own partials. */
function engineFor(locale: string, template: TemplateSource): Engine {
  const userPartials = template.kind === 'file' ? Object.entries(template.partials ?? {}) : [];
  const make = (): Engine => {
    const builtIn = Object.entries(builtinPartials()).map(([calledAs, source]) => ({
      name: `{{> ${calledAs}}}`,
      calledAs,
      source,
    }));
    const beside = userPartials.map(([calledAs, source]) => ({
      name: partialPath(template.name, calledAs),
      calledAs,
      source,
    }));
    // If two partials have the same name, the later one is called.
    return createEngine(printer(locale, escapeValue, sentenceAsMarkdown), [...builtIn, ...beside]);
  };
  return userPartials.length === 0 ? getOrAdd(engines, locale, make) : make();
}

function trimMarkdown(markdown: string, name: string): string {
  const text = markdown.replace(/^\s*\n/, '').trimEnd();
  if (text === '') throw new TemplateError(name, null, 'it renders nothing');
  return `${text}\n`;
}

/** Short pages for a report whose template does not fit even without rows, the fullest first. */
function fallbackPages(view: View, notice: string): readonly string[] {
  const bare = `**${view.notShown?.text ?? ''}**: the report is too long for this place.\n`;
  const title = `## ${escapeProse(view.title)}\n\n`;
  const gates = view.gates.length === 0 ? [] : renderGatePages(view.gates).map((page) => `${page}\n\n`);
  return [
    ...gates.map((page) => `${title}${page}${notice.trimEnd()}\n`),
    `${title}${notice.trimEnd()}\n`,
    bare,
  ];
}

/**
 * Renders an issue's title from a Handlebars template over the report's view: one line, control characters
 * visible, never empty. A title is not Markdown and would show escapes, so values are not escaped; only an
 * `@` is followed by a U+200B.
 */
export async function renderTitle(results: Results, source: string): Promise<string> {
  const print = printer(results.locale, display, sentenceAsText);
  const escape = (value: unknown) => print(value).replaceAll('@', '@\u200b');
  const render = createEngine(escape, [])({ name: 'issue-title', source });
  return toTitle(render(buildView(results, 'issue', null)), escape(results.title));
}
