// `min-group-size` for one row: of how many users it is, and the row with its small numbers hidden.
import type { ComparedInsight, ComparedRow } from '../../compare/rows.ts';
import { type GroupSizes, isGroupSize } from '../../tables/group-sizes.ts';
import { rowOf } from '../../tables/rows.ts';
import { isRanking } from '../../tables/table.ts';
import { rowsOfType } from '../../../tql/run-query.ts';
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
 * A row with its small numbers hidden. `isTestHidden`: one of the samples that a p-value compares is small.
 */
export function hideNumbers(rule: SmallGroupRule, row: ComparedRow, isTestHidden: boolean): ComparedRow {
  const { insight, fewerThan } = rule;
  const { metric } = insight;
  const isTest = sizeOfRow(rule, row) === null;
  const isRowSmall = isTest ? isTestHidden : isFew(sizeOfRow(rule, row), fewerThan);
  const outputs = Object.keys(row.values).filter((name) => !isGroupSize(name));
  const few = new Set(
    outputs.filter(
      (name) =>
        isRowSmall ||
        (rowsOfType(rule.insight) !== 'parts' &&
          isFew(rule.sizes.ofOutput(row.values, name), rule.fewerThan)),
    ),
  );
  const hidesValue = metric !== null && (isRowSmall || few.has(metric));
  const hidesPrevious = row.previous !== null && isPreviousFew(rule, row);
  const history = hideHistory(rule, row.history);
  const hidden = [
    ...(hidesValue ? ['value'] : []),
    ...(hidesPrevious ? ['previous'] : []),
    ...(history.some((value, place) => value === null && row.history[place] !== null) ? ['history'] : []),
    ...[...few].filter((name) => name !== metric).map((name) => `values.${name}`),
  ];
  return {
    ...row,
    value: hidesValue ? null : row.value,
    share: hidesValue ? null : row.share,
    previous: hidesPrevious ? null : row.previous,
    previousRank: hidesPrevious ? null : row.previousRank,
    change: hidesValue || hidesPrevious ? null : row.change,
    history,
    values: rowOf(outputs.map((name) => [name, few.has(name) ? null : (row.values[name] ?? null)])),
    ...(hidden.length === 0 ? {} : { hidden }),
  };
}

function isPreviousFew(
  { insight, sizes, fewerThan }: SmallGroupRule,
  { previous, earlier }: ComparedRow,
): boolean {
  if (rowsOfType(insight) === 'parts') return isFew(previous, fewerThan);
  // Without the earlier row, nothing says of how many its number is.
  if (earlier === null || insight.metric === null) return true;
  const { metric } = insight;
  return isFew(sizes.ofRow(earlier), fewerThan) || isFew(sizes.ofOutput(earlier, metric), fewerThan);
}

/** Of anything but counts, no answer says of how many an earlier value is. */
function hideHistory(
  { insight, fewerThan }: SmallGroupRule,
  history: readonly (number | null)[],
): readonly (number | null)[] {
  if (insight.unit === 'other' && isRanking(insight)) return [];
  return history.map((value) => (isFew(value, fewerThan) ? null : value));
}
