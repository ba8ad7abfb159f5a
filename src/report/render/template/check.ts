// Finds mistakes in a user's template before any request is sent: `{{totl}}` for `{{total}}`, a helper with
// too many arguments, an unclosed block.
import Handlebars from 'handlebars';
import type { Partials } from '../../inputs/request.ts';
import { VIEW_FIELDS } from '../view/report-types.ts';
import { COMPILE_OPTIONS } from './engine.ts';
import { type FailAtNode, suggestName, TemplateError, toTemplateError } from './errors.ts';
import { findCallFault, HELPER_NAMES } from './calls.ts';
import { checkRawHtml } from './raw-html.ts';
import { builtinPartials, partialPath } from './sources.ts';

/**
 * Checks a template, and those of the user's partials that it calls, without a report. Returns a message
 * with the template's name and the line (`template usage.hbs, line 3: there is no "totl"; did you mean
 * total?`); null if no mistake was found.
 */
export function checkTemplate(name: string, source: string, partials: Partials = {}): string | null {
  const partialNames = new Set([...BUILTIN, ...Object.keys(partials)]);
  try {
    if (source.trim() === '') throw new TemplateError(name, null, 'it is empty');
    const called = checkSource({ name, source, isPartial: false }, partialNames);
    // Only partials that are called are checked: the folder may hold those of other templates. The loop also
    // visits what it adds to the set.
    for (const calledAs of called) {
      const partialSource = Object.hasOwn(partials, calledAs) ? partials[calledAs] : undefined;
      if (partialSource === undefined) continue;
      const partial = { name: partialPath(name, calledAs), source: partialSource, isPartial: true };
      // What a partial defines inline, only it can call.
      for (const further of checkSource(partial, new Set(partialNames))) called.add(further);
    }
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

const BUILTIN = Object.keys(builtinPartials());

/** A template or a partial, by its name in messages. */
interface Source {
  readonly name: string;
  readonly source: string;
  readonly isPartial: boolean;
}

/**
 * Checks one source, and returns the names of the partials that it calls. Those that it defines are added to
 * `partialNames`. Throws a TemplateError.
 */
function checkSource({ name, source, isPartial }: Source, partialNames: Set<string>): Set<string> {
  const fail: FailAtNode = ({ loc }, problem) => new TemplateError(name, loc.start.line, problem);
  try {
    const program = Handlebars.parse(source);
    const called = findPartials(program, partialNames);
    checkNames(program, { partialNames, isPartial, fail });
    checkRawHtml(program, fail);
    Handlebars.precompile(program, COMPILE_OPTIONS);
    return called;
  } catch (error) {
    throw toTemplateError(name, error);
  }
}

/**
 * The partials that a source calls; those that it defines (`{{#*inline "row"}}`) are added to
 * `partialNames`. A built-in partial may call any other built-in one, so all of them count as called.
 */
function findPartials(program: hbs.AST.Program, partialNames: Set<string>): Set<string> {
  const called = new Set<string>();
  const call = (name: string) => {
    const all = BUILTIN.includes(name) ? BUILTIN : [name];
    for (const each of all) called.add(each);
  };
  class Finder extends Handlebars.Visitor {
    override PartialStatement(node: hbs.AST.PartialStatement): void {
      call(pathOf(node.name));
    }
    override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
      call(pathOf(node.name));
      this.accept(node.program);
    }
    override DecoratorBlock(node: hbs.AST.DecoratorBlock): void {
      for (const param of node.params) partialNames.add(pathOf(param));
      this.accept(node.program);
    }
  }
  new Finder().accept(program);
  return called;
}

/** What the names in a source are checked against. */
interface Rules {
  readonly partialNames: ReadonlySet<string>;
  readonly isPartial: boolean;
  readonly fail: FailAtNode;
}

/**
 * Checks the names of helpers, partials and fields. A partial's paths start at the place where it is called,
 * so its fields cannot be checked without a report.
 */
function checkNames(program: hbs.AST.Program, { partialNames, isPartial, fail }: Rules): void {
  // Whether paths start at the view itself. Within `{{#each rows}}` they start at a row.
  let atRoot = !isPartial;
  class Checker extends Handlebars.Visitor {
    /** Checks a call; a name without arguments may be a field. */
    override SubExpression(node: Call): void {
      const problem = problemOfCall(node);
      if (problem !== null) throw fail(node, problem);
      if (!isCall(node)) this.accept(node.path);
      this.acceptArray(node.params);
      if (node.hash !== undefined) this.accept(node.hash);
    }
    override MustacheStatement(node: hbs.AST.MustacheStatement): void {
      this.SubExpression(node);
    }
    override BlockStatement(node: hbs.AST.BlockStatement): void {
      this.SubExpression(node);
      const outside = atRoot;
      atRoot &&= SAME_CONTEXT.has(pathOf(node.path));
      this.acceptArray([node.program, node.inverse].filter(Boolean));
      atRoot = outside;
    }
    override PartialStatement(node: hbs.AST.PartialStatement): void {
      const name = pathOf(node.name);
      if (name !== '' && name !== '@partial-block' && !partialNames.has(name))
        throw fail(
          node,
          `there is no partial "${name}"${suggestName(name, [...partialNames].sort(), PARTIALS_PAGE)}`,
        );
      this.acceptArray(node.params);
    }
    override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
      this.acceptArray([...node.params, node.program]);
    }
    override DecoratorBlock(): void {
      // The paths of a partial that is defined here start where it is called.
    }
    override PathExpression(node: hbs.AST.PathExpression): void {
      const [first, second] = node.parts;
      // `@root.total` is a field of the view everywhere, `total` only where paths start at the view.
      const isAtRoot = node.data ? first === 'root' : atRoot;
      const name = node.data ? second : first;
      const field = isAtRoot ? name : undefined;
      if (field !== undefined && !VIEW_FIELDS.has(field) && !HELPER_NAMES.has(field))
        throw fail(node, `there is no "${field}"${suggestName(field, [...VIEW_FIELDS])}`);
    }
  }
  new Checker().accept(program);
}

