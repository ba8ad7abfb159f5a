// `min-group-size` for an insight: the one place where its small groups are folded or hidden. `reports.ts`
// calls it after gates have read the true numbers, and before anything is shown. Pure.
import type { ComparedInsight, ComparedRow } from '../../compare/rows.ts';
import type { ReportedInsight, Versions } from '../../results/results.ts';
import { GroupSizes } from '../../tables/group-sizes.ts';
import { isRanking } from '../../tables/table.ts';
import { rowsOfType } from '../../../tql/schema/run-query.ts';
import { isFew } from '../../../text/few.ts';
import { whereKnown } from '../../../tql/json.ts';
import { foldedGroups, foldedNotes, otherOf } from './fold.ts';
import { hideNumbers, type SmallGroupRule, sizeOfRow } from './row.ts';

/**
 * An insight as readers see it: rows of fewer users than `fewerThan` are folded into "Other", and other
 * numbers of fewer are hidden. The totals, shares and changes that are shown stay exact.
 */
export function hideSmallGroups(insight: ComparedInsight, fewerThan: number): ReportedInsight {
  const { rows, gone, ...other } = fewerThan > 1 ? hide(insight, fewerThan) : insight;
  return {
    ...other,
    // The earlier row was only needed to find out how many users it is of.
    rows: rows.map(({ earlier: _, ...row }) => row),
    gone: gone.map(({ earlier: _, ...row }) => row),
  };
}

function hide({ explained, versions, ...insight }: ComparedInsight, fewerThan: number): ComparedInsight {
  const rule: SmallGroupRule = { insight, fewerThan, sizes: new GroupSizes(insight.query) };
  const folded = foldedGroups(rule);
  const foldedRows = new Set(folded.flatMap(({ rows }) => rows));
  const shown = insight.rows.filter((row) => !foldedRows.has(row));
  const isTestHidden = testsOfFew(rule, shown);
  const isScan = rowsOfType(insight) === 'events';
  return {
    ...insight,
    ...hideTotals(rule),
    fewerThan,
    rows: isScan ? [] : shown.map((row) => hideNumbers(rule, row, isTestHidden(row))),
    gone: insight.gone.filter(({ earlier }) => !isFew(rule.sizes.ofRow(earlier), fewerThan)),
    folded: otherOf(rule, folded),
    notes: [...insight.notes, ...(isScan ? [NO_SINGLE_EVENTS] : foldedNotes(rule, folded))],
    ...whereKnown({
      versions: versions && namedVersions(versions, foldedRows),
      explained: explained && explainedByMany(explained, foldedRows, fewerThan),
      unseen:
        folded.length > 0 && isRanking(insight)
          ? unseenBeside(insight, foldedRows, fewerThan)
          : insight.unseen,
    }),
  };
}

const NO_SINGLE_EVENTS = 'Single events are not shown (min-group-size).';

/** Makes the test whether a row of an experiment, such as its p-value, is of a group with a small sample. */
function testsOfFew(rule: SmallGroupRule, rows: readonly ComparedRow[]): (row: ComparedRow) => boolean {
  const groupOf = ({ parts }: ComparedRow) => JSON.stringify(parts.slice(0, -1));
  const few = rows.filter((row) => isFew(sizeOfRow(rule, row), rule.fewerThan));
  const groups = new Set(few.map(groupOf));
  return (row) => groups.has(groupOf(row));
}

type Totals = Pick<ReportedInsight, 'total' | 'previousTotal' | 'totalHistory'>;

/**
 * Hides totals below `fewerThan`. A total that is no count, such as a mean, is hidden if all rows together
 * are of fewer.
 */
function hideTotals(rule: SmallGroupRule): Partial<Totals> & Pick<ReportedInsight, 'hidden'> {
  const { insight, fewerThan } = rule;
  const { unit, rows, cutOff, total, previousTotal, totalHistory } = insight;
  const isCount = unit !== 'other';
  const sizeOfAll = rows.reduce((sum, row) => sum + (sizeOfRow(rule, row) ?? 0), 0);
  const isAllFew = !cutOff && isFew(sizeOfAll, fewerThan);
  const isHidden = (number: number | null) => number !== null && (isCount ? number < fewerThan : isAllFew);
  const hidden: string[] = [];
  if (isHidden(total)) hidden.push('total');
  if (isHidden(previousTotal)) hidden.push('previousTotal');
  if (totalHistory.some(isHidden)) hidden.push('totalHistory');
  if (hidden.length === 0) return {};
  const shown = (number: number | null) => (isHidden(number) ? null : number);
  return {
    total: shown(total),
    previousTotal: shown(previousTotal),
    totalHistory: totalHistory.map(shown),
    hidden,
  };
}

/**
 * The most that a row which is not shown may have or have had: one of "Other", or one that was cut off. A
 * shown row is only called the largest mover if no such row can have moved more.
 */
function unseenBeside(
  { unseen, cutOff, unit }: ComparedInsight,
  folded: ReadonlySet<ComparedRow>,
  fewerThan: number,
): NonNullable<ReportedInsight['unseen']> {
  const withoutCutOff = cutOff ? { value: null, previous: null } : { value: 0, previous: 0 };
  const beyondRows = unseen ?? withoutCutOff;
  const mostOf = (name: 'value' | 'previous') => {
    const beyond = beyondRows[name];
    if (beyond === null || unit === 'other') return null;
    return Math.max(beyond, fewerThan - 1, ...[...folded].map((row) => row[name] ?? 0));
  };
  return { value: mostOf('value'), previous: mostOf('previous') };
}

/** What requiring a version would lose, without the versions of folded rows. */
function namedVersions(versions: Versions, folded: ReadonlySet<ComparedRow>): Versions {
  const keys = new Set([...folded].map(({ key }) => key));
  const families = versions.families.map(({ rows, minimum, ...family }) => ({
    ...family,
    minimum: minimum !== null && keys.has(minimum) ? null : minimum,
    rows: rows.filter(({ version }) => !keys.has(version)),
  }));
  return { ...versions, families };
}

/** The values behind a move, without those of few; null if none is left. */
function explainedByMany(
  { key, mostly }: Explained,
  folded: ReadonlySet<ComparedRow>,
  fewerThan: number,
): Explained | null {
  if ([...folded].some((row) => row.key === key)) return null;
  const largeMoves = mostly.filter(({ difference }) => Math.abs(difference) >= fewerThan);
  return largeMoves.length === 0 ? null : { key, mostly: largeMoves };
}

type Explained = NonNullable<ReportedInsight['explained']>;
