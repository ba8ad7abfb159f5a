import type { Verdict } from '../../results.ts';
import { withUnit } from './values.ts';
import { makeVisible } from '../../text/visible.ts';

/** What a sample counts, after its number: ` users`, ` user`, ` Sessions`; empty if that is not known. */
export function countedWord(sample: Verdict['sample']): string {
  if (sample === null) return '';
  if (sample.unit !== 'other') return withUnit('', sample.of ?? sample.count, sample.unit, null);
  return sample.output === undefined ? '' : ` ${makeVisible(sample.output)}`;
}
