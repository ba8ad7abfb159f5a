import { plural } from '../../text/plural.ts';

/** How long to wait for a decision. */
export function waitText(days: number | null): string {
  return days === null
    ? 'it is too close to the limit for any number of days to be named'
    : `about ${days} more ${plural('day', days)} at this pace`;
}
