import type { ReportedInsight, ResultsRow } from '../../results.ts';
import type { Query } from '../../tql/query.ts';
import { isJsonObject } from '../../tql/json.ts';
import { buildColumn, buildKeyColumn } from './columns.ts';
import { formatRowLabel, buildRowView } from './rows.ts';
import type { ColumnView, ExperimentView, RowView, VariantView } from './insight-types.ts';

/** An experiment as what it found and a table of its arms. */
export interface ExperimentTable {
  readonly rows: readonly RowView[];
  readonly columns: readonly ColumnView[];
  readonly experiments: readonly ExperimentView[];
}

const SIGNIFICANT_BELOW = 0.05;

/** Makes the arms of an experiment's outputs; null where these are not the ones of an experiment. */
export function buildExperimentTable(insight: ReportedInsight): ExperimentTable | null {
  const groups = insight.dimensions.slice(0, -1);
  const criterion = nameOf(insight.query, 'successCriterion', 'success');
  const found = groupOutputs(insight.rows).map(({ parts, outputs, row }) => ({
    row,
    parts,
    arms: findVariants(outputs, insight.query),
    p: outputs.get('pvalue') ?? null,
  }));
  const rows: RowView[] = [];
  const experiments: ExperimentView[] = [];
  for (const { row, parts, arms, p } of found) {
    if (arms === null) return null;
    for (const arm of arms) {
      const { name, users, successes, rate } = arm;
      const of = {
        ...row,
        rank: rows.length + 1,
        parts: [...parts, name],
        value: successes,
        share: rate,
        previous: null,
      };
      rows.push(
        buildRowView({ ...of, change: null, isNew: false }, insight, { label: name, cells: [users], moved: null }),
      );
    }
    const group = parts.length === 0 ? null : (formatRowLabel(parts, '') ?? 'not set');
    experiments.push(buildExperimentView(arms, { group, criterion, p }));
  }
  if (rows.length === 0) return null;
  return {
    rows,
    columns: [
      ...groups.map((name, index) => buildKeyColumn(name, index, groups)),
      buildColumn('key', null, 'Variant'),
      buildColumn('count', null, 'Users'),
      buildColumn('metric', criterion, criterion),
      buildColumn('share', null, 'Rate'),
    ],
    experiments,
  };
}

function buildExperimentView(
  [one, other]: readonly [VariantView, VariantView],
  about: { readonly group: string | null; readonly criterion: string; readonly p: number | null },
): ExperimentView {
  const [better, worse] = (other.rate ?? 0) > (one.rate ?? 0) ? [other, one] : [one, other];
  const { group, criterion, p } = about;
  const difference = better.rate === null || worse.rate === null ? null : better.rate - worse.rate;
  const pValue = p !== null && p >= 0 && p <= 1 ? p : null;
  return {
    group,
    criterion,
    better,
    worse,
    difference,
    pValue,
    significant: pValue !== null && pValue < SIGNIFICANT_BELOW,
  };
}

interface Outputs {
  readonly parts: readonly (string | null)[];
  readonly row: ResultsRow;
  readonly outputs: Map<string, number | null>;
}

function groupOutputs(rows: readonly ResultsRow[]): Outputs[] {
  const groups = new Map<string, Outputs>();
  for (const row of rows) {
    const parts = row.parts.slice(0, -1);
    const key = JSON.stringify(parts);
    const group = groups.get(key) ?? { parts, row, outputs: new Map() };
    groups.set(key, group);
    group.outputs.set(row.parts.at(-1) ?? '', row.value);
  }
  return [...groups.values()];
}

function findVariants(
  outputs: ReadonlyMap<string, number | null>,
  query: Query,
): readonly [VariantView, VariantView] | null {
  const arm = (place: 1 | 2): VariantView | null => {
    const users = outputs.get(`cohort_${place}`) ?? null;
    const successes = outputs.get(`cohort_${place}_success`) ?? null;
    if (users === null || successes === null) return null;
    return {
      name: nameOf(query, `sample${place}`, `sample ${place}`),
      users,
      successes,
      rate: users > 0 ? successes / users : null,
    };
  };
  const [one, other] = [arm(1), arm(2)];
  return one === null || other === null ? null : [one, other];
}

function nameOf(query: Query, key: string, otherwise: string): string {
  const named = query[key];
  const name = isJsonObject(named) ? named['name'] : undefined;
  return typeof name === 'string' && name.trim() !== '' ? name : otherwise;
}
