import { PARTIALS } from './compiled.ts';
import type { Partials } from '../inputs/request.ts';
import type { Library } from './library.ts';
import { callFault } from './helper-arguments.ts';
import { HELPERS } from './helpers.ts';
import { exposedValue } from './html-places.ts';
import { meant } from './missing-field.ts';
import { partialPath } from './partial-path.ts';
import { COMPILE_OPTIONS } from './strict-paths.ts';
import { TemplateError } from './template-error.ts';
import { toTemplateError } from './to-template-error.ts';
import { VIEW_FIELDS } from './view.ts';

/** What is wrong with a template, naming it and the line, as far as that shows without a report; null if nothing does. */
export async function checkTemplate(name: string, source: string, partials: Partials = {}): Promise<string | null> {
  if (source.trim() === '') return new TemplateError(name, null, 'it is empty').message;
  const { default: library } = await import('handlebars');
  const own = new Set([...Object.keys(PARTIALS), ...Object.keys(partials)]);
  const fault = faultIn({ name, source, isPartial: false }, own, library);
  if (fault.message !== null) return fault.message;
  // Only partials that are called: a folder of this name may hold those of others.
  const seen = new Set<string>();
  for (let called = fault.calls; called.length > 0;) {
    const next = called.filter((each) => !seen.has(each) && Object.hasOwn(partials, each));
    called = [];
    for (const partial of next) {
      seen.add(partial);
      const { message, calls } = faultIn(
        { name: partialPath(name, partial), source: partials[partial] ?? '', isPartial: true },
        new Set([...own, ...fault.inline]),
        library,
      );
      if (message !== null) return message;
      called.push(...calls);
    }
  }
  return null;
}

interface Checked {
  readonly message: string | null;
  readonly calls: string[];
  readonly inline: readonly string[];
}

/** A partial's paths begin wherever it is called, so that its fields are not known before there is a report. */
function faultIn(
  { name, source, isPartial }: { readonly name: string; readonly source: string; readonly isPartial: boolean },
  own: ReadonlySet<string>,
  library: Library,
): Checked {
  const nothing = { calls: [], inline: [] };
  const wrong = (line: number, text: string): Checked => ({
    ...nothing,
    message: new TemplateError(name, line, text).message,
  });
  try {
    const program = library.parse(source);
    const inline = inlinePartials(program);
    const problem = problemIn(program, !isPartial, new Set([...own, ...inline]));
    if (problem) return wrong(problem.line, problem.text);
    const exposed = exposedValue(program);
    if (exposed) return wrong(exposed.line, inHtml(exposed.written));
    library.precompile(program, COMPILE_OPTIONS);
    return { message: null, calls: calledPartials(program), inline };
  } catch (error) {
    return { ...nothing, message: openBlock(name, source, error) ?? toTemplateError(name, error, library).message };
  }
}

/** Where a block is opened and not closed: the parser only knows that the file ends. */
function openBlock(name: string, source: string, error: unknown): string | null {
  if (!(error instanceof Error) || !/, got 'EOF'$/.test(error.message)) return null;
  const open: { readonly block: string; readonly index: number }[] = [];
  for (const { 1: opened, 2: closed, index } of source.matchAll(TAGS)) {
    if (opened !== undefined) open.push({ block: opened, index });
    else if (closed !== undefined) open.pop();
  }
  const last = open.at(-1);
  if (last === undefined) return null;
  const line = source.slice(0, last.index).split(/\r\n?|\n/).length;
  return new TemplateError(name, line, `{{#${last.block} …}} is not closed: there is no {{/${last.block}}}`).message;
}

