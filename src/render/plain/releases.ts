import type { ReleaseResult } from '../../results.ts';

/** What to do about a release, or why that is not known. */
export function releaseText(release: ReleaseResult): string {
  return release.status === 'ok' ? release.sentence : `could not be reported: ${release.error.message}`;
}
