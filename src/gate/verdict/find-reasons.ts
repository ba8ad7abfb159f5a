import type { ThresholdRequest } from '../../inputs/request.ts';
import type { ReportedInsight } from '../../results.ts';
import { mostSimilarWord } from '../../text/nearest.ts';
import type { Evidence, EvidencePair } from '../evidence/evidence.ts';
import { rowIdentity } from '../evidence/row-index.ts';
import type { Findings, MissingRow } from '../evidence/reader.ts';
import { isCount } from '../evidence/table-numbers.ts';
import { isRowCall } from '../expression/language.ts';
import type { Assertion } from '../expression/parse.ts';
import { quantifiersOf } from '../expression/syntax-tree.ts';
import { findSettledText } from '../expression/units.ts';
import type { VerdictReason } from '../reasons.ts';
import { evaluateForEachRow } from './evaluate.ts';
import { isEmpty, sampleTotal } from './sample.ts';

/** Why nothing can be concluded from an answer, whatever is asserted; null if something can. */
export function findReasonNotToJudge(
  { minSample, insight }: ThresholdRequest,
  { full, shown }: EvidencePair,
): VerdictReason | null {
  if (full.insight.rows.length === 0) return { kind: 'no-rows' };
  if (minSample !== 0 && isEmpty(full.insight)) return { kind: 'nothing-counted' };
  if (minSample === null || minSample === 0) return null;
  const size = sampleTotal(full);
  if (size === null) return { kind: 'sample-unknown', insight, minSample };
  if (size >= minSample) return null;
  return { kind: 'small-sample', size: sampleTotal(shown) === size ? size : null, minSample };
}

/** A comparison that no value can fail, or none can pass, as far as the insight counts what is compared; null if there is none. */
export function findSettledReason(assertion: Assertion, { insight }: Evidence): VerdictReason | null {
  const settled = findSettledText(assertion, (call) => {
    const given = isRowCall(call) ? call.args[1] : call.args[0];
    const output = given === undefined ? insight.metric : given;
    return output !== null && isCount(insight, output);
  });
  if (settled === null) return null;
  const { node: _, ...text } = settled;
  return { kind: 'settled', ...text };
}

const MAX_NAMED_ROWS = 3;

/** The rows for which a `rows.all(…)` does not hold; null if there are none, or the assertion has several such parts. */
export function findOffendingRows(
  assertion: Assertion,
  { full, shown }: EvidencePair,
  missingRow: MissingRow,
): VerdictReason | null {
  const [part, ...others] = quantifiersOf(assertion.tree);
  if (part === undefined || others.length > 0) return null;
  const results = evaluateForEachRow(assertion, part, full, missingRow);
  const offending = full.insight.rows.filter((_, index) => results[index]?.kind === 'false');
  if (offending.length === 0) return null;
  const shownRows = new Set(shown.insight.rows.map(rowIdentity));
  const keys = offending.filter((row) => shownRows.has(rowIdentity(row))).map(({ key }) => key);
  return { kind: 'offending-rows', count: offending.length, keys: keys.slice(0, MAX_NAMED_ROWS) };
}

/** More than anybody names; keys that an expression computes may be any number. */
const MAX_ASSUMED_ROWS = 20;

/** The rows that counted as zero without an explanation; null if there are none. */
export function findAssumedRows({ assumed }: Findings, { full, shown }: EvidencePair): VerdictReason | null {
  if (assumed.size === 0) return null;
  const shownKeys = new Set(shown.insight.rows.map(({ key }) => key));
  const rows = [...assumed].slice(0, MAX_ASSUMED_ROWS).map((key) => {
    const similar = mostSimilarKey(key, full.insight);
    return { key, similar: similar !== null && shownKeys.has(similar) ? similar : null };
  });
  return { kind: 'assumed-zero', rows };
}

/** A reason that names no row that the report hides. */
export function withoutHiddenKey(reason: VerdictReason, { insight }: Evidence): VerdictReason {
  if (reason.kind !== 'unknown' && reason.kind !== 'warning-unknown') return reason;
  const { reason: unknown } = reason;
  if (unknown.kind !== 'near-key' || insight.rows.some(({ key }) => key === unknown.similar)) return reason;
  return { ...reason, reason: { ...unknown, similar: null } };
}

/** How many keys are compared with a misspelt one. */
const MAX_CANDIDATES = 2000;

function mostSimilarKey(key: string, { rows }: ReportedInsight): string | null {
  return mostSimilarWord(
    key,
    rows.slice(0, MAX_CANDIDATES).map((row) => row.key),
  );
}

/** The sets that hold no value and counted as zero; null if there are none. */
export function findEmptySets({ emptySets }: Findings): VerdictReason | null {
  return emptySets.size === 0 ? null : { kind: 'empty-sets', sets: [...emptySets] };
}
