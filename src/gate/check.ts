import { understand } from './assertion.ts';
import type { Fault } from './fault.ts';

/** What is wrong with an assertion, or null. It may read the earlier period only where the insight is compared with one. */
export function checkAssertion(written: string, isCompared: boolean): Fault | null {
  const understood = understand(written, { isCompared });
  return 'why' in understood ? understood : null;
}
