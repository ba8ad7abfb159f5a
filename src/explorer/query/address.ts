import { isJsonObject } from '../../tql/json.ts';
import { type Choices, FIRST_CHOICES, KINDS, type SpecialKind, specialKind, writeQuery } from './choices.ts';
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
export function firstDraft(choices: Choices = FIRST_CHOICES): Draft {
  const text = printQuery(writeQuery(choices));
  return { text, title: '', threshold: '', isCompared: false, kind: specialKind(choices.kind) };
}

/** A draft as the fragment of an address, which is sent to no server: `#query=…&name=…`. */
export function writeAddress({ text, title, threshold, isCompared, kind }: Draft): string {
  const fields = new URLSearchParams({ query: compact(text) });
  if (title !== '') fields.set('name', title);
  if (threshold !== '') fields.set('gate', threshold);
  if (isCompared) fields.set('compare', 'previous-period');
  if (kind !== null) fields.set('kind', kind);
  return `#${fields.toString()}`;
}

/** The draft of an address's fragment; null if it has none. */
export function readAddress(fragment: string): Draft | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const query = fields.get('query');
  if (query === null) return null;
  return {
    text: pretty(query),
    title: fields.get('name') ?? '',
    threshold: fields.get('gate') ?? '',
    isCompared: fields.get('compare') === 'previous-period',
    kind: specialKind(KINDS.find((kind) => kind === fields.get('kind'))),
  };
}

function compact(text: string): string {
  const value = parseJson(text);
  return isJsonObject(value) ? JSON.stringify(value) : text;
}

function pretty(text: string): string {
  const value = parseJson(text);
  return isJsonObject(value) ? printQuery(value) : text;
}
