// Renders a report as the Markdown of one destination, with a built-in template or a user's own; also an
// issue's title, and the page of a run without a report. The Action's posts, the command line and the
// preview call it.
import type { TemplateSource } from '../inputs/request.ts';
import type { Results } from '../results/results.ts';
import { fitReport, type FittedReport, type Limit } from './fit.ts';
import { formatMoment } from './format/dates.ts';
import { getOrAdd } from '../../text/get-or-add.ts';
import { truncate } from '../../text/truncate.ts';
import { escapeProse, escapeValue, renderLink } from './markdown/escape.ts';
import { renderGatePages, renderGates } from './markdown/gates.ts';
import { renderReleases } from './markdown/releases.ts';
import { sentenceAsMarkdown } from './markdown/sentence.ts';
import { renderMinimums } from './minimums/section.ts';
import { renderSignals } from './signals/markdown.ts';
import { builtinPartials, builtinTemplate } from './template/builtin.ts';
import { createEngine, type Engine, partialPath, printer, type Template } from './template/engine.ts';
import { TemplateError } from './template/errors.ts';
import { orderByWorth } from './view/arrange/worth.ts';
import { buildRunView, buildView, prepareView } from './view/report.ts';
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
  const shownParts = new Set(PARTS.filter((part) => showsPart(part, options.template)));
  const add = (part: (typeof PARTS)[number], write: () => string): string => {
    const markdown = shownParts.has(part) ? '' : write();
    return markdown === '' ? '' : `${markdown}\n\n`;
  };
  const renderer = {
    report: (less: View) =>
      add('gates', () => renderGates(less.gates)) +
      add('releases', () => renderReleases(less.releases, less.locale)) +
      add('minimums', () => (less.minimums === null ? '' : renderMinimums(less.minimums, less.locale))) +
      trimMarkdown(template(less), name) +
      (shownParts.has('signals') || less.signals === null
        ? ''
        : `\n${renderSignals(less.signals, less.locale)}\n`),
    shorten,
    notice: (less: View) => notice(less).trimEnd() + '\n',
    pages: (less: View) => fallbackPages(less, notice(less)),
  };
  return fitReport(view, renderer, options.limit);
}

/**
 * What no template of a user's may leave out: gates, releases and minimums are put before its text, signals
 * after it.
 */
const PARTS = ['gates', 'releases', 'minimums', 'signals'] as const;

/** Whether a template shows a part itself. */
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

/** How many characters of an error's message the line repeats. */
const MESSAGE_LIMIT = 280;

/**
 * One dated line of Markdown that says why nothing could be reported, to be put above the numbers of an
 * earlier post.
 */
export function renderFailureLine(results: Results): string {
  const zone = results.timezone;
  const when = `${formatMoment(Date.parse(results.generatedAt), results.locale, zone)} (${zone})`;
  const view = buildRunView(results);
  const run = view === null ? '' : ` · ${renderLink(view.url, view.name)}`;
  return `⚠️ **${escapeProse(when)}**: these numbers could not be renewed. ${failureReasons(results)}${run}`;
}

function failureReasons(results: Results): string {
  const messages = results.insights
    .filter((insight) => insight.status === 'error')
    .map(({ error }) => error.message);
  const [first = '', ...others] = new Set(messages);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return escapeProse(truncate(first, MESSAGE_LIMIT, MESSAGE_LIMIT)) + more;
}

/**
 * Renders an issue's title from a Handlebars template over the report's view: one line, control characters
 * visible, never empty. A title is not Markdown and would show escapes, so values are not escaped; only an
 * `@` is followed by a U+200B.
 */
export async function renderTitle(results: Results, source: string): Promise<string> {
  const print = printer(results.locale, display, sentenceAsText);
  const escape = (value: unknown): string => print(value).replaceAll('@', '@\u200b');
  const render = createEngine(escape, [])({ name: 'issue-title', source });
  return toTitle(render(buildView(results, 'issue', null)), escape(results.title));
}

/** The lines of a reason that a page shows; the step's log has all of them. */
const LINE_LIMIT = 200;

/**
 * The page of a run without a report: why. Null if there is a report, or if an older results file does not
 * say why.
 */
export function renderNotRun({
  title,
  error,
  reason,
  signals,
  minimums,
  locale,
}: Pick<Results, 'title' | 'error' | 'reason' | 'signals' | 'minimums' | 'locale'>): string | null {
  if (error !== undefined) {
    return `## ${escapeProse(title)}\n\n❌ **The run could not begin**:\n\n${renderLines(error.message)}\n`;
  }
  if (reason === undefined) return null;
  const skipped = `## ${escapeProse(title)}\n\n⏭️ **Skipped.** ${escapeProse(reason)}\n`;
  // What the code says needs no answer of the service.
  const sections = [
    ...(minimums === undefined ? [] : [renderMinimums(minimums, locale)]),
    ...(signals === undefined ? [] : [renderSignals(signals, locale)]),
  ];
  return [skipped, ...sections.map((section) => `${section}\n`)].join('\n');
}

/** A paragraph or a list item for each line; items begin with a dash. */
function renderLines(message: string): string {
  const lines = message.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const more = lines.length - LINE_LIMIT;
  return [
    ...lines
      .slice(0, LINE_LIMIT)
      .map((line) => (line.startsWith('- ') ? `- ${escapeProse(line.slice(2))}` : escapeProse(line))),
    ...(more > 0 ? [`${more} more lines are in the step's log.`] : []),
  ].join('\n\n');
}
