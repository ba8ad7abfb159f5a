// Renders Markdown as GitHub does, for the page of `preview`: micromark reads it, and this file adds what
// GitHub does otherwise (line breaks in comments, diagrams, links in new tabs). Pure.
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { GITHUB_PIPES_IN_CODE, type HtmlExtension, withGitHubPipes } from './github-pipes.ts';

/**
 * Renders Markdown to the HTML that GitHub makes of it. With `hardBreaks` each line end is a line break, as
 * in comments.
 */
export function githubHtml(markdown: string, { hardBreaks }: { readonly hardBreaks: boolean }): string {
  const html = micromark(markdown, {
    extensions: [withGitHubPipes(gfm())],
    htmlExtensions: [gfmHtml(), GITHUB_PIPES_IN_CODE, MARKED_BREAKS],
    // Safe, because everything has to pass the sanitizer.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
  const tree = fromHtml(html, { fragment: true });
  if (hardBreaks) addLineBreaks(tree);
  const clean = sanitize(tree);
  const root: Root = clean.type === 'root' ? clean : { type: 'root', children: [] };
  // After sanitizing, which would remove what is added here.
  addGitHubFeatures(root);
  return toHtml(root);
}

/**
 * Marks the hard breaks of the source with a comment, so that their line ends do not become second breaks.
 * The sanitizer removes comments.
 */
const MARKED_BREAKS: HtmlExtension = {
  exit: {
    hardBreakEscape() {
      this.tag(MARKED_BREAK);
    },
    hardBreakTrailing() {
      this.tag(MARKED_BREAK);
    },
  },
};

/** The comment after a `br` that already stands for the line end after it. */
const HARD_BREAK = 'hard';

const MARKED_BREAK = `<br><!--${HARD_BREAK}-->`;

/**
 * Adds in place what GitHub's pages add to sanitized HTML: marks for diagrams, and links that open in a new
 * tab.
 */
function addGitHubFeatures(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'pre' && isDiagram(child)) child.properties['className'] = ['mermaid'];
    if (child.tagName === 'a') openInNewTab(child);
    addGitHubFeatures(child);
  }
}

function isDiagram({ children }: Element): boolean {
  const [code] = children;
  const names = code?.type === 'element' && code.tagName === 'code' ? code.properties['className'] : null;
  return Array.isArray(names) && names.includes('language-mermaid');
}

function openInNewTab(link: Element): void {
  const address = link.properties['href'];
  if (typeof address !== 'string' || address.startsWith('#')) return;
  link.properties['target'] = '_blank';
  link.properties['rel'] = ['noopener', 'noreferrer'];
}

/** Elements whose children are text, and elements within text. */
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

/**
 * Adds, in place, a `br` before each line end within text, as GitHub does in comments and issues but not in
 * files. `isText` says that the parent's children are text, not blocks.
 */
function addLineBreaks(parent: Root | Element, isText = false): void {
  const children: (RootContent | ElementContent)[] = parent.children;
  const broken = children.flatMap((child, index): (RootContent | ElementContent)[] => {
    if (child.type === 'element') {
      if (child.tagName !== 'code' && child.tagName !== 'pre')
        addLineBreaks(child, HOLDS_TEXT.has(child.tagName) || (isText && INLINE.has(child.tagName)));
      return [child];
    }
    if (!isText || child.type !== 'text' || !child.value.includes('\n')) return [child];
    return breakText(child.value, isInline(children[index - 1]), isInline(children[index + 1]));
  });
  parent.children = broken;
}

/** Breaks at line ends, except those next to a block or after a hard break, which only lay out the source. */
function breakText(text: string, isAfterText: boolean, isBeforeText: boolean): ElementContent[] {
  const lines = text.split('\n');
  const hasTextBefore = (index: number) =>
    isAfterText || lines.slice(0, index).some((line) => line.trim() !== '');
  const hasTextAfter = (index: number) =>
    isBeforeText || lines.slice(index).some((line) => line.trim() !== '');
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
