// Compiles templates with Handlebars, so that every value is escaped for its output: Markdown for a report,
// plain text for an issue's title. Pure.
import Handlebars from 'handlebars';
import type { View } from '../view/report-types.ts';
import { describeMissingField, TemplateError, toTemplateError } from './errors.ts';
import { HELPERS, MARKDOWN_HELPERS } from './helpers.ts';
import { describeArguments, findArgumentFault } from './calls.ts';

/** A template's source, and its name in messages. */
export interface Template {
  readonly name: string;
  readonly source: string;
}

/** A partial: a template, and the name by which others call it. */
interface PartialTemplate extends Template {
  readonly calledAs: string;
}

/**
 * What compiles templates: a function from a template to one from a view to text, which may throw a
 * TemplateError.
 */
export type Engine = (template: Template) => (view: View) => string;

/** The options with which every template is compiled. */
export const COMPILE_OPTIONS = { strict: true } as const;

// Handlebars' defaults, set explicitly: otherwise it logs every access that it denies.
const RUNTIME = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

/**
 * Creates a separate Handlebars in which every value that is not a helper's Markdown goes through `escape`.
 */
export function createEngine(
  escape: (value: unknown) => string,
  partials: readonly PartialTemplate[],
): Engine {
  const hb = Handlebars.create();
  // It would write rows to the run's log.
  hb.unregisterHelper('log');
  registerPrinting(hb, escape);
  registerHelpers(hb);
  for (const partial of partials) hb.registerPartial(partial.calledAs, compile(hb, partial));
  return (template) => {
    const render = compile(hb, template);
    return (view) => render(view, RUNTIME);
  };
}

/** Compiled when it is first called, since a folder may hold partials that are never called. */
function compile(hb: typeof Handlebars, { name, source }: Template): Handlebars.TemplateDelegate {
  let render: Handlebars.TemplateDelegate | null = null;
  return (context: unknown, options?: Handlebars.RuntimeOptions) => {
    try {
      render ??= hb.compile(rewrite(hb.parse(source, { srcName: name })), COMPILE_OPTIONS);
      return render(context, options);
    } catch (error) {
      throw toTemplateError(name, error);
    }
  };
}

/**
 * Rewrites a parsed template, in place, so that our helpers do what Handlebars leaves out. `print` escapes
 * for the output, where Handlebars escapes for HTML. `field` refuses a field that does not exist, which
 * strict mode alone takes for an empty one in an argument.
 *
 * | template | becomes |
 * | --- | --- |
 * | `{{total}}` | `{{print (field . "total")}}` |
 * | `{{row.key}}`, where `row` is a block parameter | `{{print (field row "key")}}` |
 * | `{{number total}}` | `{{print (number (field . "total"))}}` |
 * | `{{{says.lead}}}` | `{{raw (field . "says" "lead")}}` |
 */
function rewrite(program: hbs.AST.Program): hbs.AST.Program {
  const blockParams: string[] = [];
  const isBlockParam = ({ depth, original, parts }: hbs.AST.PathExpression) =>
    depth === 0 && !/^(?:\.|this\b)/.test(original) && blockParams.includes(parts[0] ?? '');
  class Rewriter extends Handlebars.Visitor {
    override Program(node: hbs.AST.Program): void {
      const outside = blockParams.length;
      // Without `as |…|` it has no `blockParams`, whatever Handlebars' types say.
      blockParams.push(...((node.blockParams as string[] | undefined) ?? []));
      super.Program(node);
      blockParams.length = outside;
    }
    override MustacheStatement(node: hbs.AST.MustacheStatement): void {
      const { path, params, hash, loc, escaped } = node;
      const isCall = params.length > 0 || (hash as unknown) !== undefined;
      const value = isCall ? { type: 'SubExpression', path, params, hash, loc } : path;
      Object.assign(node, callOf(escaped ? 'print' : 'raw', [value], loc));
      // The statement's own path is now the helper `print`: only its argument is left to rewrite.
      this.acceptArray(node.params);
    }
    override acceptKey(node: hbs.AST.Node, name: string): void {
      // The path of a call is a helper's name, and the name of a partial is no field either.
      if (name !== 'path' && name !== 'name') super.acceptKey(node, name);
    }
    override PathExpression(node: hbs.AST.PathExpression): void {
      const { parts, data, loc } = node;
      const first = data || isBlockParam(node) ? 1 : 0;
      if (parts.length === first) return;
      // `@root.total` and `row.total` begin with a variable; any other path with the context, which is `.`.
      const base = { ...node, parts: parts.slice(0, first) };
      const names = parts
        .slice(first)
        .map((value) => ({ type: 'StringLiteral', value, original: value, loc }));
      Object.assign(node, { type: 'SubExpression', ...callOf('field', [base, ...names], loc) });
    }
  }
  new Rewriter().accept(program);
  return program;
}

function callOf(helper: string, params: readonly object[], loc: hbs.AST.SourceLocation): object {
  const path = { type: 'PathExpression', data: false, depth: 0, parts: [helper], original: helper, loc };
  return { path, params, hash: undefined };
}

/** What Handlebars passes to a helper after its arguments; the place holds the template's name. */
interface HelperOptions {
  readonly data: { readonly root: View };
  readonly loc: { readonly source?: string; readonly start: { readonly line: number } };
}

function fail({ loc }: HelperOptions, problem: string, options?: ErrorOptions): TemplateError {
  return new TemplateError(loc.source ?? '', loc.start.line, problem, options);
}

/** Registers what `rewrite` calls. */
function registerPrinting(hb: typeof Handlebars, escape: (value: unknown) => string): void {
  hb.registerHelper('print', (value: unknown, options: HelperOptions) => {
    if (value === undefined) throw fail(options, NOTHING_FOUND);
    return value instanceof hb.SafeString ? value : new hb.SafeString(escape(value));
  });
  hb.registerHelper('raw', (value: unknown) => value);
  hb.registerHelper('field', (...args: unknown[]) => {
    const [base, ...names] = args.slice(0, -1);
    let holder = base;
    for (const [index, name] of names.map(String).entries()) {
      if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) {
        const parent = names.slice(0, index).join('.');
        throw fail(args.at(-1) as HelperOptions, describeMissingField(holder, name, parent));
      }
      holder = Reflect.get(holder, name);
    }
    return holder;
  });
}

const NOTHING_FOUND =
  'it prints a field that does not exist (if it is a "lookup" that may find nothing, put {{#if (lookup …)}} around it)';

/** Registers our helpers, which check their arguments. */
function registerHelpers(hb: typeof Handlebars): void {
  for (const [name, [, , write]] of Object.entries(HELPERS)) {
    hb.registerHelper(name, (...args: unknown[]) => {
      const options = args.at(-1) as HelperOptions;
      const values = args.slice(0, -1);
      if (values.includes(undefined))
        throw fail(options, `the helper "${name}" was given a field that does not exist`);
      const fault = findArgumentFault(name, values);
      if (fault !== null) throw fail(options, fault);
      try {
        const output = write(options.data.root, ...(values as never[]));
        return Object.hasOwn(MARKDOWN_HELPERS, name) ? new hb.SafeString(String(output)) : output;
      } catch (cause) {
        const takes = `it takes${describeArguments(name)}`;
        throw fail(options, `the helper "${name}" cannot use a value that it was given; ${takes}`, { cause });
      }
    });
  }
}
