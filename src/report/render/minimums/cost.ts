// Writes what raising a minimum version costs: `81 of 4,127 iOS users have only used lower versions`. Pure.
import { numberFormat } from '../format/numbers.ts';
import { formatVerdictValue } from '../format/verdicts.ts';
import type { Minimums, RaiseResult } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import type { Writing } from './writing.ts';

export function costSentences(
  raise: RaiseResult,
  { interval }: Minimums,
  writing: Writing,
): readonly string[] {
  const { lost, withoutVersion, share, platform, why, fewerThan = 0, hidden = [] } = raise;
  if (interval === null) return [];
  if (why !== null) return [`What that costs is not known: ${why}.`];
  const { locale, prose } = writing;
  const count = (name: CountName) =>
    hidden.includes(name) ? `Fewer than ${fewerThan}` : numberFormat(locale).number(raise[name] ?? 0);
  const ofUsers = hidden.includes('users') ? '' : ` of ${count('users')}`;
  const users = `${ofUsers} ${platform} ${plural('user', raise.users ?? 0)} of the ${prose(interval).replace('complete ', '')}`;
  const without =
    withoutVersion === null || withoutVersion === 0
      ? []
      : [
          `${count('withoutVersion')} of these users sent no event with a version and ${verb('does', 'do', withoutVersion)} not count as lost.`,
        ];
  if (lost === 0) return [`None${users} has only used lower versions.`, ...without];
  const shareText = share === null ? '' : ` (${formatVerdictValue(share, null, 'percent', locale)})`;
  return [
    `${count('lost')}${users} ${verb('has', 'have', lost)} only used lower versions${shareText}: they keep the app and get no more updates.`,
    ...devicesSentences(raise, count('cannotUpdate')),
    ...without,
  ];
}

type CountName = 'users' | 'lost' | 'cannotUpdate' | 'withoutVersion';

/**
 * How many of the lost users have no device that the new minimum runs on; of Android's devices nothing is
 * known.
 */
function devicesSentences(
  { cannotUpdate, lost, platform, to, fewerThan = 0, hidden = [] }: RaiseResult,
  count: string,
): readonly string[] {
  if (cannotUpdate === 0)
    return [`${verb('They', 'All of them', lost)} have a device that can run ${platform} ${short(to)}.`];
  if (cannotUpdate !== null || hidden.includes('cannotUpdate'))
    return [
      `${count} of them ${verb('has', 'have', cannotUpdate ?? fewerThan)} a device that cannot update.`,
    ];
  return platform === 'Android' ? [] : ['Whether their devices can update is not known.'];
}

/** A version as people say it: `16` for 16.0. */
export function short(version: string): string {
  return version.replace(/\.0$/, '');
}

export function verb(one: string, many: string, count: number | null): string {
  return count === 1 ? one : many;
}
