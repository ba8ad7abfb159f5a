import type { ReleaseResult } from '../../results.ts';
import { sameUsersTexts } from '../format/same-users.ts';

/** What to do about a release and what became of the same users, or why that is not known. */
export function releaseText(release: ReleaseResult, locale: string): string {
  if (release.status === 'error') return `could not be reported: ${release.error.message}`;
  return [release.sentence, ...sameUsersTexts(release, locale)].join(' ');
}
