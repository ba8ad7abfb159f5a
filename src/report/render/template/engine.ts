import type Handlebars from 'handlebars';
import { numberFormat } from '../format/numbers.ts';
import type { View } from '../view/report-types.ts';
import { Sentence } from '../view/sentences/sentence.ts';
import { describeMissingField, type Fail, TemplateError, toTemplateError } from './errors.ts';
import {
  COMPILE_OPTIONS,
  type Library,
  makeCompilerStrict,
  makePathsStrict,
  type SourceLocation,
} from './handlebars.ts';
import { describeArguments, findArgumentFault, HELPERS, MARKDOWN_HELPERS } from './helpers.ts';

type TemplateSpecification = Parameters<Library['template']>[0];

/** A template: compiled ahead (the output of Handlebars' `precompile`), or as source. */
export type Template = { readonly name: string } & (
  { readonly compiled: TemplateSpecification } | { readonly source: string }
);

/** A partial: a template, and the name by which others call it. */
type Partial = Template & { readonly calledAs: string };

/** Turns a template into a function from a view to text. Both may throw a TemplateError. */
export type Engine = (template: Template) => (view: View) => string;

// Handlebars' defaults, set explicitly: otherwise it logs every access that it denies.
const RUNTIME = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

/**
 * How long one rendering may take, and how many characters its blocks and partials may make, those inside of
 * others again.
 */
const RENDER_LIMITS = { timeMs: 10_000, characters: 50_000_000 };

/**
 * Creates a separate Handlebars in which every value that is not a helper's Markdown goes through `escape`.
 */
export function createEngine(
  library: Library,
  escape: (value: unknown) => string,
  partials: readonly Partial[],
  limits: typeof RENDER_LIMITS = RENDER_LIMITS,
): Engine {
  const hb = library.create();
  hb.unregisterHelper('log');
  makeCompilerStrict(hb);
  const builtIn = new Set(partials.flatMap((partial) => ('compiled' in partial ? [partial.name] : [])));
  let current: Template | null = null;
  const inTemplate = <T>(template: Template, work: () => T): T => {
    const outer = current;
    current = template;
    try {
      return work();
    } catch (error) {
      const fault = toTemplateError(template.name, error, library);
      const isCalledByOwn = 'compiled' in template && outer !== null && 'source' in outer;
      throw isCalledByOwn && builtIn.has(fault.template)
        ? misplacedPartialError(outer, template, fault)
        : fault;
    } finally {
      current = outer;
    }
  };
  // A block that is passed to a partial runs within the partial, but its place is in the calling template.
  const fail: Fail = (place, problem, options) =>
    new TemplateError(place?.source ?? current?.name ?? '', place?.start.line ?? null, problem, options);
  const sources = new Map<string, string>();
  hardenTemplates(hb, { escape, fail, sources });
  registerHelpers(hb, fail);
  const begin = limitRendering(hb, limits, (place, called, problem) =>
    fail(place ?? placeOfCall(current?.name ?? '', sources, called), problem),
  );
  const load = (template: Template): Handlebars.TemplateDelegate =>
    inTemplate(template, () => {
      if ('compiled' in template) return hb.template(template.compiled);
      sources.set(template.name, template.source);
      return compile(hb, template.source, template.name);
    });
  for (const partial of partials) {
    // Compiled when it is first called, since a folder may hold partials that are never called.
    let render: Handlebars.TemplateDelegate | null = null;
    hb.registerPartial(partial.calledAs, (context: unknown, options?: Handlebars.RuntimeOptions) =>
      inTemplate(partial, () => (render ??= load(partial))(context, options)),
    );
  }
  return (template) => {
    const render = load(template);
    return (view) =>
      inTemplate(template, () => {
        begin();
        return render(view, RUNTIME);
      });
  };
}

/**
 * Limits a rendering: partials that call each other ten times each, and loops in loops, multiply. Returns
 * what begins a rendering. `fail` makes the error of a block, or else of the partial that is called.
 */
function limitRendering(
  hb: Library,
  { timeMs, characters }: typeof RENDER_LIMITS,
  fail: (place: SourceLocation | null, called: string, problem: string) => TemplateError,
): () => void {
  let [endsMs, made, depth] = [Infinity, 0, 0];
  const count = (text: unknown, place: SourceLocation | null, called: string): unknown => {
    made += typeof text === 'string' ? text.length : 0;
    const isLate = performance.now() > endsMs;
    if (made <= characters && !isLate) return text;
    const what = isLate
      ? `took longer than ${timeMs / 1000} seconds`
      : `made more than ${characters / 1e6} million characters`;
    throw fail(
      place,
      called,
      `rendering ${what}: a partial or loop is repeated too often, perhaps inside of others`,
    );
  };
  const { invokePartial } = hb.VM as unknown as { invokePartial: InvokePartial };
  const limited: InvokePartial = (...given) => {
    const { name } = given[2];
    if (depth === DEEPEST_CALL) throw fail(null, name, 'it calls itself endlessly');
    depth++;
    const text = count(invokePartial(...given), null, name);
    depth--;
    return text;
  };
  Object.assign(hb, { VM: { ...hb.VM, invokePartial: limited } });
  const each = hb.helpers['each'] as Each;
  hb.registerHelper('each', function (this: unknown, list: unknown, options: Parameters<Each>[1]) {
    const fn = (...given: unknown[]) => count(options.fn(...given), options.loc ?? null, '');
    return each.call(this, list, { ...options, fn });
  });
  return () => {
    [endsMs, made, depth] = [performance.now() + timeMs, 0, 0];
  };
}

