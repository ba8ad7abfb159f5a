// Renders the minimum versions that a pull request raises: the section of a report, and its lines for Slack
// and the command line. Pure.
import { escapeProse } from '../markdown/prose.ts';
import type { Minimums } from '../../results/results.ts';
import { newUsersSentence, othersSentence, raiseSentence, scopeSentence, stepsOf } from './sentence.ts';
import { markdownWriting, type Writing } from './writing.ts';

/** The minimums that a pull request raises, as a section in Markdown; empty if it was not looked at. */
export function renderMinimums(minimums: Minimums | null, locale: string): string {
  if (minimums === null) return '';
  if (minimums.raises.length === 0 && minimums.problem === null)
    return 'This pull request raises no minimum version.';
  const blocks = [
    '### Minimum version',
    ...(minimums.problem === null ? [] : [`> ⚠️ ${escapeProse(minimums.problem)}`]),
    ...minimumLines(minimums, markdownWriting(locale), 'the input `minimums`'),
  ];
  return blocks.join('\n\n');
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
