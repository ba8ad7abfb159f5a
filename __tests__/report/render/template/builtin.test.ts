import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

const FOLDER = new URL('../../../../templates/', import.meta.url);

const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.hbs'))
  .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const);

/** The helpers that write something; none decides or computes. */
const WRITING = [
  'prose',
  'html',
  'code',
  'fence',
  'link',
  'table',
  'gateTable',
  'signalTable',
  'minimumSection',
].concat(['releaseSections', 'versionTable']);

/** What a template calls besides partials: `#` before a block, `()` around a call in a call. */
function callsOf(program: hbs.AST.Program) {
  const calls: string[] = [];
  class Finder extends Handlebars.Visitor {
    override BlockStatement(node: hbs.AST.BlockStatement): void {
      calls.push(`#${node.path.original}`);
      super.BlockStatement(node);
    }
    override SubExpression(node: hbs.AST.SubExpression): void {
      calls.push(`(${node.path.original})`);
      super.SubExpression(node);
    }
    override MustacheStatement(node: hbs.AST.MustacheStatement): void {
      if (node.params.length > 0 && 'original' in node.path) calls.push(node.path.original);
      super.MustacheStatement(node);
    }
  }
  new Finder().accept(program);
  return calls;
}

test('the built-in templates are found, with their partials', () => {
  expect(sources.map(([name]) => name)).toEqual(expect.arrayContaining(['report.hbs', 'partials/top.hbs']));
});

test.each(sources)('%s has no line longer than 160 characters', (_, source) => {
  expect(source.split('\n').filter((line) => line.length > 160)).toEqual([]);
});

test.each(sources)('%s decides only by "if" and "each", and calls no helper of logic', (_, source) => {
  const allowed = new Set(['#if', '#each', ...WRITING]);
  expect(callsOf(Handlebars.parse(source)).filter((call) => !allowed.has(call))).toEqual([]);
});

test('a helper of logic in a template would be found', () => {
  const source = '{{#unless a}}{{#if (or a b)}}{{plural a "x" "y"}}{{/if}}{{/unless}}';
  expect(callsOf(Handlebars.parse(source))).toEqual(['#unless', '#if', '(or)', 'plural']);
});
