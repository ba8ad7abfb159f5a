import { callFault } from './helper-arguments.ts';
import { HELPERS } from './helpers.ts';
import { meant } from './missing-field.ts';
import { isNode, lineOf, type Node, pathOf } from './syntax-tree.ts';
import { VIEW_FIELDS } from './view.ts';

/** What is wrong with a template, and where. */
export interface Problem {
  readonly line: number;
  readonly text: string;
}

// Of Handlebars' own helpers `log` is missing: it would write rows into the run's log.
const BLOCKS = ['if', 'unless', 'each', 'with'];
const CALLS = new Set([...Object.keys(HELPERS), ...BLOCKS, 'lookup']);
const SAME_CONTEXT = new Set(['if', 'unless']);

/** The first problem below a node; `atRoot` while paths begin at the view itself. */
export function problemIn(node: unknown, atRoot: boolean, partials: ReadonlySet<string>): Problem | null {
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
