import type Handlebars from 'handlebars';

/** Handlebars, either complete or only its runtime, which renders compiled templates. */
export type Library = typeof Handlebars;

/**
 * A location in a template. `source` is the template's name; compiled built-in templates keep only the line.
 */
export interface SourceLocation {
  readonly source?: string;
  readonly start: Readonly<{ line: number; column?: number }>;
  readonly end?: Readonly<{ line: number; column: number }>;
}

/**
 * Makes every path of a parsed template strict. Even in its strict mode, Handlebars accepts an argument of a
 * helper, such as `{{#if …}}`, that names a field that does not exist.
 */
export function makePathsStrict(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'PathExpression') Object.assign(node, { strict: true });
  for (const child of Object.values(node)) makePathsStrict(child);
}

/** The options with which every template is compiled. */
export const COMPILE_OPTIONS = { strict: true } as const;

/**
 * The part of Handlebars' compiler that turns a part of a path into code. It is documented, but missing in
 * the types.
 */
interface Compiler {
  compiler: new () => Compiler;
  readonly source: { readonly currentLocation?: unknown };
  nameLookup(parent: unknown, name: string, type: string): unknown;
}

/**
 * Makes this Handlebars compile every part of every path strictly. By itself it checks only the last part of
 * a path, and no part of a path that starts with a block parameter: in `{{#each insights as |each|}}{{#if
 * each.totl}}` the condition would just be false.
 */
export function makeCompilerStrict(hb: typeof Handlebars): void {
  if (!('JavaScriptCompiler' in hb)) return;
  const Base = hb.JavaScriptCompiler as new () => Compiler;
  class StrictCompiler extends Base {
    override nameLookup(parent: unknown, name: string, type: string): unknown {
      if (type !== 'context') return super.nameLookup(parent, name, type);
      const place = JSON.stringify(this.source.currentLocation ?? null);
      return ['container.strict(', parent, ', ', JSON.stringify(name), ', ', place, ')'];
    }
  }
  StrictCompiler.prototype.compiler = StrictCompiler;
  Object.assign(hb, { JavaScriptCompiler: StrictCompiler });
}
