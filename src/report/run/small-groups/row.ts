// `min-group-size` for one row: counts its users, and hides its small numbers. `fold.ts` and `insight.ts`
// call it. Pure.
import type { ComparedInsight, ComparedRow } from '../../compare/rows.ts';
import { type GroupSizes, isGroupSize } from '../../tables/group-sizes.ts';
import { rowOf } from '../../tables/rows.ts';
import { isRanking } from '../../tables/table.ts';
import { rowsOfType } from '../../../tql/schema/run-query.ts';
import { isFew } from '../../../text/few.ts';

/** What hides the small groups of an insight: its numbers are compared with `fewerThan`. */
export interface SmallGroupRule {
  readonly insight: ComparedInsight;
  readonly fewerThan: number;
  readonly sizes: GroupSizes;
}

/** The rows of an experiment that compare two samples: they count no users themselves. */
const TEST = /^(?:zscore|pvalue)$/;

/** The users of a row (its events, if no users are counted); null if it counts nobody. */
export function sizeOfRow(
  { insight, sizes }: SmallGroupRule,
  { parts, value, values }: ComparedRow,
): number | null {
  if (rowsOfType(insight) !== 'parts') return sizes.ofRow(values);
  return TEST.test(parts.at(-1) ?? '') ? null : (value ?? 0);
}

/**
 * A row with its small numbers hidden, and their names in `hidden`. `isTestHidden`: one of the samples that a
 * p-value compares is small.
 */
export function hideNumbers(rule: SmallGroupRule, row: ComparedRow, isTestHidden: boolean): ComparedRow {
  const { metric } = rule.insight;
  const size = sizeOfRow(rule, row);
  const isRowSmall = size === null ? isTestHidden : isFew(size, rule.fewerThan);
  const outputs = Object.keys(row.values).filter((name) => !isGroupSize(name));
  const smallOutputs = new Set(outputs.filter((name) => isRowSmall || isOutputFew(rule, row.values, name)));
  const hidesValue = metric !== null && (isRowSmall || smallOutputs.has(metric));
  const hidesPrevious = row.previous !== null && isPreviousFew(rule, row);
  const history = hideHistory(rule, row.history);
  const hidden: string[] = [];
  if (hidesValue) hidden.push('value');
  if (hidesPrevious) hidden.push('previous');
  if (history.some((value, place) => value === null && row.history[place] !== null)) hidden.push('history');
  for (const name of smallOutputs) if (name !== metric) hidden.push(`values.${name}`);
  return {
    ...row,
    value: hidesValue ? null : row.value,
    share: hidesValue ? null : row.share,
    previous: hidesPrevious ? null : row.previous,
    previousRank: hidesPrevious ? null : row.previousRank,
    change: hidesValue || hidesPrevious ? null : row.change,
    history,
    values: rowOf(outputs.map((name) => [name, smallOutputs.has(name) ? null : (row.values[name] ?? null)])),
    ...(hidden.length === 0 ? {} : { hidden }),
  };
}

/** Whether an output is a number of few users or events. */
function isOutputFew(
  { insight, sizes, fewerThan }: SmallGroupRule,
  values: ComparedRow['values'],
  name: string,
): boolean {
  // The rows of a retention, a funnel or an experiment have one number, which `sizeOfRow` reads.
  return rowsOfType(insight) !== 'parts' && isFew(sizes.ofOutput(values, name), fewerThan);
}

function isPreviousFew(rule: SmallGroupRule, { previous, earlier }: ComparedRow): boolean {
  const { insight, sizes, fewerThan } = rule;
  const { metric } = insight;
  if (rowsOfType(insight) === 'parts') return isFew(previous, fewerThan);
  // Without the earlier row, nothing says of how many its number is.
  if (earlier === null || metric === null) return true;
  return isFew(sizes.ofRow(earlier), fewerThan) || isOutputFew(rule, earlier, metric);
}

/**
 * Earlier values below the limit are hidden; those that count nobody, such as means, all: of how many is not
 * known.
 */
function hideHistory(
  { insight, fewerThan }: SmallGroupRule,
  history: readonly (number | null)[],
): readonly (number | null)[] {
  if (insight.unit === 'other' && isRanking(insight)) return [];
  return history.map((value) => (isFew(value, fewerThan) ? null : value));
}
