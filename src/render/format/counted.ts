import type { Verdict } from '../../results.ts';
import { makeVisible } from '../../text/visible.ts';

/** What a sample counts, after a number of it: ` users`, ` Sessions`; empty if that is not known. */
export function countedWord(sample: Verdict['sample']): string {
  if (sample === null) return '';
  if (sample.unit !== 'other') return ` ${sample.unit}`;
  return sample.output === undefined ? '' : ` ${makeVisible(sample.output)}`;
}
