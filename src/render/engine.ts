import type Handlebars from 'handlebars';
import { cut, visible } from './display.ts';
import { HELPERS } from './helpers.ts';
import { COMPILE_OPTIONS, strictPaths } from './strict-paths.ts';
import { TemplateError } from './template-error.ts';
import type { View } from './view.ts';

/** Handlebars: its runtime alone, which knows compiled templates only, or all of it. */
export type Library = typeof Handlebars;

type TemplateSpecification = Parameters<Library['template']>[0];

/** A template: compiled beforehand (what Handlebars' `precompile` gives), or a source. */
export type Template = { readonly name: string } & (
  { readonly compiled: TemplateSpecification } | { readonly source: string }
);

/** A partial: a template under the name by which others call it. */
export type Partial = Template & { readonly calledAs: string };

/** Turns a template into a function from view to text; it throws TemplateError. */
export type Engine = (template: Template) => (view: View) => string;

// Explicit: without them Handlebars logs what it denies.
const RUNTIME = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

/** A Handlebars of our own, in which what is not Markdown of our making goes through `escape`. */
export function createEngine(
  library: Library,
  escape: (value: unknown) => string,
  partials: readonly Partial[],
): Engine {
  const hb = library.create();
  hb.unregisterHelper('log');
  let current = '';
  const inTemplate = <T>(name: string, work: () => T): T => {
    const outer = current;
    current = name;
    try {
      return work();
    } catch (error) {
      throw toTemplateError(current, error, library);
    } finally {
      current = outer;
    }
  };
  hardenTemplates(hb, escape, () => current);
  registerHelpers(hb, () => current);
  const load = (template: Template): Handlebars.TemplateDelegate =>
    inTemplate(template.name, () =>
      'compiled' in template ? hb.template(template.compiled) : compile(hb, template.source),
    );
  for (const partial of partials) {
    // Compiled when it is called first: a folder of partials may hold some that nobody calls.
    let render: Handlebars.TemplateDelegate | null = null;
    hb.registerPartial(partial.calledAs, (context: unknown, options?: Handlebars.RuntimeOptions) =>
      inTemplate(partial.name, () => (render ??= load(partial))(context, options)),
    );
  }
  return (template) => {
    const render = load(template);
    return (view) => inTemplate(template.name, () => render(view, RUNTIME));
  };
}

function compile(hb: Library, source: string): Handlebars.TemplateDelegate {
  const program = hb.parse(source);
  strictPaths(program);
  return hb.compile(program, COMPILE_OPTIONS);
}

interface Container {
  lookupProperty: (holder: unknown, name: string) => unknown;
  escapeExpression: (value: unknown) => string;
  strict: (holder: unknown, name: string, place: { start: { line: number } } | undefined) => unknown;
}

/** Replaces, in this Handlebars alone, how values are escaped and how a missing field is reported. */
function hardenTemplates(hb: Library, escape: (value: unknown) => string, current: () => string): void {
  const template = hb.template;
  const escapeExpression = (value: unknown): string => {
    if (value instanceof hb.SafeString) return value.toString();
    if (value === undefined) throw new TemplateError(current(), null, 'it prints a field that does not exist');
    return escape(value);
  };
  const strict: Container['strict'] = (holder, name, place) => {
    if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)) {
      return (holder as Readonly<Record<string, unknown>>)[name];
    }
    const where = holder === null || holder === undefined ? 'in something that is not set' : 'here';
    const problem = `there is no "${name}" ${where} (see docs/templates.md for what there is)`;
    throw new TemplateError(current(), place?.start.line ?? null, problem);
  };
  const lookupProperty: Container['lookupProperty'] = (holder, name) => {
    if (holder === null || holder === undefined) {
      throw new TemplateError(current(), null, `there is no "${name}" in something that is not set`);
    }
    return Object.hasOwn(holder, name) ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
  };
  type Main = (container: Container, ...rest: unknown[]) => unknown;
  const hardened = (spec: { main: Main }): Handlebars.TemplateDelegate => {
    const main: Main = (container, ...rest) =>
      spec.main(Object.assign(container, { escapeExpression, strict, lookupProperty }), ...rest);
    return template({ ...spec, main });
  };
  Object.assign(hb, { template: hardened });
}

function registerHelpers(hb: Library, current: () => string): void {
  for (const [name, helper] of Object.entries(HELPERS)) {
    hb.registerHelper(name, (...given: unknown[]) => {
      const { root } = (given.at(-1) as { data: { root: View } }).data;
      const values = given.slice(0, -1);
      if (values.some((value) => value === undefined)) {
        throw new TemplateError(current(), null, `the helper "${name}" was given a field that does not exist`);
      }
      const output = helper(root, ...(values as never[]));
      return 'markdown' in output ? new hb.SafeString(output.markdown) : output.value;
    });
  }
}

/** An error of a template as such. Messages of the language itself may quote a value; Handlebars' own quote only the template. */
export function toTemplateError(name: string, error: unknown, library: Library): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : '';
  const parsed = /^Parse error on line (\d+):\n(.*)\n[^]*, got '(.*)'$/.exec(message);
  if (parsed) {
    const [, line, near = '', got = ''] = parsed;
    const what = got === 'EOF' ? 'a block is not closed' : `unexpected ${got}`;
    return new TemplateError(name, Number(line), `cannot be parsed near ${visible(near.trim())} (${what})`);
  }
  if (error instanceof library.Exception) {
    const line = typeof error.lineNumber === 'number' ? error.lineNumber : null;
    return new TemplateError(name, line, cut(visible(message.replace(/ - \d+:\d+$/, '')), 300));
  }
  return new TemplateError(name, null, 'a helper was given a value that it cannot use', { cause: error });
}
