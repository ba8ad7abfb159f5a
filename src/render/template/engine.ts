import type Handlebars from 'handlebars';
import type { View } from '../view/report-types.ts';
import { describeMissingField, type Fail, TemplateError, toTemplateError } from './errors.ts';
import {
  COMPILE_OPTIONS,
  type Library,
  makeCompilerStrict,
  makePathsStrict,
  type SourceLocation,
} from './handlebars.ts';
import { describeArguments, findArgumentFault, HELPERS } from './helpers.ts';

type TemplateSpecification = Parameters<Library['template']>[0];

/** A template: compiled beforehand (what Handlebars' `precompile` gives), or a source. */
export type Template = { readonly name: string } & (
  { readonly compiled: TemplateSpecification } | { readonly source: string }
);

/** A partial: a template under the name by which others call it. */
type Partial = Template & { readonly calledAs: string };

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
      throw isCalledByOwn && builtIn.has(fault.template) ? misplacedPartialError(outer, template, fault) : fault;
    } finally {
      current = outer;
    }
  };
  // A block that is given to a partial runs within it, and stands elsewhere.
  const fail: Fail = (place, problem, options) =>
    new TemplateError(place?.source ?? current?.name ?? '', place?.start.line ?? null, problem, options);
  const sources = new Map<string, string>();
  hardenTemplates(hb, { escape, fail, sources });
  registerHelpers(hb, fail);
  const load = (template: Template): Handlebars.TemplateDelegate =>
    inTemplate(template, () => {
      if ('compiled' in template) return hb.template(template.compiled);
      sources.set(template.name, template.source);
      return compile(hb, template.source, template.name);
    });
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

/** A built-in partial works where it belongs: that it does not is a matter of the template that calls it. */
function misplacedPartialError(caller: Template, partial: Template, { problem }: TemplateError): TemplateError {
  const found = `the partial {{> ${partial.name}}} does not work here (docs/templates.md says where it belongs)`;
  return new TemplateError(caller.name, null, `${found}: ${problem}`);
}

function compile(hb: Library, source: string, name: string): Handlebars.TemplateDelegate {
  const program = hb.parse(source, { srcName: name });
  makePathsStrict(program);
  return hb.compile(program, COMPILE_OPTIONS);
}

/** What a template that runs is rendered with. */
interface RenderHooks {
  readonly escape: (value: unknown) => string;
  readonly fail: Fail;
  /** The texts of the templates that were compiled here, by name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Replaces, in this Handlebars alone, how values are escaped and how a missing field is reported. */
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
  'it prints a field that does not exist (a "lookup" that finds nothing gives none: ask with {{#if (lookup …)}} first)';

/** A path as its template has it; null where it goes over several lines. */
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

/** What Handlebars gives a helper after its arguments; the built-in templates' compiled code holds no places. */
interface HelperOptions {
  readonly data: { readonly root: View };
  readonly loc?: SourceLocation;
}

/** Registers our helpers, which take what docs/templates.md says and nothing else; `fail` makes the error of the template that runs. */
function registerHelpers(hb: Library, fail: Fail): void {
  for (const [name, helper] of Object.entries(HELPERS)) {
    hb.registerHelper(name, (...given: unknown[]) => {
      const { data, loc: place = null } = given.at(-1) as HelperOptions;
      const values = given.slice(0, -1);
      if (values.some((value) => value === undefined)) {
        throw fail(place, `the helper "${name}" was given a field that does not exist`);
      }
      const fault = findArgumentFault(name, values);
      if (fault !== null) throw fail(place, fault);
      const output = attemptOrThrow(
        () => helper(data.root, ...(values as never[])),
        (cause) =>
          fail(place, `the helper "${name}" was given what it cannot use; it takes${describeArguments(name)}`, {
            cause,
          }),
      );
      return 'markdown' in output ? new hb.SafeString(output.markdown) : output.value;
    });
  }
}

function attemptOrThrow<T>(work: () => T, failed: (cause: unknown) => Error): T {
  try {
    return work();
  } catch (error) {
    throw failed(error);
  }
}

/** What a mustache prints of a value that is neither text nor number: a period is its dates, anything else its JSON. */
export function stringifyValue(value: unknown): string {
  const isPeriod = typeof value === 'object' && value !== null && 'dates' in value;
  return isPeriod && typeof value.dates === 'string' ? value.dates : JSON.stringify(value);
}

/** Where a partial of one's own stands: `.github/partials/row.hbs` for `row` of `.github/usage.hbs`. */
export function partialPath(template: string, partial: string): string {
  return `${template.replace(/[^/\\]*$/, '')}partials/${partial}.hbs`;
}
