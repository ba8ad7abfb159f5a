import { InputError } from '../../errors.ts';
import type { InsightResult } from '../../results.ts';
import { findInsightId, isInsightId } from '../../text/insight-id.ts';
import { didYouMean } from '../../text/nearest.ts';

/** A saved insight by its id and its name. */
export interface NamedInsight {
  readonly id: string;
  readonly name: string;
}

/** Puts ids in the place of saved insights' names. Throws `InputError` if there is no such name. What is a YAML map stays as it is. */
export function resolveNames(text: string, saved: readonly NamedInsight[]): string {
  if (/[{[]|:\s/.test(text)) return text;
  const parts = text.split(/[,\n]/).flatMap((part) => part.replace(/^\s*-\s/, '').trim() || []);
  return writeEntries(parts.map((part) => findInsight(part, saved)));
}

function findInsight(part: string, saved: readonly NamedInsight[]): NamedInsight {
  const id = findInsightId(part);
  const key = (id ?? part).toLowerCase();
  const found = saved.find((each) => each.id.toLowerCase() === key || each.name.toLowerCase() === key);
  if (found !== undefined) return found;
  if (id !== null) return { id, name: id };
  const names = saved.map(({ name }) => name);
  const hint =
    didYouMean(part, names) || `; there are ${names.map((name) => JSON.stringify(name)).join(', ') || 'none'}`;
  throw new InputError([`--insights: there is no insight named ${JSON.stringify(part)}${hint}`]);
}

/** Names insights that are known only by their ids after what they show; null if each has a name already. */
export function nameInsights(insights: readonly InsightResult[]): string | null {
  const isUnnamed = insights.length > 0 && insights.every(({ id, name }) => id !== null && isInsightId(name));
  return isUnnamed ? writeEntries(insights.map(({ id, title }) => ({ id: id ?? '', name: title }))) : null;
}

/** A YAML map from short names to ids and titles. An id that has no name stands for itself. */
export function writeEntries(insights: readonly NamedInsight[]): string {
  if (insights.every(({ id, name }) => id === name)) return insights.map(({ id }) => id).join('\n');
  const keys: string[] = [];
  const lines = insights.map(({ id, name }) => {
    const key = freeKey(slugOf(name), keys);
    keys.push(key);
    return `${key}: { id: ${id}, title: ${JSON.stringify(name)} }`;
  });
  return lines.join('\n');
}

/** A short name of small letters, digits and single dashes. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'insight';
}

function freeKey(key: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? key : `${key}-${count}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