/** Blocks in which paths start where they start outside. */
const SAME_CONTEXT = new Set(['if', 'unless']);
const HELPERS_PAGE = 'docs/reference/template-helpers.md lists them';
const PARTIALS_PAGE = 'your own belong in the folder "partials" next to the template, as NAME.hbs';

/** A call of a helper: `{{number total}}`, `(gt total 3)`, `{{#if total}}…{{/if}}`. */
interface Call extends hbs.AST.Node {
  readonly path: hbs.AST.Node;
  readonly params: hbs.AST.Expression[];
  readonly hash?: hbs.AST.Hash;
  /** Without `as |…|` it has no `blockParams`, whatever Handlebars' types say. */
  readonly program?: { readonly blockParams?: readonly string[] };
}

/** Whether a statement must be a call: `{{number total}}` is, `{{total}}` may be a field. */
function isCall({ type, params, hash }: Call): boolean {
  return type === 'SubExpression' || params.length > 0 || hash !== undefined;
}

/** What is wrong with a call: there is no such helper, or it has the wrong arguments; null if nothing is. */
function problemOfCall(node: Call): string | null {
  const name = pathOf(node.path);
  if (!HELPER_NAMES.has(name)) {
    const names = [...HELPER_NAMES].sort();
    return isCall(node) ? `there is no helper "${name}"${suggestName(name, names, HELPERS_PAGE)}` : null;
  }
  const hidden = node.program?.blockParams?.find((param) => HELPER_NAMES.has(param));
  if (hidden !== undefined) return `"as |${hidden}|" hides the helper of this name; use another name`;
  return findCallFault(name, node.params.length, node.hash?.pairs.map(({ key }) => key) ?? []);
}

/** A path as the template has it; empty if the node is not a path. */
function pathOf(node: hbs.AST.Node): string {
  return 'original' in node && typeof node.original === 'string' ? node.original : '';
}
