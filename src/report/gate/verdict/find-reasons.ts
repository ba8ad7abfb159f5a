// Finds what a verdict says besides its numbers: rows counted as zero, rows that break an `all`, other names
// of devices.
import type { ReportedInsight } from '../../results/results.ts';
import { appleModelNames } from '../../../text/apple/apple-models.ts';
import { quoteKey, quoteNames } from '../../../text/list.ts';
import { mostSimilarWord, nearestWord } from '../../../text/nearest.ts';
import { makeVisible } from '../../../text/visible.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { modelsNamed } from '../evidence/row-index.ts';
import { isRowCall, RowSet } from '../../expression/calls.ts';
import type { Assertion } from '../../expression/parse.ts';
import type { Truth } from '../../expression/values.ts';
import { because, type Unknown, type VerdictReason } from '../../expression/reasons.ts';

/** A reason with the insight that is empty in place of a division by its zero. */
export function nameDivisor(reason: Unknown, reader: GateReader): Unknown {
  if (reason.kind !== 'division-by-zero') return reason;
  const emptyInsights = [...reader.gate.insights.keys()].map((name) => reader.emptiness(name));
  return emptyInsights.find((each) => each !== null) ?? reason;
}

const MAX_NAMED_ROWS = 3;

/** The rows for which a `rows.all(…)` that decided does not hold; null if there are none. */
export function findOffendingRows(offending: Truth['offending'], reader: GateReader): VerdictReason | null {
  const [first] = offending;
  if (first === undefined) return null;
  const keys = offending.filter((row) => row.insight === first.insight).map(({ key }) => key);
  const named = quoteNames(keys.slice(0, MAX_NAMED_ROWS), keys.length);
  return because(`it does not hold for ${named}${reader.ofInsight(first.insight)}`);
}

/** More than anyone names; keys that an expression computes may be any number. */
const MAX_ASSUMED_ROWS = 20;

/** The rows and sets that counted as zero without an explanation. */
export function findAssumedZeros(reader: GateReader): readonly VerdictReason[] {
  const counts = [...reader.readers].map(([name, { absent }]) => {
    const { rows, sets } = absent;
    const [of, insight] = [reader.ofInsight(name), reader.insight(name)];
    const assumed = [...rows].slice(0, MAX_ASSUMED_ROWS).map((key) => {
      const similar = mostSimilarRow(key, insight);
      const hint = similar === null ? '' : ` (the most similar is ${quoteKey(similar)})`;
      return `there is no row ${quoteKey(key)}${of}${hint}, so it counts as zero`;
    });
    return { assumed, empty: [...sets].map((set) => `${makeVisible(set)}${of}`) };
  });
  const assumed = counts.flatMap((each) => each.assumed);
  const empty = counts.flatMap((each) => each.empty);
  const why = [
    assumed.join('; '),
    empty.length > 0 && `no row is in ${empty.join(', ')}, so it counts as zero`,
  ];
  return why.filter(Boolean).map((each) => because(`${each}; if that is right, set missing-row to zero`));
}

/** How many keys are compared with a misspelt one. */
const MAX_CANDIDATES = 2000;

/**
 * The row that a missing one may be a misspelling or another version of, by its key or by the product name
 * that reports show; null if none is like it.
 */
function mostSimilarRow(key: string, { rows }: ReportedInsight): string | null {
  const names = rows
    .slice(0, MAX_CANDIDATES)
    .flatMap((each) => [each.key, appleModelNames().get(each.key) ?? []].flat());
  const [word = ''] = /^\p{L}+(?=[^\p{L}])/u.exec(key) ?? [];
  const isRelated = (each: string): boolean =>
    word !== '' && each.toLowerCase().startsWith(word.toLowerCase());
  return nearestWord(key, names) ?? mostSimilarWord(key, names.filter(isRelated));
}

/** The other names of the models and products that an assertion names; null if it names none. */
export function findOtherNames({ calls }: Assertion, reader: GateReader): VerdictReason | null {
  const named = calls.filter(isRowCall).flatMap(({ row, insight }) => {
    const keys = row instanceof RowSet ? (row.kind === 'oneOf' ? row.texts : []) : [row ?? []].flat();
    return keys.map((key): [string, readonly string[]] => {
      const models = modelsNamed(reader.insight(insight), key);
      return [key, models.length > 0 ? models : [appleModelNames().get(key) ?? []].flat()];
    });
  });
  const others = [...new Map(named)].filter(([, names]) => names.length > 0);
  const sentences = others.map(([key, names]) => makeVisible(`${key} is ${names.join(', ')}`));
  return sentences.length === 0 ? null : because(sentences.join('; '));
}

/** The periods of the insights that a threshold reads if they differ; null if all are the same. */
export function findOtherPeriods({ gate: { insights } }: GateReader): VerdictReason | null {
  const read = [...insights.values()].map(({ insight }) => insight);
  const ends = new Set(read.map(({ interval: { start, end } }) => `${start}/${end}`));
  const periods = read.map(({ name, interval }) => `${makeVisible(name)} of ${interval.label}`);
  return ends.size <= 1 ? null : because(`the insights are of different periods: ${periods.join(', ')}`);
}
