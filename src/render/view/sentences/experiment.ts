import { plural } from '../../../text/plural.ts';
import type { ExperimentView } from '../analysis-types.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { say, type Sentence, strong, value, words } from './sentence.ts';

/** An experiment without its sentences. */
export type ExperimentFacts = Omit<ExperimentView, 'verdict' | 'outcome'>;

/** The sentences of an experiment: its outcome in a few words, and its verdict with all numbers. */
export function sayExperiment(
  facts: ExperimentFacts,
  locale: string,
): Pick<ExperimentView, 'verdict' | 'outcome'> {
  const phrases = phrasesOf(locale, null);
  const { number, percent, points } = phrases;
  const { group, criterion, better, worse, difference, overlap } = facts;
  const about = group === null ? null : say`${value(group)}: `;
  const one = say`${strong(percent(better.rate))} (${number(better.successes)} of ${number(better.users)} users)`;
  const other = say`${strong(percent(worse.rate))} (${number(worse.successes)} of ${number(worse.users)})`;
  const moved = difference === null ? null : say`, ${points(difference)}`;
  const rates = say`${value(criterion)} at ${one} against ${other}${moved}.`;
  const chance = overlap > 0 ? null : chanceOf(facts, phrases);
  return {
    outcome: outcomeOf(facts),
    verdict: say`${about}${conclusionOf(facts, phrases)}: ${rates}${chance}`,
  };
}

function outcomeOf({ better, overlap, significant }: ExperimentFacts): Sentence {
  if (overlap > 0) return words('no verdict');
  return significant ? say`${value(better.name)} does better` : words('no clear winner');
}

function conclusionOf(
  { better, worse, overlap, significant }: ExperimentFacts,
  { number }: Phrases,
): Sentence {
  const [one, other] = [strong(value(better.name)), value(worse.name)];
  if (overlap > 0) {
    const are = words(plural('user', overlap) + (overlap === 1 ? ' is' : ' are'));
    const both = say`${strong(number(overlap))} ${are} in both ${one} and ${other}`;
    return say`No verdict: ${both}, so their numbers cannot be compared`;
  }
  return significant
    ? say`${one} does better than ${other}`
    : say`No clear winner between ${one} and ${other}`;
}

function chanceOf({ pValue, significant }: ExperimentFacts, { number }: Phrases): Sentence {
  if (pValue === null) return words(' There is no p-value: too few users to tell.');
  const p = pValue < 0.001 ? words('p < 0.001') : say`p = ${number(pValue)}`;
  const means = significant ? 'significant at 5%' : 'not significant at 5%, so this may be chance';
  return say` ${p}: ${words(means)}.`;
}
