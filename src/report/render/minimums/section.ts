import { escapeProse } from '../markdown/escape.ts';
import type { Minimums } from '../../results/results.ts';
import {
  markdownWriting,
  newUsersSentence,
  othersSentence,
  raiseSentence,
  scopeSentence,
  stepsOf,
  type Writing,
} from './sentence.ts';

/** The minimums that a pull request raises, as a section in Markdown. */
export function renderMinimums(minimums: Minimums, locale: string): string {
  if (minimums.raises.length === 0 && minimums.problem === null)
    return 'This pull request raises no minimum version.';
  const writing = markdownWriting(locale);
  const sentences = stepsOf(minimums).map((step) => raiseSentence(step, minimums, writing));
  const notes = [scopeSentence(minimums, writing, 'the input `minimums`'), newUsersSentence(minimums)].filter(
    (note) => note !== null,
  );
  const blocks = [
    '### Minimum version',
    minimums.problem === null ? null : `> ⚠️ ${escapeProse(minimums.problem)}`,
    sentences.map((sentence) => (sentences.length > 1 ? `- ${sentence}` : sentence)).join('\n') || null,
    othersSentence(minimums, writing),
    notes.length === 0 ? null : `<sub>${notes.join(' ')}</sub>`,
  ];
  return blocks.filter((block) => block !== null).join('\n\n');
}

/** Raised minimums as lines; `option` is what can name the app. */
export function minimumLines(minimums: Minimums, writing: Writing, option: string): readonly string[] {
  const lines = [
    ...stepsOf(minimums).map((step) => raiseSentence(step, minimums, writing)),
    newUsersSentence(minimums),
    scopeSentence(minimums, writing, option),
    othersSentence(minimums, writing),
  ];
  return lines.filter((line) => line !== null);
}
