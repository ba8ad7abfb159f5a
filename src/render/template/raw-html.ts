import { isSyntaxNode, lineOf, type SyntaxNode, pathOf } from './handlebars.ts';

/** An expression that prints a value where escaping for Markdown does not protect. */
export interface ExposedValue {
  readonly line: number;
  readonly written: string;
}

/**
 * Finds the first value of a parsed template that is printed in raw HTML without the helper `html`: within a
 * tag, or in the lines of an HTML block, where CommonMark does not parse Markdown, so that a code span is
 * only backticks.
 */
export function findExposedValue(program: unknown): ExposedValue | null {
  let paragraph = '';
  let found: ExposedValue | null = null;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (found !== null || !isSyntaxNode(node)) return;
    if (node.type === 'ContentStatement' && typeof node.value === 'string') {
      paragraph = afterBlankLine(paragraph + node.value);
    } else if (node.type === 'MustacheStatement') {
      if (node.escaped !== false && isRawHtml(paragraph) && !isHarmless(node.path)) found = exposedAt(node);
      paragraph += 'x';
    } else for (const part of ['body', 'program', 'inverse']) visit(node[part]);
  };
  visit(program);
  return found;
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

function isHarmless(path: unknown): boolean {
  if (!isSyntaxNode(path) || !Array.isArray(path.parts)) return true;
  const parts: readonly unknown[] = path.parts;
  return !parts.includes('values') && HARMLESS_NAMES.has(String(parts.at(-1)));
}

function exposedAt(node: SyntaxNode): ExposedValue {
  return { line: lineOf(node), written: pathOf(node.path) || '…' };
}
