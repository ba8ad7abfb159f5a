// Writes the sentences about an experiment: which variant did better, by how much, and whether that may be
// chance.
import { plural } from '../../../../text/plural.ts';
import type { ExperimentView, VariantView } from '../analysis-types.ts';
import { type Phrases, phrasesOf } from './phrases.ts';
import { say, type Sentence, strong, value, words } from './sentence.ts';

/** An experiment without its sentences. */
export type ExperimentFacts = Omit<ExperimentView, 'verdict' | 'outcome'>;

/** The sentences of an experiment: its outcome in a few words, and its verdict with all numbers. */
export function sayExperiment(
  facts: ExperimentFacts,
  locale: string,
  fewerThan = 0,
): Pick<ExperimentView, 'verdict' | 'outcome'> {
  const phrases = phrasesOf(locale, null);
  const { number, percent, points } = phrases;
  const { group, criterion, better, worse, difference, overlap } = facts;
  const about = group === null ? null : say`${value(group)}: `;
  if (isHidden(better) || isHidden(worse)) {
    const few = say`a group of ${value(better.name)} or ${value(worse.name)} has fewer than ${number(fewerThan)} users`;
    return { outcome: words('no verdict'), verdict: say`${about}No verdict on ${value(criterion)}: ${few}.` };
  }
  const one = say`${strong(percent(better.rate))} (${number(better.successes)} of ${number(better.users)} users)`;
  const other = say`${strong(percent(worse.rate))} (${number(worse.successes)} of ${number(worse.users)})`;
  const moved = difference === null ? null : say`, ${points(difference)}`;
  const rates = say`${value(criterion)} at ${one} against ${other}${moved}.`;
  const chance = overlap > 0 || isSilent(facts) ? null : chanceOf(facts, phrases);
  return {
    outcome: outcomeOf(facts),
    verdict: say`${about}${conclusionOf(facts, phrases, fewerThan)}: ${rates}${chance}`,
  };
}

function outcomeOf(facts: ExperimentFacts): Sentence {
  const { better, overlap, significant } = facts;
  if (overlap > 0 || isSilent(facts)) return words('no verdict');
  return significant ? say`${value(better.name)} did better` : words('no clear winner');
}

function conclusionOf(facts: ExperimentFacts, { number }: Phrases, fewerThan: number): Sentence {
  const { better, worse, overlap, significant } = facts;
  const [one, other] = [strong(value(better.name)), value(worse.name)];
  if (overlap > 0) {
    const are = words(plural('user', overlap) + (overlap === 1 ? ' is' : ' are'));
    const count = overlap < fewerThan ? say`fewer than ${number(fewerThan)}` : strong(number(overlap));
    const overlapping = say`${count} ${are} in both ${one} and ${other}`;
    return say`No verdict: ${overlapping}, so their numbers cannot be compared`;
  }
  if (isSilent(facts)) return say`No verdict: ${other} may send this event under another name`;
  return significant
    ? say`${one} did better than ${other}, beyond chance`
    : say`No clear winner between ${one} and ${other}`;
}

function chanceOf({ pValue, significant }: ExperimentFacts, { number }: Phrases): Sentence {
  if (pValue === null) return words(' There is no p-value.');
  const p = pValue < 0.001 ? words('p < 0.001') : say`p = ${number(pValue)}`;
  const looks = significant
    ? words(' This holds at every look, at 95% confidence')
    : words(' This may be chance');
  // The events do not say who saw a variant when: one that was shown during a sale did better, too.
  const condition =
    ' The variant is the reason only if both were shown on the same days, to users chosen at random.';
  return say`${looks} (${p} if you read it once, at the end).${significant ? words(condition) : null}`;
}

/** If so many successes were due, none is no chance: a build may have renamed the event. */
const MIN_DUE = 10;

/** Whether a variant has no success at all, where the other's rate makes many due. */
function isSilent({ better, worse }: ExperimentFacts): boolean {
  return worse.successes === 0 && (better.rate ?? 0) * (worse.users ?? 0) >= MIN_DUE;
}

/** Whether a number of a variant is hidden, because it is of a small group: of that, nothing is concluded. */
export function isHidden({ users, successes }: VariantView): boolean {
  return users === null || successes === null;
}