/** How many partials may be inside of each other: fewer than the stack takes. */
const DEEPEST_CALL = 200;

/** Handlebars' own functions, which its types leave out. */
type InvokePartial = (partial: unknown, context: unknown, options: { readonly name: string }) => unknown;
type Each = (
  this: unknown,
  list: unknown,
  options: { readonly fn: (...given: unknown[]) => unknown; readonly loc?: SourceLocation },
) => unknown;

/** The first call of a partial in a template's source; null if it has none. */
function placeOfCall(
  template: string,
  sources: ReadonlyMap<string, string>,
  called: string,
): SourceLocation | null {
  const lines = sources.get(template)?.split(/\r\n?|\n/) ?? [];
  const namesIn = (line: string) => [...line.matchAll(/\{\{~?#?>\s*([^\s~}]+)/g)].map(([, name]) => name);
  const index = lines.findIndex((line) => namesIn(line).includes(called));
  return index === -1 ? null : { source: template, start: { line: index + 1 } };
}

/** The error of a built-in partial that was called in the wrong place: it is the caller's mistake. */
function misplacedPartialError(
  caller: Template,
  partial: Template,
  { problem }: TemplateError,
): TemplateError {
  const found = `the partial {{> ${partial.name}}} does not work here (docs/templates.md says where it belongs)`;
  return new TemplateError(caller.name, null, `${found}: ${problem}`);
}

function compile(hb: Library, source: string, name: string): Handlebars.TemplateDelegate {
  const program = hb.parse(source, { srcName: name });
  makePathsStrict(program);
  return hb.compile(program, COMPILE_OPTIONS);
}

/** How a running template escapes values and reports errors. */
interface RenderHooks {
  readonly escape: (value: unknown) => string;
  readonly fail: Fail;
  /** The texts of the templates that were compiled here, by name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Replaces how this Handlebars escapes values and reports missing fields. */
function hardenTemplates(hb: Library, { escape, fail, sources }: RenderHooks): void {
  const template = hb.template;
  const escapeExpression = (value: unknown): string => {
    if (value instanceof hb.SafeString) return value.toString();
    if (value === undefined) throw fail(null, NOTHING_FOUND);
    return escape(value);
  };
  const strict: Container['strict'] = (holder, name, place = null) => {
    if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)) {
      return (holder as Readonly<Record<string, unknown>>)[name];
    }
    throw fail(place, describeMissingField(holder, name, pathAsWritten(sources, place)));
  };
  const lookupProperty: Container['lookupProperty'] = (holder, name) => {
    if (holder === null || holder === undefined) {
      throw fail(null, describeMissingField(holder, name, null));
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
  'it prints a field that does not exist (if it is a "lookup" that may find nothing, put {{#if (lookup …)}} around it)';

/** A path as the template's source has it; null if that is unknown or spans several lines. */
function pathAsWritten(sources: ReadonlyMap<string, string>, place: SourceLocation | null): string | null {
  if (place?.end === undefined || place.start.line !== place.end.line) return null;
  const line = sources.get(place.source ?? '')?.split(/\r\n?|\n/)[place.start.line - 1];
  return line?.slice(place.start.column, place.end.column) ?? null;
}

interface Container {
  lookupProperty: (holder: unknown, name: string) => unknown;
  escapeExpression: (value: unknown) => string;
  strict: (holder: unknown, name: string, place?: SourceLocation | null) => unknown;
}

/**
 * What Handlebars passes to a helper after its arguments. The compiled built-in templates hold no locations
 * of calls.
 */
interface HelperOptions {
  readonly data: { readonly root: View };
  readonly loc?: SourceLocation;
}

/** Registers our helpers, which check their arguments. `fail` makes the errors of the running template. */
function registerHelpers(hb: Library, fail: Fail): void {
  for (const [name, [, , write]] of Object.entries(HELPERS)) {
    hb.registerHelper(name, (...given: unknown[]) => {
      const { data, loc: place = null } = given.at(-1) as HelperOptions;
      const values = given.slice(0, -1);
      if (values.includes(undefined))
        throw fail(place, `the helper "${name}" was given a field that does not exist`);
      const fault = findArgumentFault(name, values);
      if (fault !== null) throw fail(place, fault);
      try {
        const output = write(data.root, ...(values as never[]));
        return Object.hasOwn(MARKDOWN_HELPERS, name) ? new hb.SafeString(String(output)) : output;
      } catch (cause) {
        const takes = `it takes${describeArguments(name)}`;
        throw fail(place, `the helper "${name}" cannot use a value that it was given; ${takes}`, { cause });
      }
    });
  }
}

/**
 * How templates print a value: a number as the locale writes it, a period as its dates, anything that is
 * neither as text or as JSON.
 */
export function printer(
  locale: string,
  print: (text: string | null) => string,
  say: (sentence: Sentence) => string,
): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'number') return numberFormat(locale).number(value);
    if (value instanceof Sentence) return say(value);
    if (value === null || typeof value === 'string') return print(value);
    const isPeriod = typeof value === 'object' && 'dates' in value && typeof value.dates === 'string';
    return print(isPeriod ? String(value.dates) : JSON.stringify(value));
  };
}

/** The path of a user's partial: `.github/partials/row.hbs` for `row` in `.github/usage.hbs`. */
export function partialPath(template: string, partial: string): string {
  return `${template.replace(/[^/\\]*$/, '')}partials/${partial}.hbs`;
}
