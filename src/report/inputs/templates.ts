// Reads the input `template` (`compact`, `.github/usage.hbs`), and the template files that it names with
// their partials.
import { nearestWord } from '../../text/nearest.ts';
import { readNamedFile, type ReadingContext } from './effects.ts';
import {
  BUILTIN_TEMPLATES,
  type BuiltinTemplate,
  PAGE_DESTINATIONS,
  type PageDestination,
  type Partials,
  type TemplateSource,
} from './request.ts';
import { parseYaml } from './yaml/parse.ts';
import { isMap, noteUnknownKeys, type YamlValue } from './yaml/value.ts';

type Templates = Readonly<Record<PageDestination, TemplateSource>>;

const builtIn = (name: BuiltinTemplate): TemplateSource => ({ kind: 'builtin', name });
const everywhere = (template: TemplateSource): Templates => ({
  summary: template,
  'pull-request': template,
  issue: template,
  release: template,
  discussion: template,
});
const DEFAULTS: Templates = { ...everywhere(builtIn('report')), 'pull-request': builtIn('compact') };

/**
 * Reads `template`, which is one template or a map from destinations to templates, into a template for each
 * destination.
 */
export async function parseTemplates(input: YamlValue, context: ReadingContext): Promise<Templates> {
  if (input === '') return DEFAULTS;
  const isParsed = typeof input !== 'string' || isPlainText(input);
  const value = isParsed ? input : await parseYaml(input, context.loadYaml, context.problems);
  if (value === null) return DEFAULTS;
  if (typeof value !== 'string') return parseMap(value, context);
  const template = await parseTemplate(value, context);
  return template === null ? DEFAULTS : everywhere(template);
}

/** Whether a text is a plain name or path, which can be read without the YAML library. */
function isPlainText(text: string): boolean {
  return /^[^\s{[:'"#&*!|>%@`-][^\n{}#]*$/.test(text) && !/:(?:\s|$)/.test(text);
}

async function parseMap(value: YamlValue, context: ReadingContext): Promise<Templates> {
  if (!isMap(value)) {
    context.problems.add({ why: 'is a list', expected: EXPECTED });
    return DEFAULTS;
  }
  noteUnknownKeys(value, PAGE_DESTINATIONS, context.problems);
  const templates = { ...DEFAULTS };
  for (const destination of PAGE_DESTINATIONS) {
    const name = value.get(destination);
    if (name === undefined) continue;
    const problems = context.problems.at(destination);
    if (typeof name !== 'string') problems.add({ why: 'is not a string', expected: EXPECTED });
    else
      templates[destination] =
        (await parseTemplate(name, { ...context, problems })) ?? templates[destination];
  }
  return templates;
}

const EXPECTED = `${BUILTIN_TEMPLATES.join(' or ')}, the path of a .hbs file, or a map from destinations to these`;

async function parseTemplate(name: string, context: ReadingContext): Promise<TemplateSource | null> {
  const { problems } = context;
  const builtInName = BUILTIN_TEMPLATES.find((builtin) => builtin === name);
  if (builtInName !== undefined) return builtIn(builtInName);
  if (!/\.hbs$/i.test(name)) {
    const hint = nearestWord(name, BUILTIN_TEMPLATES);
    return problems.refuse({ input: name, hint, expected: EXPECTED });
  }
  const source = readNamedFile(name, EXPECTED, context);
  if (source === null) return null;
  const partials = readPartials(name, context);
  const fault = await context.checkTemplate(name, source, partials);
  if (fault !== null) {
    const expected = 'a template as described in docs/how-to/your-own-template.md';
    return problems.refuse({ input: name, why: withoutName(fault, name), expected });
  }
  return Object.keys(partials).length === 0
    ? { kind: 'file', name, source }
    : { kind: 'file', name, source, partials };
}

/**
 * A template's fault without the template's name, which the problem says already; a partial's keeps its own.
 */
export function withoutName(fault: string, name: string): string {
  const start = `template ${name}`;
  return fault.startsWith(start) ? fault.slice(start.length).replace(/^(?:, |: )/, '') : fault;
}

/** The partials next to a template: `.github/usage.hbs` finds `{{> row}}` in `.github/partials/row.hbs`. */
function readPartials(template: string, context: ReadingContext): Partials {
  const folder = `${template.replace(/[^/\\]*$/, '')}partials`;
  const partials: [name: string, source: string][] = [];
  for (const file of context.listFolder?.(folder) ?? []) {
    if (!/^[\w-]+\.hbs$/i.test(file)) continue;
    const source = readNamedFile(`${folder}/${file}`, 'a partial that can be read', context);
    if (source !== null) partials.push([file.replace(/\.hbs$/i, ''), source]);
  }
  return Object.fromEntries(partials);
}
