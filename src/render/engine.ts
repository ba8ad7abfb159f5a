import type Handlebars from 'handlebars';
import { hardenTemplates } from './harden-templates.ts';
import type { Library } from './library.ts';
import { registerHelpers } from './register-helpers.ts';
import { strictParts } from './strict-compiler.ts';
import { COMPILE_OPTIONS, strictPaths } from './strict-paths.ts';
import { type Fail, TemplateError } from './template-error.ts';
import { toTemplateError } from './to-template-error.ts';
import type { View } from './view.ts';

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
  let current: Template | null = null;
  const inTemplate = <T>(template: Template, work: () => T): T => {
    const outer = current;
    current = template;
    try {
      return work();
    } catch (error) {
      const fault = toTemplateError(template.name, error, library);
      const isCalledByOwn = 'compiled' in template && outer !== null && 'source' in outer;
      throw isCalledByOwn && builtIn.has(fault.template) ? outOfPlace(outer, template, fault) : fault;
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
function outOfPlace(caller: Template, partial: Template, { problem }: TemplateError): TemplateError {
  const found = `the partial {{> ${partial.name}}} does not work here (docs/templates.md says where it belongs)`;
  return new TemplateError(caller.name, null, `${found}: ${problem}`);
}

function compile(hb: Library, source: string, name: string): Handlebars.TemplateDelegate {
  const program = hb.parse(source, { srcName: name });
  strictPaths(program);
  return hb.compile(program, COMPILE_OPTIONS);
}
