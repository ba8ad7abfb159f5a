import Handlebars from 'handlebars';
import { cut, visible } from './display.ts';
import { HELPERS } from './helpers.ts';
import { TemplateError } from './template-error.ts';
import type { View } from './view.ts';

/** Turns a template's source into a function from view to Markdown; it throws TemplateError. */
export interface Engine {
  readonly compile: (name: string, source: string) => (view: View) => string;
}

// Explicit: without them Handlebars logs what it denies.
const RUNTIME = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };
const COMPILE = { strict: true, noEscape: false };

/** A Handlebars of our own, in which what is not Markdown of our making is escaped for Markdown. */
export function createEngine(escape: (value: unknown) => string, partials: Readonly<Record<string, string>>): Engine {
  const hb = Handlebars.create();
  hb.unregisterHelper('log');
  let current = '';
  const inTemplate = <T>(name: string, work: () => T): T => {
    const outer = current;
    current = name;
    try {
      return work();
    } catch (error) {
      throw toTemplateError(current, error);
    } finally {
      current = outer;
    }
  };
  hardenTemplates(hb, escape, () => current);
  registerHelpers(hb, () => current);
  for (const [name, source] of Object.entries(partials)) {
    const template = compileStrictly(hb, source);
    hb.registerPartial(name, (context: unknown, options?: Handlebars.RuntimeOptions) =>
      inTemplate(name, () => template(context, options)),
    );
  }
  return {
    compile: (name, source) => {
      const template = inTemplate(name, () => compileStrictly(hb, source));
      return (view) => inTemplate(name, () => template(view, RUNTIME));
    },
  };
}

/** Parsed, with every path made strict: by itself Handlebars lets a helper's argument name a field that does not exist. */
function compileStrictly(hb: typeof Handlebars, source: string): Handlebars.TemplateDelegate {
  const program = hb.parse(source);
  strictPaths(program);
  return hb.compile(program, COMPILE);
}

function strictPaths(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'PathExpression') Object.assign(node, { strict: true });
  for (const child of Object.values(node)) strictPaths(child);
}

interface Container {
  lookupProperty: (holder: unknown, name: string) => unknown;
  escapeExpression: (value: unknown) => string;
  strict: (holder: unknown, name: string, place: { start: { line: number } } | undefined) => unknown;
}

/** Replaces, in this Handlebars alone, how values are escaped and how a missing field is reported. */
function hardenTemplates(hb: typeof Handlebars, escape: (value: unknown) => string, current: () => string): void {
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
    const problem = `there is no "${name}" ${holder === null || holder === undefined ? 'in something that is not set' : 'here'}`;
    throw new TemplateError(
      current(),
      place?.start.line ?? null,
      `${problem} (see docs/templates.md for what there is)`,
    );
  };
  const lookupProperty: Container['lookupProperty'] = (holder, name) => {
    if (holder === null || holder === undefined) {
      throw new TemplateError(current(), null, `there is no "${name}" in something that is not set`);
    }
    return Object.hasOwn(holder, name) ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
  };
  type Main = (container: Container, ...rest: unknown[]) => unknown;
  const hardened = (spec: { main: Main }): Handlebars.TemplateDelegate => {
    const { main } = spec;
    return template({
      ...spec,
      main: (container: Container, ...rest: unknown[]) =>
        main(Object.assign(container, { escapeExpression, strict, lookupProperty }), ...rest),
    });
  };
  Object.assign(hb, { template: hardened });
}

function registerHelpers(hb: typeof Handlebars, current: () => string): void {
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
export function toTemplateError(name: string, error: unknown): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : '';
  const parsed = /^Parse error on line (\d+):\n(.*)\n[^]*, got '(.*)'$/.exec(message);
  if (parsed) {
    const [, line, near = '', got = ''] = parsed;
    const what = got === 'EOF' ? 'a block is not closed' : `unexpected ${got}`;
    return new TemplateError(name, Number(line), `cannot be parsed near ${visible(near.trim())} (${what})`);
  }
  if (error instanceof Handlebars.Exception) {
    const line = typeof error.lineNumber === 'number' ? error.lineNumber : null;
    return new TemplateError(name, line, cut(visible(message.replace(/ - \d+:\d+$/, '')), 300));
  }
  return new TemplateError(name, null, 'a helper was given a value that it cannot use', { cause: error });
}
