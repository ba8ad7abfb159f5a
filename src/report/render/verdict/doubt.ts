import type { Doubt, DoubtNames } from '../../results/doubt.ts';
import { numberFormat } from '../format/numbers.ts';

/** Why the numbers of a release do not say which version is worse, without a full stop. */
export function doubtText(doubt: Doubt, names: DoubtNames, locale: string): string {
  const { number, percent } = numberFormat(locale);
  const event = `“${names.event}”`;
  const rateOf = ({ users, had }: { readonly users: number; readonly had: number }): string =>
    `${percent(had / users)} of ${number(users)}`;
  switch (doubt.kind) {
    case 'no-event': {
      const { side, users, due } = doubt;
      return `does ${names[side]} ${side === 'new' ? 'still ' : ''}send ${event}? It has none on ${number(users)} user-days, where about ${number(Math.round(due))} were due`;
    }
    case 'no-version': {
      const { side, without, of } = doubt;
      return `${number(without)} of the ${number(of)} user-days with ${event} on the side of ${names[side]} do not say their version`;
    }
    case 'platforms': {
      const { column, platform } = doubt;
      return `${percent(doubt.new)} of the users of ${names.new} and ${percent(doubt.old)} of those of ${names.old} are on ${platform}: compare within platforms (strata: [${column}])`;
    }
    case 'not-back':
      return `users of ${names.new} came back on the next day less often (${rateOf(doubt.new)}) than users of ${names.old} (${rateOf(doubt.old)}): an app that does not start sends no ${event}`;
    case 'same-users':
      return `the same users contradict it: those who moved to ${names.new} had ${event} on ${rateOf(doubt.moved)} user-days before, and those who stayed on ${rateOf(doubt.stayed)}`;
  }
}
