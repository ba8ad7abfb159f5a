import type { ThresholdRequest } from '../inputs/request.ts';
import type { Verdict } from '../results.ts';
import type { Amount } from './amount.ts';
import type { Deciding } from './comparison.ts';
import type { Evidence } from './evidence.ts';
import { createReader } from './reader.ts';
import { ROW_NUMBERS } from './row.ts';
import { sampleOutput } from './sample.ts';
import type { Grounds } from './told.ts';

/** What a value was counted from, as far as a reader of the report can see the same; null where that is nothing. */
export function toldSample(
  deciding: Deciding | null,
  { evidence, told }: Grounds,
  { missingRow }: ThresholdRequest,
): Verdict['sample'] {
  const sample = sampleOf(deciding, evidence, missingRow);
  const same = sampleOf(deciding, told, missingRow);
  const count = sample.count === same.count ? sample.count : null;
  const of = sample.of === same.of ? sample.of : null;
  return count === null && of === null ? null : { ...sample, count, of };
}

/** The total that the sample is; null where it is not known. */
export function sampleSize(evidence: Evidence): number | null {
  const output = sampleOutput(evidence.insight);
  return output === null ? null : tryExact(() => createReader(evidence, null).table('total', output));
}

/** What the value was counted from: the row that its expression names, of the true total. */
function sampleOf(
  deciding: Deciding | null,
  evidence: Evidence,
  missingRow: ThresholdRequest['missingRow'],
): NonNullable<Verdict['sample']> {
  const { insight } = evidence;
  const reader = createReader(evidence, missingRow);
  const { name = '', args: [first = null, second = null] = [] } = deciding?.firstCall ?? {};
  const isRow = ROW_NUMBERS.some((each) => each === name);
  const counted = (isRow ? second : first) ?? sampleOutput(insight);
  if (counted === null) return { count: null, of: null, unit: 'other' };
  const isOfRow = isRow && first !== null && (second !== null || counted === insight.metric);
  const count = isOfRow ? tryExact(() => reader.row('value', first, second)) : null;
  const of = tryExact(() => reader.table('total', counted));
  return { count, of, unit: counted === insight.metric ? insight.unit : 'other' };
}

function tryExact(read: () => Amount): number | null {
  try {
    return read().exact;
  } catch {
    return null;
  }
}
