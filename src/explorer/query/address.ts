// Writes what is typed on the page "Ask" into the address, and reads it there again. page.ts does this for
// the other pages.
import { isJsonObject } from '../../tql/json.ts';
import { type Choices, KINDS, type SpecialKind, specialKind, writeQuery } from './choices.ts';
import { printQuery } from './text.ts';
import { parseJson } from '../../text/json.ts';

/** Everything that is typed or chosen on the page. */
export interface Draft {
  /** The query's text, which may not be JSON yet. */
  readonly text: string;
  readonly title: string;
  readonly threshold: string;
  readonly isCompared: boolean;
  /** What the text does not say: a ranking may be chosen to be of versions, a trend to judge a release. */
  readonly kind: SpecialKind;
}

/** What the page begins with. */
export function firstDraft(choices: Choices): Draft {
  return draftOf(writeQuery(choices), { kind: specialKind(choices.kind) });
}

/** The draft of a query; what is not said is empty. */
export function draftOf(query: object, changes: Partial<Draft> = {}): Draft {
  const blank = { title: '', threshold: '', isCompared: false, kind: null };
  return { text: printQuery(query), ...blank, ...changes };
}

/** A draft as the fragment of an address, which is sent to no server: `#query=…&name=…`. */
export function writeAddress({ text, title, threshold, isCompared, kind }: Draft): string {
  const fields = new URLSearchParams({ query: rewritten(text, JSON.stringify) });
  if (title !== '') fields.set('name', title);
  if (threshold !== '') fields.set('gate', threshold);
  if (isCompared) fields.set('compare', 'previous-period');
  if (kind !== null) fields.set('kind', kind);
  return `#${fields.toString()}`;
}

/** The draft of an address's fragment; null if it has none. */
export function readAddress(fragment: string): Draft | null {
  const fields = new URLSearchParams(fragment.slice(1));
  const query = fields.get('query');
  if (query === null) return null;
  return {
    text: rewritten(query, printQuery),
    title: fields.get('name') ?? '',
    threshold: fields.get('gate') ?? '',
    isCompared: fields.get('compare') === 'previous-period',
    kind: specialKind(KINDS.find((kind) => kind === fields.get('kind'))),
  };
}

function rewritten(text: string, write: (query: object) => string): string {
  const value = parseJson(text);
  return isJsonObject(value) ? write(value) : text;
}
