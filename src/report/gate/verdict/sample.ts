// Finds what a verdict's number was counted from, "286 of 12,450 users", for the reader of a report. Called
// by `decide.ts`.
import type { Verdict } from '../../results/results.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { countedUnit, outputFacts, sampleOutput } from '../evidence/outputs.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import type { WithoutDimension } from '../../expression/reasons.ts';
import { rateOutputs } from '../../tables/rates.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/**
 * What the number of a verdict was counted from, by what reads it:
 * - `share("iOS 15")`, `change("iOS 15")`: 286 of 12,450 users
 * - `total()`, `last()`, or an assertion without a comparison: (of) 12,450 users
 * - a rate, `total("crashes per user")`: 12 of 5,000 users, which it divides
 * - `previous("iOS 15")`: 300 users
 * - `rank("iOS 15")`, `count()`, `2 * total()`: null
 */
export function findSample(deciding: DecidingComparison | null, reader: GateReader): Verdict['sample'] {
  if (deciding === null) return reader.gate.defaultInsight === null ? null : sampleOfPart(TOTAL, reader);
  const { source: call, value } = deciding;
  if (call === null) return null;
  switch (call.name) {
    case 'count':
    case 'rank':
      return null;
    case 'previous':
    case 'previousTotal':
      return sampleOfEarlier(call, value, reader);
    default:
      return sampleOfRate(call, reader) ?? sampleOfPart(call, reader);
  }
}

const TOTAL = { insight: null, name: 'total', output: null } as const;

/** The count of a row (null if the call reads none), and the total that it is a part of. */
function sampleOfPart(call: FunctionCall, reader: GateReader): Verdict['sample'] {
  const { insight: name, row, output = null } = call;
  const insight = reader.insight(name);
  const counted = output ?? sampleOutput(insight, null);
  if (counted === null) return null;
  // The users behind a mean are those of the whole, not of its row.
  const isOfRow = row !== undefined && (output !== null || counted === insight.metric);
  const count = isOfRow ? reader.read({ insight: name, name: 'value', row, output }).shown : null;
  const of = reader.whole(name, row ?? null, counted);
  return count === null && of === null ? null : { count, of, ...countedUnit(insight, counted) };
}

function sampleOfEarlier(call: FunctionCall, value: number | null, reader: GateReader): Verdict['sample'] {
  const insight = reader.insight(call.insight);
  const output = call.output ?? insight.metric ?? '';
  return outputFacts(insight, output).isCount
    ? { count: value, of: null, ...countedUnit(insight, output) }
    : null;
}

/** The two numbers that a rate divides, of a row, of a bucket or of the whole; null if it is no rate. */
function sampleOfRate(call: FunctionCall, reader: GateReader): Verdict['sample'] {
  const { insight: name, row } = call;
  const insight = reader.insight(name);
  const rate = rateOutputs(insight.query, call.output ?? insight.metric ?? '');
  if (rate === null) return null;
  const bucket = call.name === 'first' || call.name === 'last' ? call.name : 'total';
  const [count, of] = [rate.part, rate.whole].map((output) => {
    const source = { insight: name, output };
    const read = row === undefined ? ({ ...source, name: bucket } as const) : null;
    return reader.read(read ?? { ...source, name: 'value', row: row ?? null }).shown;
  });
  return count == null || of == null ? null : { count, of, ...countedUnit(insight, rate.whole) };
}

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
  if (count === null || !outputFacts(insight, output).isZeroIfNone) return null;
  return { insight: insight.name, count, ...countedUnit(insight, output) };
}

/**
 * How many users (or events) have no value in the dimension of a share that decided, so that they may be of
 * any row. Null if there are none, or it is not known.
 */
export function findWithoutDimension(
  deciding: DecidingComparison | null,
  reader: GateReader,
): WithoutDimension | null {
  const shares = deciding?.calls.filter(({ name }) => name === 'share') ?? [];
  const reasons = shares.map((call) => reader.read(call).reason);
  return reasons.find((reason) => reason?.kind === 'without-dimension') ?? null;
}
