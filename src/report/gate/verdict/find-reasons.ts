// Finds what a verdict says besides its numbers: rows that were counted as zero, rows for which an `all` does
// not hold, and the other names of devices. Called by `decide.ts`.
import type { Verdict } from '../../results/results.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { quoteKey, quoteNames } from '../../../text/list.ts';
import { nearestWord } from '../../../text/nearest.ts';
import { makeVisible } from '../../../text/visible.ts';
import { rateOutputs } from '../../tables/rates.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { modelsNamed } from '../evidence/row-index.ts';
import { type FunctionCall, RowSet } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import type { Truth } from '../../expression/values.ts';
import { because, type VerdictReason } from '../../expression/reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

const MAX_NAMED_ROWS = 3;

/** The rows for which a `rows.all(…)` that decided does not hold; null if there are none. */
export function findOffendingRows(offending: Truth['offending'], reader: GateReader): VerdictReason | null {
  const [first] = offending;
  if (first === undefined) return null;
  const keys = offending.filter((row) => row.insight === first.insight).map(({ key }) => key);
  const named = quoteNames(keys.slice(0, MAX_NAMED_ROWS), keys.length);
  return because(`it does not hold for ${named}${reader.ofInsight(first.insight)}`);
}

/** Nobody names more rows, but an expression can compute any number of keys. */
const MAX_ASSUMED_ROWS = 20;

/** The rows and sets that counted as zero without an explanation. */
export function findAssumedZeros(reader: GateReader): readonly VerdictReason[] {
  const facts: string[] = [];
  for (const [name, { absent }] of reader.readers) {
    const of = reader.ofInsight(name);
    for (const key of [...absent.assumedRows].slice(0, MAX_ASSUMED_ROWS)) {
      const similar = nearestWord(
        key,
        reader.insight(name).rows.map((row) => row.key),
      );
      const hint = similar === null ? '' : ` (the most similar is ${quoteKey(similar)})`;
      facts.push(`there is no row ${quoteKey(key)}${of}${hint}, so it counts as zero`);
    }
    for (const set of absent.assumedSets)
      facts.push(`no row is in ${makeVisible(set)}${of}, so it counts as zero`);
  }
  if (facts.length === 0) return [];
  return [because(`${facts.join('; ')}; if that is right, set missing-row to zero`)];
}

/** The other names of the models and products that an assertion names; null if it names none. */
export function findOtherNames({ calls }: Assertion, reader: GateReader): VerdictReason | null {
  const sentences = new Map<string, string>();
  for (const { row, insight } of calls) {
    for (const key of keysOf(row)) {
      const models = modelsNamed(reader.insight(insight), key);
      const names = models.length > 0 ? models.join(', ') : appleModelNames().get(key);
      if (names !== undefined) sentences.set(key, makeVisible(`${key} is ${names}`));
    }
  }
  return sentences.size === 0 ? null : because([...sentences.values()].join('; '));
}

/** The keys that a call names. */
function keysOf(row: FunctionCall['row']): readonly string[] {
  if (row instanceof RowSet) return row.kind === 'oneOf' ? row.texts : [];
  return row == null ? [] : [row];
}

/** The periods of the insights that a threshold reads if they differ; null if all are the same. */
export function findOtherPeriods({ gate: { insights } }: GateReader): VerdictReason | null {
  const read = [...insights.values()].map(({ insight }) => insight);
  const ends = new Set(read.map(({ interval: { start, end } }) => `${start}/${end}`));
  const periods = read.map(({ name, interval }) => `${makeVisible(name)} of ${interval.label}`);
  return ends.size <= 1 ? null : because(`the insights are of different periods: ${periods.join(', ')}`);
}

/**
 * That nothing is in the numerator of the rate that decided, as if the app did not send its events at all;
 * null if something is.
 */
export function findEmptyNumerator(
  { sample, counts = [] }: Pick<Verdict, 'sample' | 'counts'>,
  deciding: DecidingComparison | null,
  reader: GateReader,
): VerdictReason | null {
  const call = deciding?.source ?? null;
  const insight = call && reader.insight(call.insight);
  const rate = insight && rateOutputs(insight.query, call.output ?? insight.metric ?? '');
  const empty =
    rate !== null && sample?.count === 0 ? rate.part : counts.find(({ count }) => count === 0)?.insight;
  return empty === undefined
    ? null
    : because(`nothing was counted in ${quoteKey(empty)}: are its events still sent?`);
}
