// Compiles the built-in templates ahead, since compiling them would cost every run some 15 ms and load the
// whole of Handlebars. `node scripts/compile-templates.ts` writes src/report/render/template/compiled.ts; a test
// checks that it matches templates/.
import { writeFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import {
  builtinPartials,
  builtinTemplate,
  BUILTIN_TEMPLATES,
} from '../src/report/render/template/builtin.ts';
import { COMPILE_OPTIONS, makePathsStrict } from '../src/report/render/template/handlebars.ts';

const HEADER = `/* oxlint-disable */
// @ts-nocheck
// Generated from templates/ by \`node scripts/compile-templates.ts\`. Do not edit it by hand.

type TemplateSpecification = Parameters<typeof import('handlebars').template>[0];
`;

/** The source of src/report/render/template/compiled.ts. */
export function compiledModule(): string {
  const templates = BUILTIN_TEMPLATES.map((name) => [name, builtinTemplate(name) ?? ''] as const);
  const partials = Object.entries(builtinPartials());
  const names = partials.map(([name]) => `'${name}'`).join(' | ');
  return [
    HEADER,
    '/** The built-in templates as Handlebars compiles them, by name. */',
    '// prettier-ignore',
    `export const TEMPLATES: Readonly<Record<string, TemplateSpecification>> = ${compiled(templates)};\n`,
    '/** The built-in partials as Handlebars compiles them, by name. */',
    '// prettier-ignore',
    `export const PARTIALS: Readonly<Record<${names}, TemplateSpecification>> = ${compiled(partials)};\n`,
  ].join('\n');
}

function compiled(sources: readonly (readonly [string, string])[]): string {
  const entries = sources.map(([name, source]) => {
    const program = Handlebars.parse(source);
    makePathsStrict(program);
    // The types promise a specification, but `precompile` returns its source.
    const code: unknown = Handlebars.precompile(program, COMPILE_OPTIONS);
    if (typeof code !== 'string') throw new TypeError(`${name} did not compile to source`);
    return `${name}: ${shorten(code)}`;
  });
  return `{\n${entries.join(',\n')}\n}`;
}

/**
 * Removes what is never used, which would be half of the file that every run parses: messages name only the
 * line of a location, calls of helpers need no location, and the engine always has a `lookupProperty`.
 */
function shorten(code: string): string {
  const lines = code.replace(/,"column":\d+\},"end":\{"line":\d+,"column":\d+\}/g, '}');
  const unplaced = lines.replace(/,"loc":\{"start":\{"line":\d+\}\}/g, '');
  return unplaced.replace(LOOKUP_INSTEAD, '').replace(/^ +/gm, '');
}

const LOOKUP_INSTEAD = / \|\| function\(parent, propertyName\) \{\s+if [^}]+\}\s+return undefined\s+\}/g;

if (import.meta.main) {
  writeFileSync(new URL('../src/report/render/template/compiled.ts', import.meta.url), compiledModule());
}
