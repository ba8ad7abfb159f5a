import { plural } from '../../text/plural.ts';

/** How long to wait for a decision: Infinity if 60 days are not enough, null if that is not known. */
export function waitText(days: number | null): string {
  if (days === null) return 'too early to say how long';
  return days === Infinity
    ? 'more than 60 days at this pace'
    : `about ${days} more ${plural('day', days)} at this pace`;
}
