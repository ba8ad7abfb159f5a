import { escapeProse } from '../markdown/escape.ts';
import type { Minimums } from '../../results/results.ts';
import {
  librarySentence,
  markdownWriting,
  raiseSentence,
  scopeSentence,
  short,
  stepsOf,
} from './sentence.ts';

/** The minimums that a pull request raises, as a section in Markdown. */
export function renderMinimums(minimums: Minimums, locale: string): string {
  const writing = markdownWriting(locale);
  if (minimums.raises.length === 0 && minimums.problem === null)
    return 'This pull request raises no minimum version.';
  const steps = stepsOf(minimums);
  const sentences = steps.map((step) => raiseSentence(step, minimums, writing));
  const library = librarySentence(minimums, writing);
  const notes = [scopeSentence(minimums, writing), ...installSentence(steps)].filter((note) => note !== null);
  const blocks = [
    '### Minimum version',
    ...(minimums.problem === null ? [] : [`> ⚠️ ${escapeProse(minimums.problem)}`]),
    ...(sentences.length > 1 ? [sentences.map((sentence) => `- ${sentence}`).join('\n')] : sentences),
    ...(library === null
      ? []
      : [steps.length === 0 ? library.replace('Also, a', 'A').replace('Also, ', '') : library]),
    ...(notes.length === 0 ? [] : [`<sub>${notes.join(' ')}</sub>`]),
  ];
  return blocks.join('\n\n');
}

function installSentence(
  steps: readonly { readonly platform: string; readonly to: string }[],
): readonly string[] {
  const below = [...new Set(steps.map(({ platform, to }) => `${platform} ${short(to)}`))];
  return below.length === 0 ? [] : [`New users below ${below.join(' or ')} cannot install the app.`];
}
