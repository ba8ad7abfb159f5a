import { escapeProse } from '../markdown/escape.ts';
import type { Minimums } from '../../results/results.ts';
import {
  markdownWriting,
  othersSentence,
  plainWriting,
  raiseSentence,
  scopeSentence,
  short,
  stepsOf,
} from './sentence.ts';

/** The minimums that a pull request raises, as a section in Markdown. */
export function renderMinimums(minimums: Minimums, locale: string): string {
  if (minimums.raises.length === 0 && minimums.problem === null)
    return 'This pull request raises no minimum version.';
  const writing = markdownWriting(locale);
  const steps = stepsOf(minimums);
  const sentences = steps.map((step) => raiseSentence(step, minimums, writing));
  const below = new Set(steps.map(({ platform, to }) => `${platform} ${short(to)}`));
  const notes = [
    scopeSentence(minimums, writing, 'the input `minimums`'),
    below.size === 0 ? null : `New users below ${[...below].join(' or ')} cannot install the app.`,
  ].filter((note) => note !== null);
  const blocks = [
    '### Minimum version',
    minimums.problem === null ? null : `> ⚠️ ${escapeProse(minimums.problem)}`,
    sentences.map((sentence) => (sentences.length > 1 ? `- ${sentence}` : sentence)).join('\n') || null,
    othersSentence(minimums, writing),
    notes.length === 0 ? null : `<sub>${notes.join(' ')}</sub>`,
  ];
  return blocks.filter((block) => block !== null).join('\n\n');
}

/** Raised minimums as plain lines; `option` is what can name the app. */
export function minimumLines(minimums: Minimums, locale: string, option: string): string {
  const writing = plainWriting(locale);
  const lines = [
    ...stepsOf(minimums).map((step) => raiseSentence(step, minimums, writing)),
    scopeSentence(minimums, writing, option),
    othersSentence(minimums, writing),
  ];
  return lines.filter((line) => line !== null).join('\n');
}
