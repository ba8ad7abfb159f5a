import Runtime from 'handlebars/runtime.js';
import type { TemplateSource } from '../inputs/request.ts';
import type { FailedInsight, Results } from '../results.ts';
import { fitReport, type FittedReport, type Limit } from './fit.ts';
import { formatMoment } from './format/dates.ts';
import { truncate } from '../text/truncate.ts';
import { escapeProse, escapeValue, renderLink } from './markdown/escape.ts';
import { renderGatePages, renderGates } from './markdown/gates.ts';
import { renderReleases } from './markdown/releases.ts';
import { sentenceAsMarkdown } from './markdown/sentence.ts';
import { renderSignals } from '../signals/presenting/markdown.ts';
import { renderNotRun } from './not-run.ts';
import { PARTIALS, TEMPLATES } from './template/compiled.ts';
import { createEngine, type Engine, partialPath, printer, type Template } from './template/engine.ts';
import { TemplateError } from './template/errors.ts';
import type { Library } from './template/handlebars.ts';
import { buildRunView, orderByWorth, prepareView } from './view/report.ts';
import type { RenderDestination, View } from './view/report-types.ts';

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

/** Renders a report's results as Markdown; throws a TemplateError if a user's template cannot be rendered. */
export async function renderReport(given: Results, options: RenderOptions): Promise<FittedReport> {
  const results = orderByWorth(given);
  const notRun = renderNotRun(results);
  if (notRun !== null) return { markdown: notRun, rowsNotShown: 0, sectionsNotShown: 0 };
  const { name } = options.template;
  const engine = await engineFor(results.locale, options.template);
  const template = engine(templateOf(options.template));
  const notice = engine({ name: 'notice', compiled: PARTIALS.notShown });
  const { view, shorten } = prepareView(results, options.destination, options.links.whole);
  const saysGates = mentions('gates', options.template);
  const saysSignals = mentions('signals', options.template);
  const saysReleases = mentions('releases', options.template);
  const renderer = {
    report: (less: View) =>
      (saysGates ? '' : gatesBefore(less)) +
      (saysReleases || less.releases.length === 0
        ? ''
        : `${renderReleases(less.releases, less.locale)}\n\n`) +
      trimMarkdown(template(less), name) +
      (saysSignals || less.signals === null ? '' : `\n${renderSignals(less.signals, less.locale)}\n`),
    shorten,
    notice: (less: View) => notice(less).trimEnd() + '\n',
    pages: (less: View) => fallbackPages(less, notice(less)),
  };
  return fitReport(view, renderer, options.limit);
}

/**
 * Whether a template shows a part itself. If not, gates and releases are put before it and signals after it,
 * so that none is hidden.
 */
function mentions(part: 'gates' | 'releases' | 'signals', template: TemplateSource): boolean {
  if (template.kind === 'builtin') return true;
  return [template.source, ...Object.values(template.partials ?? {})].some((text) =>
    new RegExp(`\\{\\{[^}]*\\b${part}\\b`).test(text.replace(TEMPLATE_COMMENTS, '')),
  );
}

const TEMPLATE_COMMENTS = /\{\{~?!--[^]*?--~?\}\}|\{\{~?![^}]*\}\}/g;

function gatesBefore({ gates }: View): string {
  return gates.length === 0 ? '' : `${renderGates(gates)}\n\n`;
}

function templateOf(template: TemplateSource): Template {
  if (template.kind === 'file') return { name: template.name, source: template.source };
  const compiled = TEMPLATES[template.name];
  if (compiled !== undefined) return { name: template.name, compiled };
  throw new TemplateError(template.name, null, 'there is no built-in template of this name');
}

// Handlebars without its compiler. The package has no types for this file.
const RUNTIME = Runtime as unknown as Library;

const engines = new Map<string, Engine>();

/**
 * The engine for a locale and a template. Only a user's template needs the whole of Handlebars: the built-in
 * ones are compiled ahead.
 */
async function engineFor(locale: string, template: TemplateSource): Promise<Engine> {
  const isOwn = template.kind === 'file';
  const own = isOwn ? Object.entries(template.partials ?? {}) : [];
  const key = `${locale} ${isOwn}`;
  const known = own.length === 0 ? engines.get(key) : undefined;
  if (known) return known;
  const library = isOwn ? (await import('handlebars')).default : RUNTIME;
  const builtIn = Object.entries(PARTIALS).map(([name, compiled]) => ({ name, calledAs: name, compiled }));
  const beside = own.map(([name, source]) => ({
    name: partialPath(template.name, name),
    calledAs: name,
    source,
  }));
  // If two partials have the same name, the later one is called.
  const escape = printer(locale, escapeValue, sentenceAsMarkdown);
  const engine = createEngine(library, escape, [...builtIn, ...beside]);
  if (own.length === 0) engines.set(key, engine);
  return engine;
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
    ...gates.flatMap((page) => [`${title}${page}${notice.trimEnd()}\n`, `${page}${notice.trimEnd()}\n`]),
    `${title}${notice.trimEnd()}\n`,
    notice.trimEnd() + '\n',
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
    .filter((insight): insight is FailedInsight => insight.status === 'error')
    .map(({ error }) => error.message);
  const [first = '', ...others] = new Set(messages);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return escapeProse(truncate(first, MESSAGE_LIMIT, MESSAGE_LIMIT)) + more;
}
