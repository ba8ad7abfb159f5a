// Reads the input `insights`, which saved insights to report: `Devices, 8A41D2F0-…`.
import { findInsightId, holdsId, partsOf, wordsOf } from '../../../text/insight-id.ts';
import type { InsightRequest } from '../request.ts';
import { parseTitle } from '../scalars.ts';
import { parseYaml } from '../yaml/parse.ts';
import type { YamlValue } from '../yaml/value.ts';
import { type EntryContext, type RawEntry, parseCommonParts, parseEntries, parseName } from './entry.ts';

/**
 * Reads `insights` in any of its forms: ids and titles, a list of them and of entries, or a map from names to
 * any of these.
 */
export async function parseInsights(
  input: YamlValue,
  context: EntryContext,
): Promise<readonly InsightRequest[]> {
  const { problems } = context;
  const value = typeof input === 'string' ? await parseText(input, context) : input;
  if (typeof value !== 'string') return parseEntries(value, problems, (entry) => parseEntry(entry, context));
  const requests = await Promise.all(
    partsOf(value).map((part) => parseEntry({ value: part, problems, key: null }, context)),
  );
  return requests.filter((request) => request !== null);
}

function expectedId({ hasDashboard }: EntryContext): string {
  const example = "an insight's id such as 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10";
  return hasDashboard
    ? `${example}, its title, or the address of its page in the dashboard`
    : `${example}, or its title (insight-report insight list shows those of your own service)`;
}

/** Plain ids are the most common form and do not need the YAML library. Empty once a problem was noted. */
async function parseText(text: string, { loadYaml, problems }: EntryContext): Promise<YamlValue> {
  if (wordsOf(text).every((word) => findInsightId(word) !== null)) return text;
  const value = (await parseYaml(text, loadYaml, problems)) ?? '';
  if (typeof value !== 'string' || value === '') return value;
  // YAML joins the lines of a plain text, but each line is a title. In quotes, a text is one title.
  return /^["']/.test(text.trim()) ? [value] : text.replaceAll(/(?:^|\s)#.*$/gm, '');
}

async function parseEntry(entry: RawEntry, context: EntryContext): Promise<InsightRequest | null> {
  const { problems } = entry;
  const parts = await parseCommonParts(entry, 'id', expectedId(context), context);
  if (parts === null) return null;
  const source = parseSource(parts.source, { ...context, problems });
  const defaultName = source === null || source.kind === 'title' ? parts.source : source.id;
  const name = parseName(parts.name ?? (defaultName === '' ? null : defaultName), problems);
  if (source === null || name === null) return null;
  const interval = parts.overrides.interval ?? context.interval;
  return { name, source, ...parts.overrides, interval };
}

type SavedSource = Exclude<InsightRequest['source'], { readonly kind: 'query' }>;

/**
 * The insight that was given: by its id, by an address in the dashboard, which has the id in it, or by its
 * title.
 */
function parseSource(input: string, context: EntryContext): SavedSource | null {
  if (input === '') return null;
  const id = findInsightId(input);
  if (id !== null) return { kind: 'insight', id };
  if (!holdsId(input)) {
    const title = parseTitle(input, context.problems);
    return title === null ? null : { kind: 'title', title };
  }
  return context.problems.refuse({ input, why: 'which is not an id', expected: expectedId(context) });
}
