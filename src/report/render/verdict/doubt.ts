// Writes each doubt about a release (`results/doubt.ts`, with examples) as a clause of a sentence. Pure.
import type { Doubt, DoubtNames, Side } from '../../results/doubt.ts';
import { isFew } from '../../../text/few.ts';
import { makeVisible } from '../../../text/visible.ts';
import { numberFormat } from '../format/numbers.ts';
import { formatCount } from '../format/verdicts.ts';

/** Why the numbers of a release do not say which version is worse, without a full stop. */
export function doubtText(doubt: Doubt, names: DoubtNames, locale: string, fewerThan: number): string {
  const { percent, tenths } = numberFormat(locale);
  const count = (each: number) => formatCount(each, locale, fewerThan);
  const event = `“${names.event}”`;
  const rateOf = ({ users, had }: Side) =>
    `${isFew(had, fewerThan) ? count(had) : percent(had / users)} of ${count(users)}`;
  switch (doubt.kind) {
    case 'no-event': {
      const { side, users, due, column } = doubt;
      const where = column === null ? '' : ` in one ${makeVisible(column)}`;
      return `does ${names[side]} ${side === 'new' ? 'still ' : ''}send ${event}${where}? It has none on ${count(users)} user-days, where about ${count(Math.round(due))} were due`;
    }
    case 'no-version': {
      const { side, unversioned, total } = doubt;
      return `${count(unversioned)} of the ${count(total)} user-days with ${event} on the side of ${names[side]} do not say their version`;
    }
    case 'mix':
      return `it is not clear within each ${makeVisible(doubt.column)}, by which users of ${names.new} and ${names.old} may differ: compare there (strata: [${makeVisible(doubt.column)}])`;
    case 'few-events':
      return `${names.new} sends ${tenths(doubt.new)} events per user-day, and ${names.old} ${tenths(doubt.old)}: it may send only a sample of them`;
    case 'not-back': {
      const isLess = doubt.new.had / doubt.new.users < doubt.old.had / doubt.old.users;
      const why = isLess
        ? `an app that does not start sends no ${event}`
        : `an app that sends events on days without use makes ${event} seem rare`;
      return `users of ${names.new} came back on the next day ${isLess ? 'less' : 'more'} often (${rateOf(doubt.new)}) than users of ${names.old} (${rateOf(doubt.old)}): ${why}`;
    }
    case 'other-users': {
      const { users, had } = doubt.former;
      return `only ${count(had)} of the ${count(users)} users of ${names.new} who were there before had ${names.old}: if they are of another app or edition, compare within it (strata)`;
    }
    case 'new-users':
      return `${rateOf(doubt.new)} users of ${names.new} were there before, and ${rateOf(doubt.old)} of ${names.old}: new users are not like others`;
    case 'same-users':
      return `the same users contradict it: those who moved to ${names.new} had ${event} on ${rateOf(doubt.moved)} user-days before, and those who stayed on ${rateOf(doubt.stayed)}`;
  }
}
