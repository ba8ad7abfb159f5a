// How `init` reads insights from `--insights` or an answer, and writes them into a config file: `Devices`
// becomes `devices: { id: 3F0C…, title: Devices }`.
import { Document } from 'yaml';
import { findNamed, type NamedInsight } from '../../report/client/named-insights.ts';
import { InputError } from '../../text/errors.ts';
import type { InsightResult } from '../../report/results/results.ts';
import { slugOf } from '../../text/layout/slug.ts';
import { holdsId, isInsightId, partsOf } from '../../text/insight-id.ts';

/** Whether a text holds names of insights, beside ids and addresses. YAML entries are not looked into. */
export function hasNames(text: string): boolean {
  return !isYaml(text) && namesIn(text).some((part) => !holdsId(part));
}

/**
 * Puts ids in the place of saved insights' names. Throws `InputError` for each name that none has, or several
 * have.
 */
export function resolveNames(text: string, saved: readonly NamedInsight[]): string {
  if (isYaml(text)) return text;
  const resolved = namesIn(text).map((part) => findNamed(part, saved));
  const problems = resolved.flatMap((each) => ('problem' in each ? [`--insights: ${each.problem}`] : []));
  if (problems.length > 0) throw new InputError(problems);
  return writeEntries(resolved.flatMap((each) => ('insight' in each ? [each.insight] : [])));
}

/**
 * Whether YAML reads a text as entries, which go into the file as they are: `os: 3F0C…`, `- { id: 3F0C… }`,
 * `[3F0C…, 8A41…]`. `Sales [beta]` is a name.
 */
function isYaml(text: string): boolean {
  return /^\s*(?:-\s+)?[{[]|:\s/m.test(text);
}

/** The ids, addresses and names in a text, which may be a list with a dash before each. */
function namesIn(text: string): readonly string[] {
  return partsOf(text.replaceAll(/^\s*-\s/gm, ''));
}

/** Names insights that are all known by their ids only after what they show; null if one has a name. */
export function nameInsights(insights: readonly InsightResult[]): string | null {
  const isUnnamed = insights.length > 0 && insights.every(({ id, name }) => id !== null && isInsightId(name));
  return isUnnamed ? writeEntries(insights.map(({ id, title }) => ({ id: id ?? '', name: title }))) : null;
}

/**
 * A YAML map from short names to ids and titles: `devices: { id: 3F0C…, title: Devices }`. An insight whose
 * name is its id gets no title; if all are so, they are a list of ids.
 */
export function writeEntries(insights: readonly NamedInsight[]): string {
  if (insights.every(({ id, name }) => id === name)) return insights.map(({ id }) => id).join('\n');
  const document = new Document(new Map());
  for (const { id, name } of insights) {
    const slug = slugOf(name, 'insight');
    let key = slug;
    for (let count = 2; document.has(key); count += 1) key = `${slug}-${count}`;
    const entry = name === id ? { id } : { id, title: name };
    document.set(key, document.createNode(entry, { flow: true }));
  }
  return document.toString({ lineWidth: 0 }).trimEnd();
}
