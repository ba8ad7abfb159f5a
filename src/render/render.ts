import Runtime from 'handlebars/runtime.js';
import type { TemplateSource } from '../inputs/request.ts';
import type { Results } from '../results.ts';
import { buildView } from './build-view.ts';
import { PARTIALS, TEMPLATES } from './compiled.ts';
import { createEngine, type Engine, type Template } from './engine.ts';
import { escapeProse, escapeValue } from './escape.ts';
import { type FittedReport, fitReport, type Limit } from './fit.ts';
import { numberFormat } from './format.ts';
import { gatePages, gateTable } from './gate-table.ts';
import type { Library } from './library.ts';
import { partialPath } from './partial-path.ts';
import { printed } from './printed.ts';
import { restAt } from './rest-view.ts';
import { TemplateError } from './template-error.ts';
import type { RenderDestination, RestView, View } from './view.ts';

/** How a report is to be rendered: `limit` is what its place holds, `links.whole` where the whole report is. */
export interface RenderOptions {
  readonly template: TemplateSource;
  readonly destination: RenderDestination;
  readonly limit: Limit;
  readonly links: { readonly whole: string | null };
}

/** Renders a report as Markdown from its results alone; throws TemplateError where a user's template cannot be. */
export async function renderReport(results: Results, options: RenderOptions): Promise<FittedReport> {
  const { name } = options.template;
  const engine = await engineFor(results.locale, options.template);
  const template = engine(templateOf(options.template));
  const notice = engine({ name: 'notice', compiled: PARTIALS.notShown });
  const view = buildView(results, options.destination, options.links.whole);
  const saysGates = mentionsGates(options.template);
  const renderer = {
    report: (less: View) => (saysGates ? '' : gatesBefore(less)) + trimmed(template(less), name),
    rest: (insight: number, shown: number) => restOf(results, view, insight, shown),
    notice: (less: View) => notice(less).trimEnd() + '\n',
    pages: (less: View) => lastPages(less, notice(less)),
  };
  return fitReport(view, renderer, options.limit);
}

/** A template of one's own may have a place for the gates; where it has none they stand before it: no verdict is hidden. */
function mentionsGates(template: TemplateSource): boolean {
  if (template.kind === 'builtin') return true;
  return [template.source, ...Object.values(template.partials ?? {})].some((text) => /\bgates\b/.test(text));
}

function gatesBefore({ gates }: View): string {
  return gates.length === 0 ? '' : `${gateTable(gates)}\n\n`;
}

function restOf(results: Results, view: View, place: number, shown: number): RestView | null {
  const insight = view.insights[place];
  return insight ? restAt(results.insights[place], insight, shown, results.locale) : null;
}

function templateOf(template: TemplateSource): Template {
  if (template.kind === 'file') return { name: template.name, source: template.source };
  const compiled = TEMPLATES[template.name];
  if (compiled !== undefined) return { name: template.name, compiled };
  throw new TemplateError(template.name, null, 'there is no built-in template of this name');
}

// The package's types of this file are empty; it is Handlebars without its compiler.
const RUNTIME = Runtime as unknown as Library;

const engines = new Map<string, Engine>();

/** An engine for a locale. Only a user's template needs all of Handlebars: the built-in ones are compiled already. */
async function engineFor(locale: string, template: TemplateSource): Promise<Engine> {
  const isOwn = template.kind === 'file';
  const own = isOwn ? Object.entries(template.partials ?? {}) : [];
  const key = `${locale} ${isOwn}`;
  const known = own.length === 0 ? engines.get(key) : undefined;
  if (known) return known;
  const library = isOwn ? (await import('handlebars')).default : RUNTIME;
  const builtIn = Object.entries(PARTIALS).map(([name, compiled]) => ({ name, calledAs: name, compiled }));
  const beside = own.map(([name, source]) => ({ name: partialPath(template.name, name), calledAs: name, source }));
  // The later one of two partials of a name is the one that is called.
  const engine = createEngine(library, (value) => escapeAny(value, locale), [...builtIn, ...beside]);
  if (own.length === 0) engines.set(key, engine);
  return engine;
}

/** What a mustache prints: numbers as the locale writes them, anything else as a value from outside. */
function escapeAny(value: unknown, locale: string): string {
  if (typeof value === 'number') return numberFormat(locale).number(value);
  if (value === null || typeof value === 'string') return escapeValue(value);
  return escapeValue(printed(value));
}

function trimmed(markdown: string, name: string): string {
  const text = markdown.replace(/^\s*\n/, '').trimEnd();
  if (text === '') throw new TemplateError(name, null, 'it renders to nothing');
  return `${text}\n`;
}

/** What is left where not even the template's fixed text fits. */
function lastPages(view: View, notice: string): readonly string[] {
  const bare = `**${view.notShown?.text ?? ''}**: the report is too long for this place.\n`;
  const title = `## ${escapeProse(view.title)}\n\n`;
  const gates = view.gates.length === 0 ? [] : gatePages(view.gates).map((page) => `${page}\n\n`);
  return [
    ...gates.flatMap((page) => [`${title}${page}${notice.trimEnd()}\n`, `${page}${notice.trimEnd()}\n`]),
    `${title}${notice.trimEnd()}\n`,
    notice.trimEnd() + '\n',
    bare,
  ];
}
