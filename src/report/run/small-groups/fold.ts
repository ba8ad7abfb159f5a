// `min-group-size`: decides which rows of few users become "Other", and counts "Other".
// `small-groups/insight.ts` calls it. Pure.
import type { ComparedInsight, ComparedRow } from '../../compare/rows.ts';
import type { FoldedRows } from '../../results/results.ts';
import { outputKind, outputUnit } from '../../tables/query/counting.ts';
import { queryOutputs } from '../../tables/query/outputs.ts';
import { isRanking, sumOf } from '../../tables/table.ts';
import { rowsOfType } from '../../../tql/schema/run-query.ts';
import { isFew } from '../../../text/few.ts';
import { plural } from '../../../text/plural.ts';
import { type SmallGroupRule, sizeOfRow } from './row.ts';

/** The rows that a reader sees under one name: one of a ranking, all steps of a funnel's group. */
interface NamedGroup {
  readonly rows: readonly ComparedRow[];
  readonly size: number;
}

/**
 * How many of the last parts of a row's key are not a group that somebody is in: a funnel's step, a
 * retention's cohort and period, an experiment's output.
 */
const OWN_PARTS: Readonly<Record<string, number>> = { funnel: 1, retention: 2, experiment: 1 };

/**
 * The groups that are folded into "Other": those of few users. If there is only one, the next smallest joins
 * it: otherwise the number of "Other" would be that of the small group.
 */
export function foldedGroups(rule: SmallGroupRule): readonly NamedGroup[] {
  const ascending = namedGroups(rule).toSorted((one, other) => one.size - other.size);
  const smallCount = ascending.filter(({ size }) => isFew(size, rule.fewerThan)).length;
  return ascending.slice(0, smallCount === 1 ? 2 : smallCount);
}

function namedGroups(rule: SmallGroupRule): readonly NamedGroup[] {
  const { rows, dimensions, queryType } = rule.insight;
  const ownParts = OWN_PARTS[queryType] ?? 0;
  const isNamed = rowsOfType(rule.insight) !== 'buckets' && dimensions.length > ownParts;
  if (!isNamed) return [];
  const byName = Map.groupBy(rows, ({ parts }) => JSON.stringify(parts.slice(0, parts.length - ownParts)));
  return [...byName.values()].map((each) => {
    return { rows: each, size: Math.max(0, ...each.map((row) => sizeOfRow(rule, row) ?? 0)) };
  });
}

/**
 * "Other", with its number unless that is of few, or unknown because users of several rows may be the same.
 */
export function otherOf(
  { insight, fewerThan }: SmallGroupRule,
  folded: readonly NamedGroup[],
): FoldedRows | null {
  if (folded.length === 0) return null;
  const rows = folded.length;
  const users = folded.reduce((sum, { size }) => sum + size, 0);
  if (isFew(users, fewerThan)) {
    const hidden = insight.unit === 'other' ? {} : { hidden: ['value'] };
    return { rows, value: null, share: null, ...hidden };
  }
  if (!addsUp(insight)) return { rows, value: null, share: null };
  const value = sumOf(folded.flatMap((each) => each.rows.map((row) => row.value)));
  const { total } = insight;
  const hasShare = value !== null && value >= 0 && total !== null && total > 0;
  return { rows, value, share: hasShare ? Math.min(1, value / total) : null };
}

/** Whether the sum of rows is the number of all of them: distinct users add up if nobody is in two rows. */
function addsUp({ query, queryType, metric, unit, rows, total, cutOff }: ComparedInsight): boolean {
  if (!isRanking({ queryType })) return false;
  if (outputKind(query, metric) === 'additive') return true;
  return unit === 'users' && !cutOff && total !== null && sumOf(rows.map(({ value }) => value)) === total;
}

/** How many rows are in "Other", in a sentence. */
export function foldedNotes(
  { insight, fewerThan }: SmallGroupRule,
  folded: readonly NamedGroup[],
): readonly string[] {
  const few = folded.filter(({ size }) => isFew(size, fewerThan)).length;
  if (few === 0) return [];
  const { query } = insight;
  const isOfUsers =
    rowsOfType(insight) === 'parts' ||
    queryOutputs(query).some(({ name }) => outputUnit(query, name) === 'users');
  const unit = isOfUsers ? 'users' : 'events';
  const rows = `${few} ${plural('row', few)} with fewer than ${fewerThan} ${unit}`;
  if (few > 1) return [`${rows} each are in Other.`];
  return folded.length === 1 ? [`${rows} is in Other.`] : [`${rows} and the next smallest are in Other.`];
}
