import type { ComparedInsight, ComparedRow } from '../../compare/rows.ts';
import { type GroupSizes, isGroupSize } from '../../tables/group-sizes.ts';
import { rowOf } from '../../tables/rows.ts';
import { isRanking } from '../../tables/table.ts';
import { rowsOfType } from '../../../tql/run-query.ts';
import { isFew } from '../../../text/few.ts';

/** What the numbers of an insight are compared with. */
export interface Sizes {
  readonly insight: ComparedInsight;
  readonly fewerThan: number;
  readonly sizes: GroupSizes;
}

/** What compares the samples of an experiment counts nobody. */
const TEST = /^(?:zscore|pvalue)$/;

/** The users of a row (its events, if no users are counted); null if it counts nobody. */
export function sizeOfRow({ insight, sizes }: Sizes, { parts, value, values }: ComparedRow): number | null {
  if (rowsOfType(insight) !== 'parts') return sizes.ofRow(values);
  return TEST.test(parts.at(-1) ?? '') ? null : (value ?? 0);
}

/** A row with its small numbers hidden. `isTestHidden`: the samples behind a test are. */
export function hideNumbers(of: Sizes, row: ComparedRow, isTestHidden: boolean): ComparedRow {
  const { insight, fewerThan } = of;
  const { metric } = insight;
  const isTest = sizeOfRow(of, row) === null;
  const isWholeFew = isTest ? isTestHidden : isFew(sizeOfRow(of, row), fewerThan);
  const outputs = Object.keys(row.values).filter((name) => !isGroupSize(name));
  const few = new Set(
    outputs.filter(
      (name) =>
        isWholeFew ||
        (rowsOfType(of.insight) !== 'parts' && isFew(of.sizes.ofOutput(row.values, name), of.fewerThan)),
    ),
  );
  const hidesValue = metric !== null && (isWholeFew || few.has(metric));
  const hidesPrevious = row.previous !== null && isPreviousFew(of, row);
  const history = hideHistory(of, row.history);
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

function isPreviousFew({ insight, sizes, fewerThan }: Sizes, { previous, earlier }: ComparedRow): boolean {
  if (rowsOfType(insight) === 'parts') return isFew(previous, fewerThan);
  // Without the earlier row, nothing says of how many its number is.
  if (earlier === null || insight.metric === null) return true;
  const { metric } = insight;
  return isFew(sizes.ofRow(earlier), fewerThan) || isFew(sizes.ofOutput(earlier, metric), fewerThan);
}

/** Of anything but counts, no answer says of how many an earlier value is. */
function hideHistory(
  { insight, fewerThan }: Sizes,
  history: readonly (number | null)[],
): readonly (number | null)[] {
  if (insight.unit === 'other' && isRanking(insight)) return [];
  return history.map((value) => (isFew(value, fewerThan) ? null : value));
}
