import type { Element, ElementContent, Root, RootContent } from 'hast';

/** The comment behind a `br` that already stands for the line's end after it. */
export const HARD_BREAK = 'hard';

const HOLDS_TEXT = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'dd', 'dt']);
const INLINE = new Set([
  'a',
  'b',
  'br',
  'code',
  'del',
  'em',
  'i',
  'img',
  'ins',
  'kbd',
  's',
  'span',
  'strong',
  'sub',
  'sup',
]);

/** Puts a `br` before each line's end within text, in place: what GitHub does in comments and issues, but not in files. */
export function breakLines(parent: Root | Element, isText = false): void {
  const children: (RootContent | ElementContent)[] = parent.children;
  const broken = children.flatMap((child, index): (RootContent | ElementContent)[] => {
    if (child.type === 'element') {
      if (child.tagName !== 'code' && child.tagName !== 'pre')
        breakLines(child, HOLDS_TEXT.has(child.tagName) || (isText && INLINE.has(child.tagName)));
      return [child];
    }
    if (!isText || child.type !== 'text' || !child.value.includes('\n')) return [child];
    return brokenText(child.value, isInline(children[index - 1]), isInline(children[index + 1]));
  });
  parent.children = broken;
}

/** Line ends beside a block, or after a hard break, only lay out the source. */
function brokenText(text: string, afterText: boolean, beforeText: boolean): ElementContent[] {
  const lines = text.split('\n');
  const hasTextBefore = (index: number): boolean =>
    afterText || lines.slice(0, index).some((line) => line.trim() !== '');
  const hasTextAfter = (index: number): boolean => beforeText || lines.slice(index).some((line) => line.trim() !== '');
  return lines.flatMap((line, index): ElementContent[] => {
    if (index === 0) return [{ type: 'text', value: line }];
    const text: ElementContent = { type: 'text', value: `\n${line}` };
    return hasTextBefore(index) && hasTextAfter(index)
      ? [{ type: 'element', tagName: 'br', properties: {}, children: [] }, text]
      : [text];
  });
}

function isInline(node: RootContent | ElementContent | undefined): boolean {
  if (node?.type === 'comment') return node.value !== HARD_BREAK;
  return node?.type === 'element' && INLINE.has(node.tagName);
}
