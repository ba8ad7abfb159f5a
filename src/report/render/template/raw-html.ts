// Finds values that a user's template prints into raw HTML, where escaping for Markdown does not protect:
// `<img alt="{{title}}">` must be `<img alt="{{html title}}">`. `check.ts` calls `checkRawHtml`. Pure.
import Handlebars from 'handlebars';
import type { FailAtNode } from './errors.ts';

/**
 * Refuses a template that prints a value in raw HTML without the helper `html`: within a tag, or in the lines
 * of an HTML block, where CommonMark does not parse Markdown, so that a code span is only backticks.
 */
export function checkRawHtml(program: hbs.AST.Program, fail: FailAtNode): void {
  // The text since the last blank line; a value is an x.
  let paragraph = '';
  class Reader extends Handlebars.Visitor {
    override ContentStatement({ value }: hbs.AST.ContentStatement): void {
      paragraph = (paragraph + value).split(/\n[ \t]*(?=\n)/).at(-1) ?? '';
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

/**
 * The elements that begin an HTML block: https://spec.commonmark.org/0.31.2/#html-blocks, start condition 6.
 */
const BLOCKS =
  'address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|optgroup|option|p|pre|script|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul';
const BLOCK_START = new RegExp(`^ {0,3}</?(?:${BLOCKS})(?:[\\s/>]|$)`, 'im');
/** Any tag alone on a line begins one, too (start condition 7). */
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
