// Reads string literals of all languages into their constant and their computed parts: `"screen.\(page)"` →
// `screen.` and the expression `page`. Pure.
import type { Node } from 'web-tree-sitter';

/** The node types of texts in quotes, of all languages. */
export const LITERALS: ReadonlySet<string> = new Set([
  'line_string_literal',
  'multi_line_string_literal',
  'raw_string_literal',
  'string_literal',
  'multiline_string_literal',
  'string',
  'template_string',
  'interpreted_string_literal',
]);

/** A part of a literal: constant text, or the source of an expression in it (`isComputed`). */
interface LiteralPart {
  readonly text: string;
  readonly isComputed: boolean;
}

/** The node types of expressions in a text: `\(page)`, `${page}`, `$page`. */
const EXPRESSIONS = new Set([
  'interpolated_expression',
  'interpolation',
  'template_substitution',
  'raw_str_interpolation',
]);
/** The node types of escapes: `\n`, `\u{41}`. */
const ESCAPES = new Set(['str_escaped_char', 'escape_sequence']);
/** The node types of the texts in Swift's `#"…"#`. */
const RAW_TEXTS = new Set(['raw_str_part', 'raw_str_end_part']);
/** What opens and closes a text, and an expression in it. */
const DELIMITER = /^(?:r?(?:"""|'''|"|'|`)|\\\(|\))$/;

/** The parts of a text in quotes, in their order: each child of its node that is no quote or bracket. */
export function literalParts(node: Node): readonly LiteralPart[] {
  const parts: LiteralPart[] = [];
  let endOfLast = 0;
  let isQuoted = false;
  for (const child of node.children) {
    const start = child.startIndex - node.startIndex;
    // Dart's texts have no nodes for what is between the quotes.
    if (isQuoted && start > endOfLast) parts.push(constant(node.text.slice(endOfLast, start)));
    endOfLast = child.endIndex - node.startIndex;
    if (child.isNamed || !DELIMITER.test(child.type)) parts.push(readPart(child));
    else if (/["'`]/.test(child.type)) isQuoted = !isQuoted;
  }
  return splitDollarNames(node.type === 'multi_line_string_literal' ? trimLines(parts) : parts);
}

function constant(text: string): LiteralPart {
  return { text, isComputed: false };
}

function readPart({ text, type }: Node): LiteralPart {
  if (EXPRESSIONS.has(type))
    return { text: text.replace(/^(?:\\#*\(|\$\{|\$)/, '').replace(/[)}]$/, ''), isComputed: true };
  if (ESCAPES.has(type)) return constant(unescape(text));
  if (RAW_TEXTS.has(type)) return constant(unquoteRaw(text));
  // Go's text in backquotes.
  const isWithQuotes = type === 'raw_string_literal' || /^`[^]*`$/.test(text);
  return constant(isWithQuotes ? text.slice(1, -1) : text);
}

/** A part of Swift's `#"…"#` without the quotes at its begin or its end, which the grammar leaves in it. */
function unquoteRaw(source: string): string {
  return source.replace(/^#+(?:"""\n[ \t]*|")/, '').replace(/(?:\n[ \t]*"""|")#+$/, '');
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** What an escape such as `\n`, `\u0041` or `\u{41}` stands for. */
function unescape(source: string): string {
  const code = /^\\[ux]\{?([0-9a-fA-F]{1,6})\}?$/.exec(source)?.[1];
  const point = code === undefined ? Number.NaN : Number.parseInt(code, 16);
  if (point <= LAST_POINT) return String.fromCodePoint(point);
  const letter = source.slice(1);
  return ESCAPED[letter] ?? letter;
}

/** The last code point of Unicode. */
const LAST_POINT = 0x10ffff;

/** Swift's text over several lines begins after its first line break and ends before its last one. */
function trimLines(parts: readonly LiteralPart[]): readonly LiteralPart[] {
  return parts.map((part, index) => {
    const first = index === 0 ? part.text.replace(/^\n[ \t]*/, '') : part.text;
    return { ...part, text: index === parts.length - 1 ? first.replace(/\n[ \t]*$/, '') : first };
  });
}

/** Kotlin's grammar gives `$page.open` as two texts, `$` and `page.open`: the name `page` is computed. */
function splitDollarNames(parts: readonly LiteralPart[]): readonly LiteralPart[] {
  return parts.flatMap((part, index): readonly LiteralPart[] => {
    // A `$` is read with the part after it.
    if (part.text === '$' && index < parts.length - 1) return [];
    const isAfterDollar = parts[index - 1]?.text === '$';
    if (part.isComputed || !isAfterDollar) return [part];
    const [name] = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(part.text) ?? [];
    // A `$` before anything but a name is only a `$`.
    if (name === undefined) return [{ ...part, text: `$${part.text}` }];
    return [{ text: name, isComputed: true }, constant(part.text.slice(name.length))];
  });
}
