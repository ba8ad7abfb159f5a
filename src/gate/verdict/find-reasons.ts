import type { InsightThreshold } from '../../inputs/request.ts';
import type { ReportedInsight } from '../../results.ts';
import { appleModelNames } from '../../text/apple-models.ts';
import { mostSimilarWord, nearestWord } from '../../text/nearest.ts';
import { evidenceOf, type GateEvidence, type GateReader, namedInsight } from '../evidence/gate-evidence.ts';
import { modelsNamed } from '../evidence/row-index.ts';
import { isRowCall, RowSet } from '../expression/calls.ts';
import type { Unknown } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { type VerdictReason, verdictReason } from '../reasons.ts';
import { findEmptiness } from './enough-data.ts';
import type { Evaluation } from './evaluate.ts';

/** A reason with the insight that is empty in place of a division by its zero. */
export function nameDivisor(
  reason: Unknown,
  { minSample }: InsightThreshold,
  full: GateEvidence,
): VerdictReason {
  const found =
    reason.kind === 'division-by-zero'
      ? [...full.insights.keys()].map((name) => findEmptiness(full, name, minSample === 0))
      : [];
  return verdictReason(found.find((each) => each !== null) ?? reason);
}

const MAX_NAMED_ROWS = 3;

/** The rows for which a `rows.all(…)` that decided does not hold; null if there are none. */
export function findOffendingRows(
  offending: Evaluation['offending'],
  full: GateEvidence,
): VerdictReason | null {
  const [first] = offending;
  if (first === undefined) return null;
  const { insight } = evidenceOf(full, first.insight);
  const keys = offending.filter((row) => row.insight === first.insight).map(({ key }) => key);
  const of = namedInsight(full, insight.name);
  return { kind: 'offending-rows', count: keys.length, keys: keys.slice(0, MAX_NAMED_ROWS), of };
}

/** More than anybody names; keys that an expression computes may be any number. */
const MAX_ASSUMED_ROWS = 20;

/** The rows that counted as zero without an explanation; null if there are none. */
export function findAssumedRows(absent: GateReader['absent'], full: GateEvidence): VerdictReason | null {
  const rows = [...absent].flatMap(([name, { rows: assumed }]) => {
    const { insight } = evidenceOf(full, name);
    const of = namedInsight(full, name);
    return [...assumed]
      .slice(0, MAX_ASSUMED_ROWS)
      .map((key) => ({ key, of, similar: mostSimilarKey(key, insight) }));
  });
  return rows.length === 0 ? null : { kind: 'assumed-zero', rows };
}

/** How many keys are compared with a misspelt one. */
const MAX_CANDIDATES = 2000;

/** The row that a missing one may be a misspelling or another version of; null if none is like it. */
function mostSimilarKey(key: string, { rows }: ReportedInsight): string | null {
  const keys = rows.slice(0, MAX_CANDIDATES).map((row) => row.key);
  const [word = ''] = /^\p{L}+(?=[^\p{L}])/u.exec(key) ?? [];
  const related = word === '' ? [] : keys.filter((each) => each.toLowerCase().startsWith(word.toLowerCase()));
  return nearestWord(key, keys) ?? mostSimilarWord(key, related);
}

/** The sets that hold no value and counted as zero; null if there are none. */
export function findEmptySets(absent: GateReader['absent'], evidence: GateEvidence): VerdictReason | null {
  const sets = [...absent].flatMap(([name, each]) =>
    [...each.sets].map((set) => ({ set, of: namedInsight(evidence, name) })),
  );
  return sets.length === 0 ? null : { kind: 'empty-sets', sets };
}

/** The other names of the models and products that an assertion names; null if it names none. */
export function findOtherNames({ calls }: Assertion, evidence: GateEvidence): VerdictReason | null {
  const named = calls.filter(isRowCall).flatMap(({ row, insight }) => {
    const keys = row instanceof RowSet ? (row.kind === 'oneOf' ? row.texts : []) : [row ?? []].flat();
    return keys.map((key): [string, readonly string[]] => {
      const models = modelsNamed(evidenceOf(evidence, insight).insight, key);
      return [key, models.length > 0 ? models : [appleModelNames().get(key) ?? []].flat()];
    });
  });
  const rows = [...new Map(named)].flatMap(([key, names]) => (names.length === 0 ? [] : [{ key, names }]));
  return rows.length === 0 ? null : { kind: 'other-names', rows };
}

/** The periods of the insights that a threshold reads if they differ; null if all are the same. */
export function findOtherPeriods({ insights }: GateEvidence): VerdictReason | null {
  const periods = [...insights.values()].map(({ insight: { name, interval } }) => ({
    insight: name,
    ...interval,
  }));
  const isSame = periods.every(({ start, end }) => start === periods[0]?.start && end === periods[0].end);
  return isSame
    ? null
    : { kind: 'other-periods', periods: periods.map(({ insight, label }) => ({ insight, label })) };
}
