import type { Partials } from '../../inputs/request.ts';
import { VIEW_FIELDS } from '../view/report-types.ts';
import { PARTIALS } from './compiled.ts';
import { partialPath } from './engine.ts';
import { findOpenBlock, suggestName, TemplateError, toTemplateError } from './errors.ts';
import {
  COMPILE_OPTIONS,
  isSyntaxNode,
  type Library,
  lineOf,
  pathOf,
  type SyntaxNode,
} from './handlebars.ts';
import { findCallFault, HELPERS } from './helpers.ts';
import { findExposedValue } from './raw-html.ts';

/**
 * Checks a template without a report. Returns a message with the template's name and the line; null if no
 * mistake was found.
 */
export async function checkTemplate(
  name: string,
  source: string,
  partials: Partials = {},
): Promise<string | null> {
  if (source.trim() === '') return new TemplateError(name, null, 'it is empty').message;
  const { default: library } = await import('handlebars');
  const own = new Set([...Object.keys(PARTIALS), ...Object.keys(partials)]);
  const fault = checkSource({ name, source, isPartial: false }, own, library);
  if (fault.message !== null) return fault.message;
  // Only partials that are called are checked: the folder may hold those of other templates.
  const seen = new Set<string>();
  for (let called = fault.calls; called.length > 0;) {
    const next = called.filter((each) => !seen.has(each) && Object.hasOwn(partials, each));
    called = [];
    for (const partial of next) {
      seen.add(partial);
      const { message, calls } = checkSource(
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

interface CheckedSource {
  readonly message: string | null;
  readonly calls: string[];
  readonly inline: readonly string[];
}

/**
 * Checks one source. A partial's paths start at the place where it is called, so its fields cannot be checked
 * without a report.
 */
function checkSource(
  {
    name,
    source,
    isPartial,
  }: { readonly name: string; readonly source: string; readonly isPartial: boolean },
  own: ReadonlySet<string>,
  library: Library,
): CheckedSource {
  const nothing = { calls: [], inline: [] };
  const wrong = (line: number, text: string): CheckedSource => ({
    ...nothing,
    message: new TemplateError(name, line, text).message,
  });
  try {
    const program = library.parse(source);
    const inline = findInlinePartials(program);
    const problem = findProblem(program, !isPartial, new Set([...own, ...inline]));
    if (problem) return wrong(problem.line, problem.text);
    const exposed = findExposedValue(program);
    if (exposed) return wrong(exposed.line, rawHtmlMessage(exposed.written));
    library.precompile(program, COMPILE_OPTIONS);
    return { message: null, calls: findCalledPartials(program), inline };
  } catch (error) {
    const open = findOpenBlock(source, error);
    return open
      ? wrong(open.line, open.text)
      : { ...nothing, message: toTemplateError(name, error, library).message };
  }
}

function rawHtmlMessage(written: string): string {
  return `{{${written}}} is in raw HTML, where escaping for Markdown does not protect; write {{html …}}, or put a blank line before it`;
}

/** A mistake in a template. */
interface TemplateProblem {
  readonly line: number;
  readonly text: string;
}

// Handlebars' own helper `log` is left out, since it would write rows to the run's log.
const BLOCKS = ['if', 'unless', 'each', 'with'];
const CALLS = new Set([...Object.keys(HELPERS), ...BLOCKS, 'lookup']);
const SAME_CONTEXT = new Set(['if', 'unless']);

/** The first mistake in a node or below it; `atRoot` while paths start at the view itself. */
function findProblem(node: unknown, atRoot: boolean, partials: ReadonlySet<string>): TemplateProblem | null {
  if (Array.isArray(node)) return firstProblem(node, (child) => findProblem(child, atRoot, partials));
  if (!isSyntaxNode(node)) return null;
  const own = problemOfNode(node, atRoot, partials);
  if (own) return own;
  const inside = atRoot && (node.type !== 'BlockStatement' || SAME_CONTEXT.has(pathOf(node.path)));
  const names = nameKeys(node);
  return firstProblem(Object.entries(node), ([key, child]) =>
    names.has(key)
      ? null
      : findProblem(child, key === 'program' || key === 'inverse' ? inside : atRoot, partials),
  );
}

/** The properties of a node that hold names of helpers or partials instead of fields. */
function nameKeys(node: SyntaxNode): ReadonlySet<string> {
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

function firstProblem<T>(
  items: readonly T[],
  find: (item: T) => TemplateProblem | null,
): TemplateProblem | null {
  for (const item of items) {
    const problem = find(item);
    if (problem) return problem;
  }
  return null;
}

function problemOfNode(
  node: SyntaxNode,
  atRoot: boolean,
  partials: ReadonlySet<string>,
): TemplateProblem | null {
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
      return {
        line,
        text: `there is no partial "${partial}"${suggestName(partial, [...partials].sort(), PARTIALS_PAGE)}`,
      };
    }
    case 'PathExpression':
      return pathProblem(node, atRoot, line);
    default:
      return null;
  }
}

function pathProblem(node: SyntaxNode, atRoot: boolean, line: number): TemplateProblem | null {
  const parts: readonly unknown[] = Array.isArray(node.parts) ? node.parts : [];
  const field =
    node.data === true && parts[0] === 'root'
      ? parts[1]
      : node.data !== true && atRoot
        ? parts[0]
        : undefined;
  if (typeof field !== 'string' || VIEW_FIELDS.has(field) || CALLS.has(field)) return null;
  return { line, text: `there is no "${field}"${suggestName(field, [...VIEW_FIELDS])}` };
}

const HELPERS_PAGE = 'docs/templates.md lists them';
const PARTIALS_PAGE = 'your own belong in the folder "partials" beside the template, as NAME.hbs';

/** A call of a helper that does not exist, or with the wrong arguments. */
function callProblem(node: SyntaxNode, line: number): TemplateProblem | null {
  const name = pathOf(node.path);
  if (!CALLS.has(name)) {
    if (!isCall(node)) return null;
    return {
      line,
      text: `there is no helper "${name}"${suggestName(name, [...CALLS].sort(), HELPERS_PAGE)}`,
    };
  }
  const hidden = blockParams(node.program).find((param) => CALLS.has(param));
  if (hidden !== undefined)
    return { line, text: `"as |${hidden}|" hides the helper of this name; use another name` };
  const fault = findCallFault(
    name,
    Array.isArray(node.params) ? node.params.length : 0,
    namedArguments(node),
  );
  return fault === null ? null : { line, text: fault };
}

function blockParams(program: unknown): string[] {
  const params: readonly unknown[] =
    isSyntaxNode(program) && Array.isArray(program.blockParams) ? program.blockParams : [];
  return params.filter((param) => typeof param === 'string');
}

function namedArguments({ hash }: SyntaxNode): string[] {
  const pairs: readonly unknown[] = isSyntaxNode(hash) && Array.isArray(hash.pairs) ? hash.pairs : [];
  return pairs.flatMap((pair) => (isSyntaxNode(pair) && typeof pair.key === 'string' ? [pair.key] : []));
}

/** Whether a statement is surely a call. A name without arguments may be a field. */
function isCall(node: SyntaxNode): boolean {
  if (node.type !== 'MustacheStatement' && node.type !== 'SubExpression' && node.type !== 'BlockStatement')
    return false;
  return (
    node.type === 'SubExpression' ||
    (Array.isArray(node.params) && node.params.length > 0) ||
    isSyntaxNode(node.hash)
  );
}

/** The names of the inline partials that a template defines. */
function findInlinePartials(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findInlinePartials);
  if (!isSyntaxNode(node)) return [];
  const own = node.type === 'DecoratorBlock' && Array.isArray(node.params) ? node.params.map(pathOf) : [];
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, child]) => (key === 'loc' ? [] : findInlinePartials(child))),
  ];
}

/** The names of the partials that a template calls. A built-in partial may call any other built-in one. */
function findCalledPartials(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findCalledPartials);
  if (!isSyntaxNode(node)) return [];
  const isCalling = node.type === 'PartialStatement' || node.type === 'PartialBlockStatement';
  const name = isCalling ? pathOf(node.name) : '';
  const within = Object.entries(node).flatMap(([key, child]) =>
    key === 'loc' ? [] : findCalledPartials(child),
  );
  return name === ''
    ? within
    : [name, ...(Object.hasOwn(PARTIALS, name) ? Object.keys(PARTIALS) : []), ...within];
}
