import type Handlebars from 'handlebars';

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
export function strictParts(hb: typeof Handlebars): void {
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
