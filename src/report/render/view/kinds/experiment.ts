// Makes the table of an experiment (an A/B test), and decides whether one of its two variants did better:
// `Green button did better`. Pure.
import type { ReportedInsight, ResultsRow } from '../../../results/results.ts';
import type { Query } from '../../../../tql/query.ts';
import { sampleOverlap } from '../../../tables/funnel-retention-experiment.ts';
import { ratio, subtract } from '../../format/numbers.ts';
import { buildColumn, buildKeyColumns } from '../columns.ts';
import { cellName } from '../cells.ts';
import { buildRowView, formatRowLabel, tableOf } from '../rows.ts';
import { ratioInterval } from '../../../release/sequence.ts';
import type { ExperimentView, VariantView } from '../analysis-types.ts';
import type { InsightFacts } from '../insight-types.ts';
import type { RowView } from '../table-types.ts';
import { type ExperimentFacts, isEvenSplit, isHidden, sayExperiment } from '../sentences/experiment.ts';
import { getOrAdd } from '../../../../text/get-or-add.ts';

/** An experiment is read more than once, so a variant did better only if that holds at every look. */
const CONFIDENCE = 0.95;

/**
 * The fields of an experiment: a table with a row for each variant, and verdicts. Null if the rows are no
 * experiment's.
 */
export function buildExperimentView(insight: ReportedInsight, locale: string): Partial<InsightFacts> | null {
  const criterion = nameOf(insight.query, 'successCriterion', 'success');
  const all: RowView[] = [];
  const experiments: ExperimentView[] = [];
  const gaps = insight.gaps?.filter(({ isPartial }) => isPartial) ?? [];
  for (const { row, parts, outputs } of groupOutputs(insight.rows)) {
    const variants = findVariants(outputs, insight.query);
    if (variants === null) return null;
    const compared = compareVariants(variants, outputs, gaps.length === 0);
    for (const variant of variants) {
      const { name, users, successes, rate } = variant;
      const values = { rank: all.length + 1, parts: [...parts, name], value: successes, share: rate };
      const variantRow = { ...row, ...values, previous: null, change: null, isNew: false };
      const hidden = [...(successes === null ? ['value'] : []), ...(users === null ? [cellName(0)] : [])];
      all.push(buildRowView(variantRow, insight, { label: name, cells: [users], hidden }));
    }
    const group = parts.length === 0 ? null : (formatRowLabel(parts, '') ?? 'not set');
    const facts = { group, criterion, ...compared };
    experiments.push({ ...facts, ...sayExperiment(facts, locale, gaps, insight.fewerThan) });
  }
  if (all.length === 0) return null;
  const columns = [
    ...buildKeyColumns(insight.dimensions.slice(0, -1)),
    buildColumn({ kind: 'key', title: 'Variant' }),
    buildColumn({ kind: 'count', title: 'Users' }),
    buildColumn({ kind: 'metric', name: criterion, title: criterion }),
    buildColumn({ kind: 'share', title: 'Rate' }),
  ];
  const rows = all.slice(0, Math.max(2, insight.top));
  const table = tableOf({ kind: 'experiment', columns, rows, count: all.length, word: 'variant' });
  return { ...table, experiments, unit: 'users' };
}

function compareVariants(
  [one, other]: readonly [VariantView, VariantView],
  outputs: Outputs['outputs'],
  isCovered: boolean,
): Omit<ExperimentFacts, 'group' | 'criterion'> {
  const [better, worse] = (other.rate ?? 0) > (one.rate ?? 0) ? [other, one] : [one, other];
  const overlap = sampleOverlap((output) => outputs.get(output) ?? null) ?? 0;
  const p = outputs.get('pvalue') ?? null;
  const isKnown =
    isCovered && overlap === 0 && !isHidden(one) && !isHidden(other) && p !== null && p >= 0 && p <= 1;
  return {
    better,
    worse,
    difference: subtract(better.rate, worse.rate),
    overlap,
    pValue: isKnown ? p : null,
    significant: isCovered && overlap === 0 && isEvenSplit(one, other) && isClear(one, other),
  };
}

/** Whether a variant did better at 95% confidence, however often somebody looks at the running experiment. */
function isClear(one: VariantView, other: VariantView): boolean {
  const [oldUsers, oldHad, newUsers, newHad] = [one.users, one.successes, other.users, other.successes];
  if (oldUsers === null || oldHad === null || newUsers === null || newHad === null) return false;
  // A user counts once, so counts vary as independent ones do; nothing was counted before the experiment.
  const background = { spread: 1, before: null };
  const { low, high } = ratioInterval([{ oldUsers, oldHad, newUsers, newHad }], background, 1 - CONFIDENCE);
  return low > 1 || high < 1;
}

/** One group of an experiment: the parts of its key, one of its rows, and its numbers by name. */
interface Outputs {
  readonly parts: readonly (string | null)[];
  readonly row: ResultsRow;
  readonly outputs: Map<string, number | null>;
}

/**
 * The outputs of each group of an experiment. The service answers one row for each output: `cohort_1`,
 * `cohort_1_success`, `cohort_2`, `cohort_2_success`, `pvalue` and others, the last part of the row's key.
 */
function groupOutputs(rows: readonly ResultsRow[]): Outputs[] {
  const groups = new Map<string, Outputs>();
  for (const row of rows) {
    const parts = row.parts.slice(0, -1);
    const group = getOrAdd(groups, JSON.stringify(parts), () => ({ parts, row, outputs: new Map() }));
    group.outputs.set(row.parts.at(-1) ?? '', row.value);
  }
  return [...groups.values()];
}

function findVariants(
  outputs: ReadonlyMap<string, number | null>,
  query: Query,
): readonly [VariantView, VariantView] | null {
  const variant = (place: 1 | 2): VariantView | null => {
    const [users, successes] = [outputs.get(`cohort_${place}`), outputs.get(`cohort_${place}_success`)];
    if (users === undefined || successes === undefined) return null;
    return {
      name: nameOf(query, `sample${place}`, `sample ${place}`),
      users,
      successes,
      rate: ratio(successes, users),
    };
  };
  const [one, other] = [variant(1), variant(2)];
  return one === null || other === null ? null : [one, other];
}

function nameOf(query: Query, part: 'sample1' | 'sample2' | 'successCriterion', otherwise: string): string {
  const name = query.queryType === 'experiment' ? query[part]?.name : null;
  return name != null && name.trim() !== '' ? name : otherwise;
}
