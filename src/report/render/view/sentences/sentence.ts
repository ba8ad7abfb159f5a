// A sentence as pieces that each output (Markdown, HTML, terminal, Slack) writes in its own way, so that no
// value from outside can act in any of them. Pure.
import { makeControlsVisible } from '../../../../text/visible.ts';
import { display } from '../../format/display.ts';

/** How a piece of a sentence has to be written: what is safe in one output may act in another. */
type Style =
  /** Our own words, numbers and dates: written as they are. */
  | 'words'
  /** A value from outside, such as a row's name. */
  | 'value'
  /** A number in its query's format, which may hold any text. */
  | 'number'
  /** A text that quotes values from outside, such as a title. */
  | 'prose'
  /** Characters that draw something. */
  | 'chart';

/** How words are set: bold, in someone's own words, small and raised, or on one line in any cell. */
type Emphasis = 'strong' | 'quoted' | 'raised' | 'unbroken';

type Piece =
  | { readonly style: Style; readonly text: string | null }
  | { readonly style: Emphasis; readonly inner: Sentence }
  | { readonly style: 'link'; readonly text: string; readonly url: string };

/**
 * A sentence of a report before it is written for an output. It is a class, so that no value from JSON can
 * be mistaken for one.
 */
export class Sentence {
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** How an output writes the pieces of a sentence. */
export type Writer = Readonly<Record<Style, (text: string | null) => string>> &
  Readonly<Record<Emphasis, (inner: string) => string>> & {
    readonly link: (url: string, text: string) => string;
  };

/** Writes a sentence for an output. */
export function write({ pieces }: Sentence, writer: Writer): string {
  let text = '';
  for (const piece of pieces) {
    if ('inner' in piece) text += writer[piece.style](write(piece.inner, writer));
    else if (piece.style === 'link') text += writer.link(piece.url, piece.text);
    else text += writer[piece.style](piece.text);
  }
  return text;
}

/** Makes a sentence of words and parts; null is left out. A text from outside needs a style first. */
export function say(texts: TemplateStringsArray, ...parts: readonly (Sentence | null)[]): Sentence {
  const pieces: Piece[] = [];
  for (const [index, text] of texts.entries()) {
    if (text !== '') pieces.push({ style: 'words', text });
    pieces.push(...(parts[index]?.pieces ?? []));
  }
  return new Sentence(pieces);
}

/** Joins those parts that are not null; null if all are. */
export function join(parts: readonly (Sentence | null)[], separator: string): Sentence | null {
  const sentences = parts.filter((part) => part !== null);
  const between: Piece = { style: 'words', text: separator };
  if (sentences.length === 0) return null;
  return new Sentence(
    sentences.flatMap(({ pieces }, index) => (index === 0 ? pieces : [between, ...pieces])),
  );
}

const inStyle =
  (style: Style) =>
  (text: string | null): Sentence =>
    new Sentence([{ style, text }]);

/** Our own words that were made elsewhere: never a text from outside. */
export const words = inStyle('words');
/** A value from outside. */
export const value = inStyle('value');
/** A number in its query's format. */
export const formatted = inStyle('number');
/** A text that quotes values from outside. */
export const prose = inStyle('prose');
/** Characters that draw something. */
export const chart = inStyle('chart');

const emphasized =
  (style: Emphasis) =>
  (inner: Sentence): Sentence =>
    new Sentence([{ style, inner }]);

/** A sentence that stands out. */
export const strong = emphasized('strong');
/** A remark in its author's words. */
export const quoted = emphasized('quoted');
/** A remark beside a name. */
export const raised = emphasized('raised');
/** A date that a phone should not break over three lines. */
export const unbroken = emphasized('unbroken');

/** A text that leads to an address, where an output has links. */
export function link(url: string, text: string): Sentence {
  return new Sentence([{ style: 'link', url, text }]);
}

const visible = (text: string | null) => makeControlsVisible(text ?? '');

const PLAIN: Writer = {
  words: (text) => text ?? '',
  value: (text) => display(text),
  number: visible,
  prose: visible,
  chart: visible,
  strong: (inner) => inner,
  quoted: (inner) => inner,
  raised: (inner) => inner,
  unbroken: (inner) => inner,
  link: (_, text) => display(text),
};

/** A sentence as plain text, in which control characters are visible; empty for null. */
export function sentenceAsText(sentence: Sentence | null): string {
  return sentence === null ? '' : write(sentence, PLAIN);
}
