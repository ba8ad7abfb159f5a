import type { FailAtNode } from './errors.ts';
import type { Library } from './handlebars.ts';

/**
 * Refuses a template that prints a value in raw HTML without the helper `html`: within a tag, or in the lines
 * of an HTML block, where CommonMark does not parse Markdown, so that a code span is only backticks.
 */
export function checkRawHtml(library: Library, program: hbs.AST.Program, fail: FailAtNode): void {
  let paragraph = '';
  class Reader extends library.Visitor {
    override ContentStatement({ value }: hbs.AST.ContentStatement): void {
      paragraph = afterBlankLine(paragraph + value);
    }
    override MustacheStatement(node: hbs.AST.MustacheStatement): void {
      const { path, escaped } = node;
      if (escaped && 'parts' in path && isRawHtml(paragraph) && !isHarmless(path))
        throw fail(
          node,
          `{{${path.original}}} is in raw HTML, where escaping for Markdown does not protect; write {{html …}}, or put a blank line before it`,
        );
      paragraph += 'x';
    }
  }
  new Reader().accept(program);
}

function afterBlankLine(text: string): string {
  return text.split(/\n[ \t]*(?=\n)/).at(-1) ?? '';
}

const BLOCKS =
  'address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|optgroup|option|p|pre|script|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul';
const BLOCK_START = new RegExp(`^ {0,3}</?(?:${BLOCKS})(?:[\\s/>]|$)`, 'im');
const LONE_TAG = /^\n* {0,3}<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?>[ \t]*\n/i;
const WITHIN_TAG = /<[a-z/!][^<>]*$/i;

function isRawHtml(paragraph: string): boolean {
  return WITHIN_TAG.test(paragraph) || BLOCK_START.test(paragraph) || LONE_TAG.test(paragraph);
}

/** Helpers and fields that give only numbers, dates and our own words. */
const HARMLESS_NAMES = new Set([
  'html',
  'number',
  'percent',
  'delta',
  'signed',
  'points',
  'amount',
  'duration',
  'date',
  'moment',
  'bar',
  'sparkline',
  'plural',
  'rank',
  'length',
  'change',
  'share',
  'total',
  'previousTotal',
  'rowCount',
  'rowWord',
  'unit',
  'durationMs',
  'insightCount',
  'failedCount',
  'conclusion',
  'destination',
  'dates',
  'soFar',
  'index',
  'generatedAt',
  'start',
  'end',
]);

function isHarmless({ parts }: hbs.AST.PathExpression): boolean {
  return !parts.includes('values') && HARMLESS_NAMES.has(parts.at(-1) ?? '');
}