/** Comments, braces that are written as such, what opens a block and what closes one. */
const TAGS =
  /(?<!\\)\\\{\{|\{\{~?!--[^]*?--~?\}\}|\{\{~?![^]*?\}\}|\{\{~?(?:#[*>]?|\^)\s*([^\s~}]+)|\{\{~?\/\s*([^\s~}]+)/g;

function inHtml(written: string): string {
  return `{{${written}}} stands in raw HTML, where Markdown is not read and its escaping protects nothing; write {{html …}}, or a blank line before it`;
}

interface Problem {
  readonly line: number;
  readonly text: string;
}

// Of Handlebars' own helpers `log` is missing: it would write rows into the run's log.
const BLOCKS = ['if', 'unless', 'each', 'with'];
const CALLS = new Set([...Object.keys(HELPERS), ...BLOCKS, 'lookup']);
const SAME_CONTEXT = new Set(['if', 'unless']);

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** The first problem below a node; `atRoot` while paths begin at the view itself. */
function problemIn(node: unknown, atRoot: boolean, partials: ReadonlySet<string>): Problem | null {
  if (Array.isArray(node)) return first(node, (child) => problemIn(child, atRoot, partials));
  if (!isNode(node)) return null;
  const own = ownProblem(node, atRoot, partials);
  if (own) return own;
  const inside = atRoot && (node.type !== 'BlockStatement' || SAME_CONTEXT.has(pathOf(node.path)));
  const names = namesIn(node);
  return first(Object.entries(node), ([key, child]) =>
    names.has(key) ? null : problemIn(child, key === 'program' || key === 'inverse' ? inside : atRoot, partials),
  );
}

/** The children of a node that are names of helpers or partials rather than of fields. */
function namesIn(node: Node): ReadonlySet<string> {
  switch (node.type) {
    case 'DecoratorBlock':
    case 'Decorator':
      return new Set(['loc', 'path', 'params', 'program']);
    case 'PartialStatement':
    case 'PartialBlockStatement':
      return new Set(['loc', 'name']);
    default:
      return isCall(node) ? new Set(['loc', 'path']) : new Set(['loc']);
  }
}

function first<T>(items: readonly T[], find: (item: T) => Problem | null): Problem | null {
  for (const item of items) {
    const problem = find(item);
    if (problem) return problem;
  }
  return null;
}

function ownProblem(node: Node, atRoot: boolean, partials: ReadonlySet<string>): Problem | null {
  const line = lineOf(node);
  switch (node.type) {
    case 'MustacheStatement':
    case 'SubExpression':
    case 'BlockStatement':
      return callProblem(node, line);
    case 'PartialStatement':
    case 'PartialBlockStatement': {
      const partial = pathOf(node.name);
      if (
        partial === '' ||
        partial === '@partial-block' ||
        partials.has(partial) ||
        node.type === 'PartialBlockStatement'
      )
        return null;
      return { line, text: `there is no partial "${partial}"${meant(partial, [...partials].sort(), PARTIALS_PAGE)}` };
    }
    case 'PathExpression':
      return pathProblem(node, atRoot, line);
    default:
      return null;
  }
}

function pathProblem(node: Node, atRoot: boolean, line: number): Problem | null {
  const parts: readonly unknown[] = Array.isArray(node.parts) ? node.parts : [];
  const field =
    node.data === true && parts[0] === 'root' ? parts[1] : node.data !== true && atRoot ? parts[0] : undefined;
  if (typeof field !== 'string' || VIEW_FIELDS.has(field) || CALLS.has(field)) return null;
  return { line, text: `there is no "${field}"${meant(field, [...VIEW_FIELDS])}` };
}

const HELPERS_PAGE = 'docs/templates.md has them all';
const PARTIALS_PAGE = 'your own stand in the folder partials beside the template, as NAME.hbs';

/** A call of a helper that there is not, or with other arguments than it takes. */
function callProblem(node: Node, line: number): Problem | null {
  const name = pathOf(node.path);
  if (!CALLS.has(name)) {
    if (!isCall(node)) return null;
    return { line, text: `there is no helper "${name}"${meant(name, [...CALLS].sort(), HELPERS_PAGE)}` };
  }
  const hidden = blockParams(node.program).find((param) => CALLS.has(param));
  if (hidden !== undefined) return { line, text: `"as |${hidden}|" hides the helper of this name; take another one` };
  const fault = callFault(name, Array.isArray(node.params) ? node.params.length : 0, namedArguments(node));
  return fault === null ? null : { line, text: fault };
}

function blockParams(program: unknown): string[] {
  const params: readonly unknown[] = isNode(program) && Array.isArray(program.blockParams) ? program.blockParams : [];
  return params.filter((param) => typeof param === 'string');
}

function namedArguments({ hash }: Node): string[] {
  const pairs: readonly unknown[] = isNode(hash) && Array.isArray(hash.pairs) ? hash.pairs : [];
  return pairs.flatMap((pair) => (isNode(pair) && typeof pair.key === 'string' ? [pair.key] : []));
}

/** Whether a statement calls something with arguments; without any, a name may be a field. */
function isCall(node: Node): boolean {
  if (node.type !== 'MustacheStatement' && node.type !== 'SubExpression' && node.type !== 'BlockStatement')
    return false;
  return node.type === 'SubExpression' || (Array.isArray(node.params) && node.params.length > 0) || isNode(node.hash);
}

function pathOf(path: unknown): string {
  return isNode(path) && typeof path.original === 'string' ? path.original : '';
}

function lineOf(node: Node): number {
  const start = isNode(node.loc) ? node.loc.start : null;
  return isNode(start) && typeof start.line === 'number' ? start.line : 1;
}

/** The names of partials that a template defines for itself. */
function inlinePartials(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(inlinePartials);
  if (!isNode(node)) return [];
  const own = node.type === 'DecoratorBlock' && Array.isArray(node.params) ? node.params.map(pathOf) : [];
  return [...own, ...Object.entries(node).flatMap(([key, child]) => (key === 'loc' ? [] : inlinePartials(child)))];
}

/** The names of the partials that a template calls, and those of the built-in ones' that may call them. */
function calledPartials(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(calledPartials);
  if (!isNode(node)) return [];
  const isCalling = node.type === 'PartialStatement' || node.type === 'PartialBlockStatement';
  const name = isCalling ? pathOf(node.name) : '';
  const within = Object.entries(node).flatMap(([key, child]) => (key === 'loc' ? [] : calledPartials(child)));
  return name === '' ? within : [name, ...(Object.hasOwn(PARTIALS, name) ? Object.keys(PARTIALS) : []), ...within];
}
