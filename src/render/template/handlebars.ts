import type Handlebars from 'handlebars';

/** Handlebars: its runtime alone, which knows compiled templates only, or all of it. */
export type Library = typeof Handlebars;

/** Where something stands, as Handlebars has it: `source` is the template's name; of a built-in one only the line is kept. */
export interface SourceLocation {
  readonly source?: string;
  readonly start: Readonly<{ line: number; column?: number }>;
  readonly end?: Readonly<{ line: number; column: number }>;
}

/**
 * Makes every path of a parsed template strict. By itself Handlebars lets an argument of a helper, `{{#if …}}` among
 * them, name a field that does not exist.
 */
export function makePathsStrict(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'PathExpression') Object.assign(node, { strict: true });
  for (const child of Object.values(node)) makePathsStrict(child);
}

/** How every template is compiled. */
export const COMPILE_OPTIONS = { strict: true } as const;

/** What Handlebars documents of its compiler, and its types leave out: here each part of a path becomes code. */
interface Compiler {
  compiler: new () => Compiler;
  readonly source: { readonly currentLocation?: unknown };
  nameLookup(parent: unknown, name: string, type: string): unknown;
}

/**
 * Makes every part of every path strict in what this Handlebars compiles. By itself only a path's last part is, and no part of
 * one that begins with a block parameter: `{{#each insights as |each|}}{{#if each.totl}}` was false and said nothing.
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

/** A node of a template that Handlebars parsed, of which nothing is known for certain. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/** Whether a value may be a node. */
export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null;
}

/** A path as it is written; empty for anything else. */
export function pathOf(path: unknown): string {
  return isSyntaxNode(path) && typeof path.original === 'string' ? path.original : '';
}

/** The line where a node begins; 1 where that is not known. */
export function lineOf(node: SyntaxNode): number {
  const start = isSyntaxNode(node.loc) ? node.loc.start : null;
  return isSyntaxNode(start) && typeof start.line === 'number' ? start.line : 1;
}
