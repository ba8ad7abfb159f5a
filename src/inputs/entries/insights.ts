import { findInsightId } from '../../text/insight-id.ts';
import type { InsightRequest } from '../request.ts';
import { parseYaml, type YamlValue } from '../yaml/value.ts';
import { type EntryContext, type GivenEntry, parseCommonParts, parseEntries, parseName } from './entry.ts';

/** Reads `insights` in any of its forms: ids, a list of ids and entries, or a map from names to ids or entries. */
export async function parseInsights(given: YamlValue, context: EntryContext): Promise<readonly InsightRequest[]> {
  const value = typeof given === 'string' ? await parseText(given, context) : given;
  if (typeof value !== 'string') return parseEntries(INPUT_NAME, value, (entry) => parseEntry(entry, context));
  const requests = await Promise.all(wordsOf(value).map((id) => parseEntry([INPUT_NAME, id, null], context)));
  return requests.filter((request) => request !== null);
}

const INPUT_NAME = 'insights';

function expectedId({ hasDashboard }: EntryContext): string {
  const example = "an insight's id such as 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10";
  return hasDashboard
    ? `${example}, or the address of its page in the dashboard`
    : `${example} (insight-report insight list shows those of a service of your own)`;
}

/** Plain ids are the most common form and do not need the YAML library. Empty once a problem was noted. */
async function parseText(text: string, { loadYaml, problems }: EntryContext): Promise<YamlValue> {
  if (wordsOf(text).every((word) => findInsightId(word) !== null)) return text;
  return (await parseYaml(INPUT_NAME, text, loadYaml, problems)) ?? '';
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

async function parseEntry(entry: GivenEntry, context: EntryContext): Promise<InsightRequest | null> {
  const [at] = entry;
  const parts = await parseCommonParts(entry, 'id', expectedId(context), context);
  if (parts === null) return null;
  const id = parseId(at, parts.source, context);
  const name = parseName(at, parts.name ?? id, context.problems);
  if (id === null || name === null) return null;
  const interval = parts.overrides.interval ?? context.interval;
  return { name, source: { kind: 'insight', id }, ...parts.overrides, interval };
}

/** The id in what was given: an id, or an address in the dashboard, which has the id in it. */
function parseId(at: string, given: string, context: EntryContext): string | null {
  const id = given === '' ? null : findInsightId(given);
  if (id !== null || given === '') return id;
  return context.problems.add({ at, given, why: 'which is not an id', expected: expectedId(context) });
}
