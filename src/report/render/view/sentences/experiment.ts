// Writes the sentences about an experiment: which variant did better, by how much, and whether that may be
// chance. Pure.
import type { ReportedInsight } from '../../../results/results.ts';
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
  gaps: NonNullable<ReportedInsight['gaps']> = [],
  fewerThan = 0,
): Pick<ExperimentView, 'verdict' | 'outcome'> {
  const phrases = phrasesOf(locale, null);
  const { number, percent, points } = phrases;
  const { group, criterion, better, worse, difference } = facts;
  const about = group === null ? null : say`${value(group)}: `;
  if (isHidden(better) || isHidden(worse)) {
    const few = say`a group of ${value(better.name)} or ${value(worse.name)} has fewer than ${number(fewerThan)} users`;
    return { outcome: words('no verdict'), verdict: say`${about}No verdict on ${value(criterion)}: ${few}.` };
  }
  const one = say`${strong(percent(better.rate))} (${number(better.successes)} of ${number(better.users)} users)`;
  const other = say`${strong(percent(worse.rate))} (${number(worse.successes)} of ${number(worse.users)})`;
  const moved = difference === null ? null : say`, ${points(difference)}`;
  const rates = say`${value(criterion)} at ${one} against ${other}${moved}.`;
  const doubt = doubtOf(facts, gaps, phrases, fewerThan);
  if (doubt !== null)
    return { outcome: words('no verdict'), verdict: say`${about}No verdict: ${doubt}: ${rates}` };
  const outcome = facts.significant ? say`${value(better.name)} did better` : words('no clear winner');
  const conclusion = facts.significant
    ? say`${strong(value(better.name))} did better than ${value(worse.name)}, beyond chance`
    : say`No clear winner between ${strong(value(better.name))} and ${value(worse.name)}`;
  return { outcome, verdict: say`${about}${conclusion}: ${rates}${chanceOf(facts, phrases)}` };
}

/** Why the variants cannot be compared; null if they can. */
function doubtOf(
  { better, worse, overlap }: ExperimentFacts,
  gaps: NonNullable<ReportedInsight['gaps']>,
  { number }: Phrases,
  fewerThan: number,
): Sentence | null {
  const [one, other] = [strong(value(better.name)), value(worse.name)];
  if (overlap > 0) {
    const are = words(plural('user', overlap) + (overlap === 1 ? ' is' : ' are'));
    const count = overlap < fewerThan ? say`fewer than ${number(fewerThan)}` : strong(number(overlap));
    return say`${count} ${are} in both ${one} and ${other}, so their numbers cannot be compared`;
  }
  // If so many successes were due, none is no chance: a build may have renamed the event.
  const isSilent = worse.successes === 0 && (better.rate ?? 0) * (worse.users ?? 0) >= MIN_DUE;
  if (isSilent) return say`${other} may send this event under another name`;
  if (gaps.length > 0) return say`there are no events on ${value(gaps.map(({ text }) => text).join(', '))}`;
  return isEvenSplit(better, worse)
    ? null
    : say`the numbers of users differ by more than chance, so they were not halves chosen at random`;
}

/**
 * Whether the users may be two halves chosen at random. If not, bots, lost users or events without the
 * variant may be the reason for a difference (a "sample ratio mismatch").
 */
export function isEvenSplit(one: VariantView, other: VariantView): boolean {
  const [users, otherUsers] = [one.users ?? 0, other.users ?? 0];
  return Math.abs(users - otherUsers) <= MOST_DEVIATIONS * Math.sqrt(users + otherUsers);
}

/** Halves are further apart at one of 15,000 looks. */
const MOST_DEVIATIONS = 4;

const MIN_DUE = 10;

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

/** Whether a number of a variant is hidden, because it is of a small group: of that, nothing is concluded. */
export function isHidden({ users, successes }: VariantView): boolean {
  return users === null || successes === null;
}
