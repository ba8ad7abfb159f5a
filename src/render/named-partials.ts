import { PARTIALS } from './compiled.ts';
import { isNode, pathOf } from './syntax-tree.ts';

/** The names of partials that a template defines for itself. */
export function inlinePartials(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(inlinePartials);
  if (!isNode(node)) return [];
  const own = node.type === 'DecoratorBlock' && Array.isArray(node.params) ? node.params.map(pathOf) : [];
  return [...own, ...Object.entries(node).flatMap(([key, child]) => (key === 'loc' ? [] : inlinePartials(child)))];
}

/** The names of the partials that a template calls, and those of the built-in ones' that may call them. */
export function calledPartials(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(calledPartials);
  if (!isNode(node)) return [];
  const isCalling = node.type === 'PartialStatement' || node.type === 'PartialBlockStatement';
  const name = isCalling ? pathOf(node.name) : '';
  const within = Object.entries(node).flatMap(([key, child]) => (key === 'loc' ? [] : calledPartials(child)));
  return name === '' ? within : [name, ...(Object.hasOwn(PARTIALS, name) ? Object.keys(PARTIALS) : []), ...within];
}
