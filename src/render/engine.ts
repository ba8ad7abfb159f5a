import type Handlebars from 'handlebars';
import { cut, visible } from './display.ts';
import { argumentFault, takes } from './helper-arguments.ts';
import { HELPERS } from './helpers.ts';
import { missingField } from './missing-field.ts';
import { crossedBlocks, parseFault } from './parse-fault.ts';
import { strictParts } from './strict-compiler.ts';
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
  strictParts(hb);
  const builtIn = new Set(partials.flatMap((partial) => ('compiled' in partial ? [partial.name] : [])));
  let current: Template = NONE;
  const inTemplate = <T>(template: Template, work: () => T): T => {
    const outer = current;
    current = template;
    try {
      return work();
    } catch (error) {
      const fault = toTemplateError(template.name, error, library);
      const isCalledByOwn = 'compiled' in template && 'source' in outer && outer !== NONE;
      throw isCalledByOwn && builtIn.has(fault.template) ? outOfPlace(outer, template, fault) : fault;
    } finally {
      current = outer;
    }
  };
  hardenTemplates(hb, escape, () => current);
  registerHelpers(hb, () => current.name);
  const load = (template: Template): Handlebars.TemplateDelegate =>
    inTemplate(template, () =>
      'compiled' in template ? hb.template(template.compiled) : compile(hb, template.source),
    );
  for (const partial of partials) {
    // Compiled when it is called first: a folder of partials may hold some that nobody calls.
    let render: Handlebars.TemplateDelegate | null = null;
    hb.registerPartial(partial.calledAs, (context: unknown, options?: Handlebars.RuntimeOptions) =>
      inTemplate(partial, () => (render ??= load(partial))(context, options)),
    );
  }
  return (template) => {
    const render = load(template);
    return (view) => inTemplate(template, () => render(view, RUNTIME));
  };
}

/** While nothing is rendered. */
const NONE: Template = { name: '', source: '' };

/** A built-in partial works where it belongs: that it does not is a matter of the template that calls it. */
function outOfPlace(caller: Template, partial: Template, { problem }: TemplateError): TemplateError {
  const found = `the partial {{> ${partial.name}}} does not work here (docs/templates.md says where it belongs)`;
  return new TemplateError(caller.name, null, `${found}: ${problem}`);
}

function compile(hb: Library, source: string): Handlebars.TemplateDelegate {
  const program = hb.parse(source);
  strictPaths(program);
  return hb.compile(program, COMPILE_OPTIONS);
}

interface Container {
  lookupProperty: (holder: unknown, name: string) => unknown;
  escapeExpression: (value: unknown) => string;
  strict: (holder: unknown, name: string, place: Place | null | undefined) => unknown;
}

/** Where a path stands; of a built-in template only the line is kept. */
interface Place {
  readonly start: Readonly<{ line: number; column?: number }>;
  readonly end?: Readonly<{ line: number; column: number }>;
}

/** Replaces, in this Handlebars alone, how values are escaped and how a missing field is reported. */
function hardenTemplates(hb: Library, escape: (value: unknown) => string, current: () => Template): void {
  const template = hb.template;
  const escapeExpression = (value: unknown): string => {
    if (value instanceof hb.SafeString) return value.toString();
    if (value === undefined) throw new TemplateError(current().name, null, NOTHING_FOUND);
    return escape(value);
  };
  const strict: Container['strict'] = (holder, name, place) => {
    if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)) {
      return (holder as Readonly<Record<string, unknown>>)[name];
    }
    const problem = missingField(holder, name, written(current(), place));
    throw new TemplateError(current().name, place?.start.line ?? null, problem);
  };
  const lookupProperty: Container['lookupProperty'] = (holder, name) => {
    if (holder === null || holder === undefined) {
      throw new TemplateError(current().name, null, missingField(holder, name, null));
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

const NOTHING_FOUND =
  'it prints a field that does not exist (a "lookup" that finds nothing gives none: ask with {{#if (lookup …)}} first)';

/** A path as its template has it. */
function written(template: Template, place: Place | null | undefined): string | null {
  if (!('source' in template) || place?.end === undefined || place.start.line !== place.end.line) return null;
  const line = template.source.split(/\r\n?|\n/)[place.start.line - 1];
  return line?.slice(place.start.column, place.end.column) ?? null;
}

function registerHelpers(hb: Library, current: () => string): void {
  for (const [name, helper] of Object.entries(HELPERS)) {
    hb.registerHelper(name, (...given: unknown[]) => {
      const { data, loc } = given.at(-1) as { readonly data: { readonly root: View }; readonly loc?: Place };
      const values = given.slice(0, -1);
      const fail = (problem: string, options?: ErrorOptions): TemplateError =>
        new TemplateError(current(), loc?.start.line ?? null, problem, options);
      if (values.some((value) => value === undefined)) {
        throw fail(`the helper "${name}" was given a field that does not exist`);
      }
      const fault = argumentFault(name, values);
      if (fault !== null) throw fail(fault);
      const output = attempt(
        () => helper(data.root, ...(values as never[])),
        (cause) => fail(`the helper "${name}" was given what it cannot use; it takes${takes(name)}`, { cause }),
      );
      return 'markdown' in output ? new hb.SafeString(output.markdown) : output.value;
    });
  }
}

function attempt<T>(work: () => T, failed: (cause: unknown) => Error): T {
  try {
    return work();
  } catch (error) {
    throw failed(error);
  }
}

/** An error of a template as such. Messages of the language itself may quote a value; Handlebars' own quote only the template. */
export function toTemplateError(name: string, error: unknown, library: Library): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : '';
  const parsed = parseFault(message);
  if (parsed !== null) return new TemplateError(name, parsed.line, parsed.problem);
  if (/^Maximum call stack/.test(message)) return new TemplateError(name, null, 'it calls itself without end');
  // The name may be a value here: those that are written out were looked for before.
  if (/^The partial [^]* could not be found$/.test(message))
    return new TemplateError(name, null, 'a {{> (…)}} gives a name that no partial has');
  if (error instanceof library.Exception) {
    const line = typeof error.lineNumber === 'number' ? error.lineNumber : null;
    const crossed = crossedBlocks(message);
    if (crossed !== null) return new TemplateError(name, line, crossed);
    return new TemplateError(name, line, cut(visible(message.replace(/ - \d+:\d+$/, '')), 300));
  }
  return new TemplateError(name, null, 'a helper was given a value that it cannot use', { cause: error });
}
