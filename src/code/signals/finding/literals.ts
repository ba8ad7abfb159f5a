// Reads string literals, with what is interpolated in them.
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

/** A part of a text: what it says, or the source of an expression in it. */
export interface Part {
  readonly text: string;
  readonly isComputed: boolean;
}

const HOLES = new Set([
  'interpolated_expression',
  'interpolation',
  'template_substitution',
  'raw_str_interpolation',
]);
const ESCAPES = new Set(['str_escaped_char', 'escape_sequence']);
/** What opens and closes a text, and an expression in it. */
const DELIMITER = /^(?:r?(?:"""|'''|"|'|`)|\\\(|\))$/;

/** The parts of a text in quotes, in their order. */
export function literalParts(node: Node): readonly Part[] {
  const source = node.text;
  const parts: Part[] = [];
  let end = 0;
  let isQuoted = false;
  for (const child of node.children) {
    const start = child.startIndex - node.startIndex;
    // Dart's texts have no nodes for what is between the quotes.
    if (isQuoted && start > end) parts.push({ text: source.slice(end, start), isComputed: false });
    end = child.endIndex - node.startIndex;
    if (!child.isNamed && DELIMITER.test(child.type))
      isQuoted = /["'`]/.test(child.type) ? !isQuoted : isQuoted;
    else parts.push(readPart(child));
  }
  const all = node.type === 'multi_line_string_literal' ? trimLines(parts) : parts;
  return markNames(all);
}

function readPart(node: Node): Part {
  const { text, type } = node;
  if (HOLES.has(type))
    return { text: text.replace(/^(?:\\#*\(|\$\{|\$)/, '').replace(/[)}]$/, ''), isComputed: true };
  if (ESCAPES.has(type)) return { text: unescape(text), isComputed: false };
  if (type === 'raw_str_part' || type === 'raw_str_end_part')
    return { text: unquoteRaw(text), isComputed: false };
  if (type === 'raw_string_literal' || /^`[^]*`$/.test(text))
    return { text: text.slice(1, -1), isComputed: false };
  return { text, isComputed: false };
}

/**
 * A part of Swift's `#"…"#`, which has quotes at its begin, its end, or both; over several lines three of
 * them, with the breaks.
 */
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

const LAST_POINT = 0x10ffff;

/** Swift's text over several lines begins after its first line break and ends before its last one. */
function trimLines(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, index) => {
    const first = index === 0 ? part.text.replace(/^\n[ \t]*/, '') : part.text;
    return { ...part, text: index === parts.length - 1 ? first.replace(/\n[ \t]*$/, '') : first };
  });
}

/** Kotlin's grammar gives `$name` as two texts. */
function markNames(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part, index): readonly Part[] => {
    const before = parts[index - 1];
    if (part.isComputed || part.text === '$')
      return part.text === '$' && index < parts.length - 1 ? [] : [part];
    const name =
      before?.text === '$' && !before.isComputed
        ? (/^[\p{L}_][\p{L}\p{N}_]*/u.exec(part.text)?.[0] ?? '')
        : '';
    if (name === '') return before?.text === '$' ? [{ ...part, text: `$${part.text}` }] : [part];
    return [
      { text: name, isComputed: true },
      { text: part.text.slice(name.length), isComputed: false },
    ];
  });
}
