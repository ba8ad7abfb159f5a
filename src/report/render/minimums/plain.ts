import type { Minimums, RaiseResult } from '../../results/results.ts';
import { plainWriting, raiseSentence, scopeSentence, short, stepsOf } from './sentence.ts';

/** Raised minimums for a terminal: a sentence for each of an app, and the targets that no user opens. */
export function minimumLines(minimums: Minimums, locale: string): string {
  const writing = plainWriting(locale);
  const sentences = stepsOf(minimums).map((step) => raiseSentence(step, minimums, writing));
  const scope = scopeSentence(minimums, writing);
  const others = minimums.raises.filter(({ kind }) => kind !== 'app').map(otherLine);
  return [
    ...sentences,
    ...(scope === null ? [] : [scope]),
    ...(others.length === 0 ? [] : ['Also raised, without users:', ...others]),
  ].join('\n');
}

function otherLine({ platform, from, to, kind, target }: RaiseResult): string {
  return `  ${platform} ${short(from ?? '')} → ${short(to)}  ${target} (${kind})`;
}
