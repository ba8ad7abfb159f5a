// `min-group-size` for an insight: the one place where small groups are folded or hidden. Gates have read the
// true numbers before; whatever is shown comes after.
import type { ComparedInsight, ComparedRow } from '../../compare/rows.ts';
import type { ReportedInsight, Versions } from '../../results/results.ts';
import { GroupSizes } from '../../tables/group-sizes.ts';
import { isRanking } from '../../tables/table.ts';
import { rowsOfType } from '../../../tql/run-query.ts';
import { isFew } from '../../../text/few.ts';
import { whereKnown } from '../../../tql/json.ts';
import { foldedGroups, foldedNotes, otherOf } from './fold.ts';
import { hideNumbers, type SmallGroupRule, sizeOfRow } from './row.ts';

/**
 * An insight as readers see it (`min-group-size`): rows of fewer users than `fewerThan` are folded into
 * "Other", and other numbers of fewer are hidden. Totals, shares and changes of what is shown stay exact.
 * Gates have read the true numbers before; everything that is rendered or written comes after.
 */
export function hideSmallGroups(insight: ComparedInsight, fewerThan: number): ReportedInsight {
  const { rows, gone, ...rest } = fewerThan > 1 ? hide(insight, fewerThan) : insight;
  return {
    ...rest,
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

/** Whether a row is a test of samples, one of which is small. */
function testsOfFew(rule: SmallGroupRule, rows: readonly ComparedRow[]): (row: ComparedRow) => boolean {
  const groupOf = ({ parts }: ComparedRow): string => JSON.stringify(parts.slice(0, -1));
  const few = rows.filter((row) => isFew(sizeOfRow(rule, row), rule.fewerThan));
  const groups = new Set(few.map(groupOf));
  return (row) => groups.has(groupOf(row));
}

type Totals = Pick<ReportedInsight, 'total' | 'previousTotal' | 'totalHistory'>;

/** Totals of counts are exact from `fewerThan` on. Of other numbers, the rows say of how many they are. */
function hideTotals(rule: SmallGroupRule): Partial<Totals> & Pick<ReportedInsight, 'hidden'> {
  const { insight, fewerThan } = rule;
  const { unit, rows, cutOff, total, previousTotal, totalHistory } = insight;
  const all = rows.reduce((sum, row) => sum + (sizeOfRow(rule, row) ?? 0), 0);
  const isAllFew = unit === 'other' && !cutOff && isFew(all, fewerThan);
  const isHidden = (number: number | null): boolean =>
    number !== null && (unit === 'other' ? isAllFew : number < fewerThan);
  const hidden = [
    ...(isHidden(total) ? ['total'] : []),
    ...(isHidden(previousTotal) ? ['previousTotal'] : []),
    ...(totalHistory.some(isHidden) ? ['totalHistory'] : []),
  ];
  if (hidden.length === 0) return {};
  const shown = (number: number | null): number | null => (isHidden(number) ? null : number);
  return {
    total: shown(total),
    previousTotal: shown(previousTotal),
    totalHistory: totalHistory.map(shown),
    hidden,
  };
}

/** The most that a row of "Other" may have or have had, so that no shown row is called the largest mover. */
function unseenBeside(
  { unseen, cutOff, unit }: ComparedInsight,
  folded: ReadonlySet<ComparedRow>,
  fewerThan: number,
): NonNullable<ReportedInsight['unseen']> {
  const beyond = unseen ?? (cutOff ? { value: null, previous: null } : { value: 0, previous: 0 });
  const most = (unseenValue: number | null, numberOf: (row: ComparedRow) => number | null): number | null =>
    unseenValue === null || unit === 'other'
      ? null
      : Math.max(unseenValue, fewerThan - 1, ...[...folded].map((row) => numberOf(row) ?? 0));
  return {
    value: most(beyond.value, ({ value }) => value),
    previous: most(beyond.previous, ({ previous }) => previous),
  };
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
  const largeMoves = mostly.filter(({ difference }) => Math.abs(difference) >= fewerThan);
  return largeMoves.length === 0 || [...folded].some((row) => row.key === key)
    ? null
    : { key, mostly: largeMoves };
}

type Explained = NonNullable<ReportedInsight['explained']>;
