// Finds what a verdict's number was counted from, "286 of 12,450 users", for the reader of a report.
import type { Verdict } from '../../results/results.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { countedUnit, isCount, sampleOutput } from '../evidence/outputs.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import type { WithoutDimension } from '../../expression/reasons.ts';
import { rateOutputs } from '../../tables/rates.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/**
 * What a value was counted from: the count of the row that its expression names, and the true total. Without
 * a deciding comparison, it is the total alone. Null if it is not known, or the value is computed from
 * several numbers.
 */
export function findSample(deciding: DecidingComparison | null, reader: GateReader): Verdict['sample'] {
  const call = deciding?.sampled ?? null;
  if (deciding !== null && (call === null || COUNTED_ELSEWHERE.has(call.name))) return null;
  const { defaultInsight, insights } = reader.gate;
  const onlyInsight = insights.size === 1 ? [...insights.keys()][0] : null;
  const name = call?.insight ?? defaultInsight ?? onlyInsight ?? null;
  if (name === null) return null;
  const insight = reader.insight(name);
  const [row, output] = [call?.row ?? null, call?.output ?? null];
  if (call !== null && OF_EARLIER.has(call.name)) {
    const named = output ?? insight.metric;
    const isOfCount = named !== null && isCount(insight, named);
    return isOfCount ? { count: deciding?.value ?? null, of: null, ...countedUnit(insight, named) } : null;
  }
  const rate = call === null ? null : rateOutputs(insight.query, output ?? insight.metric ?? '');
  if (call !== null && rate !== null) return sampleOfRate({ ...call, insight: name }, rate, reader);
  const counted = output ?? sampleOutput(insight, null);
  if (counted === null) return null;
  const isOfRow = call?.row !== undefined && (output !== null || counted === insight.metric);
  const count = isOfRow ? reader.read({ insight: name, name: 'value', row, output }).shown : null;
  const of = reader.whole(name, row, counted);
  return count === null && of === null ? null : { count, of, ...countedUnit(insight, counted) };
}

/** The numbers that a rate divides, in a row, in a bucket, or in total. */
function sampleOfRate(
  call: FunctionCall & { readonly insight: string },
  { part, whole }: NonNullable<ReturnType<typeof rateOutputs>>,
  reader: GateReader,
): Verdict['sample'] {
  const { insight: name, row } = call;
  const read = (output: string): number | null => {
    if (row !== undefined) return reader.read({ insight: name, name: 'value', row, output }).shown;
    const of = call.name === 'first' || call.name === 'last' ? call.name : 'total';
    return reader.read({ insight: name, name: of, output }).shown;
  };
  const [count, of] = [read(part), read(whole)];
  return count === null || of === null ? null : { count, of, ...countedUnit(reader.insight(name), whole) };
}

/** Functions whose value is not counted from the period's total. */
const COUNTED_ELSEWHERE: ReadonlySet<string> = new Set(['count', 'rank']);
/** Functions whose value is a count of the earlier period. */
const OF_EARLIER: ReadonlySet<string> = new Set(['previous', 'previousTotal']);

/**
 * The counts of several insights that a value was computed from, one of each: `crashes.total() /
 * users.total()`. None if there is only one insight, or not all counts are known.
 */
export function findCounts(
  deciding: DecidingComparison | null,
  reader: GateReader,
): NonNullable<Verdict['counts']> {
  const calls = new Map(deciding?.calls.map((call) => [JSON.stringify(call), call]));
  const names = new Set([...calls.values()].map(({ insight }) => insight ?? reader.gate.defaultInsight));
  if (names.size < 2 || names.size < calls.size) return [];
  const counts = [...calls.values()].flatMap((call) => countOf(call, reader) ?? []);
  return counts.length < calls.size ? [] : counts;
}

function countOf(call: FunctionCall, reader: GateReader): NonNullable<Verdict['counts']>[number] | null {
  const insight = reader.insight(call.insight);
  const output = call.output ?? insight.metric;
  if ((call.name !== 'value' && call.name !== 'total') || output === null) return null;
  const count = reader.read(call).shown;
  const counted = countedUnit(insight, output);
  const isCounted = counted.unit !== 'other' || counted.output !== undefined;
  return count === null || !isCounted ? null : { insight: insight.name, count, ...counted };
}

/**
 * How many users (or events) have no value in the dimension of a share that decided: they may belong to any
 * row, or do not count for an `only(…)`. Null if there are none, or it is not known.
 */
export function findWithoutDimension(
  deciding: DecidingComparison | null,
  reader: GateReader,
): WithoutDimension | null {
  const shares = deciding?.calls
    .filter(({ name }) => name === 'share')
    .map((call) => reader.read(call).reason);
  const dimensionReason = shares?.find((reason) => reason?.kind === 'without-dimension');
  if (dimensionReason?.kind === 'without-dimension') return dimensionReason;
  const call = deciding?.calls.find(({ row }) => row instanceof RowSet && row.isOnly);
  if (call === undefined) return null;
  const insight = reader.insight(call.insight);
  const output = call.output ?? insight.metric;
  if (output === null) return null;
  const whole = reader.whole(call.insight, null, output);
  const withValue = reader.whole(call.insight, call.row ?? null, output);
  if (whole === null || withValue === null || whole <= withValue) return null;
  return {
    kind: 'without-dimension',
    count: whole - withValue,
    whole,
    counted: { unit: 'users' },
    dimension: insight.dimensions[0] ?? '',
    isLeftOut: true,
  };
}
