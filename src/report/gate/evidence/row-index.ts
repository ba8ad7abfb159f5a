// Finds an insight's rows by key, or by the product name of an Apple model (`iPhone 15` is `iPhone15,4`).
import { getOrAdd } from '../../../text/get-or-add.ts';
import { appleModelNames, appleModelsOf } from '../../../text/apple/apple-models.ts';
import { RowSet } from '../../expression/calls.ts';
import { findMissingRows } from './evidence.ts';
import type { GoneRow, ReportedInsight, ResultsRow } from '../../results/results.ts';

/**
 * An insight's rows by their keys, in one Unicode form (NFC). Two rows may have one key: a missing value and
 * the text `null`, for example.
 */
interface RowIndex {
  readonly rows: ReadonlyMap<string, readonly ResultsRow[]>;
  readonly gone: ReadonlyMap<string, readonly GoneRow[]>;
}

const INDEXES = new WeakMap<ReportedInsight, RowIndex>();

/** The index of an insight's rows; made once for each insight. */
export function rowIndexOf(insight: ReportedInsight): RowIndex {
  return getOrAdd(INDEXES, insight, () => ({
    rows: groupByKey(insight.rows),
    gone: groupByKey(insight.gone),
  }));
}

/**
 * What a text of an assertion names: the key of a row, or of an Apple model by its product name. If the
 * product has several models, they are a set.
 */
export function rowsNamed(insight: ReportedInsight, name: string): string | RowSet {
  const models = modelsNamed(insight, name);
  return models.length > 1 ? new RowSet('oneOf', [name]) : (models[0] ?? name);
}

/**
 * The models that a product name stands for in an insight; none if the text is a key, or the rows are not of
 * models.
 */
export function modelsNamed(insight: ReportedInsight, name: string): readonly string[] {
  const { rows, gone } = rowIndexOf(insight);
  const has = (key: string): boolean => rows.has(key) || gone.has(key);
  const models = has(name.normalize()) ? [] : appleModelsOf(name);
  if (models.length === 0 || ![...rows.keys(), ...gone.keys()].some((key) => appleModelNames().has(key)))
    return [];
  const modelsInTables = models.filter(has);
  const areAll = modelsInTables.length > 0 && findMissingRows(insight) === null;
  return areAll ? modelsInTables : models;
}

function groupByKey<R extends { readonly key: string }>(
  rows: readonly R[],
): ReadonlyMap<string, readonly R[]> {
  return Map.groupBy(rows, ({ key }) => key.normalize());
}
