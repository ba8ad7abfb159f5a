import type { Element, ElementContent, Root } from 'hast';

const ALERTS: Readonly<Record<string, string>> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

/** What GitHub's pages add to sanitised HTML, in place: alerts, diagrams to be drawn, links that leave the page alone. */
export function dress(parent: Root | Element, isTop = true): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'pre' && isDiagram(child)) child.properties['className'] = ['mermaid'];
    if (child.tagName === 'a') openElsewhere(child);
    // GitHub knows alerts only where they stand within nothing else.
    if (child.tagName === 'blockquote' && isTop) toAlert(child);
    dress(child, false);
  }
}

function isDiagram({ children }: Element): boolean {
  const [code] = children;
  const names = code?.type === 'element' && code.tagName === 'code' ? code.properties['className'] : null;
  return Array.isArray(names) && names.includes('language-mermaid');
}

function openElsewhere(link: Element): void {
  const address = link.properties['href'];
  if (typeof address !== 'string' || address.startsWith('#')) return;
  link.properties['target'] = '_blank';
  link.properties['rel'] = ['noopener', 'noreferrer'];
}

function toAlert(quote: Element): void {
  const paragraph = quote.children.find((child) => child.type === 'element');
  const text = paragraph?.tagName === 'p' ? paragraph.children[0] : undefined;
  if (paragraph === undefined || text?.type !== 'text') return;
  const [mark, kind = ''] = /^\[!([A-Za-z]+)\][ \t]*(?:\n|$)/.exec(text.value) ?? [];
  const title = ALERTS[kind.toUpperCase()];
  const rest = mark === undefined ? [] : withoutMark(paragraph.children, mark.length);
  if (title === undefined || (rest.length === 0 && quote.children.filter(({ type }) => type === 'element').length < 2))
    return;
  paragraph.children = rest;
  quote.tagName = 'div';
  quote.properties = { className: ['markdown-alert', `markdown-alert-${title.toLowerCase()}`] };
  const titleLine: Element = {
    type: 'element',
    tagName: 'p',
    properties: { className: ['markdown-alert-title'] },
    children: [{ type: 'text', value: title }],
  };
  quote.children = [titleLine, ...quote.children.filter((child) => child !== paragraph || rest.length > 0)];
}

/** The children without the mark, and without the line's end after it. */
function withoutMark([first, ...others]: readonly ElementContent[], length: number): ElementContent[] {
  const left = first?.type === 'text' ? first.value.slice(length).trimStart() : '';
  if (left !== '') return [{ type: 'text', value: left }, ...others];
  const [next, ...rest] = others[0]?.type === 'element' && others[0].tagName === 'br' ? others.slice(1) : others;
  if (next === undefined) return [];
  return [next.type === 'text' ? { type: 'text', value: next.value.trimStart() } : next, ...rest];
}
