import { makeControlsVisible } from '../../text/visible.ts';
import { display } from '../format/display.ts';
import { type Sentence, write, type Writer } from '../view/sentences/sentence.ts';

const visible = (text: string | null): string => makeControlsVisible(text ?? '');

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
